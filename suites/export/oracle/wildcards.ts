/**
 * Whether a whole text matches a pattern of `%` (any run) and `_` (any one character), as SQL's `LIKE` without an escape
 * has it. A character is a code point. Takes time in proportion to text times pattern at most, whatever the pattern: a
 * regular expression with several runs may take years on a long text.
 */
export function pattern(source: string): (text: string) => boolean {
  const parts = source.split('%').map(endOf);
  return (text) => {
    let at = 0;
    for (const [index, endAt] of parts.entries()) {
      const isEnd = (end: number): boolean => (index < parts.length - 1 ? end >= 0 : end === text.length);
      let end = endAt(text, at);
      // Behind a run a part may begin later. Where it comes first, what follows has the most room.
      for (let from = at; index > 0 && !isEnd(end) && from < text.length; end = endAt(text, from))
        from += widthAt(text, from);
      if (!isEnd(end)) return false;
      at = end;
    }
    return true;
  };
}

/** Where a part without runs ends in a text that has it at a place; -1 where it is not there. */
function endOf(part: string): (text: string, at: number) => number {
  if (!part.includes('_')) return (text, at) => (text.startsWith(part, at) ? at + part.length : -1);
  return (text, begin) => {
    let at = begin;
    for (const c of part) {
      if (at >= text.length || (c !== '_' && !text.startsWith(c, at))) return -1;
      at += c === '_' ? widthAt(text, at) : c.length;
    }
    return at;
  };
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
