/** The characters of a pattern that stand for others; an empty one stands for nothing. */
export interface Wildcards {
  /** Any one character, `_` by default. */
  readonly anyOne?: string;
  /** Any run of characters, none included, `%` by default. */
  readonly anyRun?: string;
}

/**
 * Whether a whole text matches a pattern with wildcards, as SQL's `LIKE` without an escape has it. A character is a
 * code point. Takes time in proportion to text times pattern at most, whatever the pattern: a regular expression with
 * several runs may take years on a long text.
 */
export function pattern(source: string, { anyOne = '_', anyRun = '%' }: Wildcards = {}): (text: string) => boolean {
  const parts = (anyRun === '' ? [source] : source.split(anyRun)).map((part) => partOf(part, anyOne));
  const [start, end] = [parts[0], parts.at(-1)];
  const between = parts.slice(1, -1);
  return (text) => {
    if (start === undefined || end === undefined) return false;
    let at = start.endAt(text, 0);
    if (parts.length === 1) return at === text.length;
    // Each part where it comes first: what follows has the most room then.
    for (const part of between) {
      if (at < 0) return false;
      at = part.endFrom(text, at);
    }
    return at >= 0 && end.ends(text, at);
  };
}

/** What stands between two runs: where it ends in a text, or -1 where it is not found. */
interface Part {
  readonly endAt: (text: string, at: number) => number;
  readonly endFrom: (text: string, from: number) => number;
  /** Whether a text ends with it, at a place not before `from`. */
  readonly ends: (text: string, from: number) => boolean;
}

const partOf = (part: string, wildcard: string): Part =>
  wildcard !== '' && part.includes(wildcard) ? withWildcard(part, wildcard) : literal(part);

const literal = (part: string): Part => ({
  endAt: (text, at) => (text.startsWith(part, at) ? at + part.length : -1),
  endFrom: (text, from) => {
    const at = text.indexOf(part, from);
    return at < 0 ? -1 : at + part.length;
  },
  ends: (text, from) => text.length - part.length >= from && text.endsWith(part),
});

function withWildcard(part: string, wildcard: string): Part {
  const endAt = (text: string, begin: number): number => {
    let at = begin;
    for (let asked = 0; asked < part.length; asked += 1) {
      const c = part.charAt(asked);
      if (at >= text.length || (c !== wildcard && c !== text.charAt(at))) return -1;
      at += c === wildcard ? widthAt(text, at) : 1;
    }
    return at;
  };
  const firstEnd = (text: string, from: number, fits: (end: number) => boolean): number => {
    for (let at = from; at < text.length; at += widthAt(text, at)) {
      const end = endAt(text, at);
      if (end >= 0 && fits(end)) return end;
    }
    return -1;
  };
  return {
    endAt,
    endFrom: (text, from) => firstEnd(text, from, () => true),
    ends: (text, from) => firstEnd(text, from, (end) => end === text.length) >= 0,
  };
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
