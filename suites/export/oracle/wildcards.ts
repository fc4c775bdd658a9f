/** The characters of a pattern that stand for others; an empty one stands for nothing. */
export interface Wildcards {
  /** Any one character, `_` by default. */
  readonly one?: string;
  /** Any run of characters, none included, `%` by default. */
  readonly run?: string;
}

/**
 * Whether a whole text matches a pattern with wildcards, as SQL's `LIKE` without an escape has it. A character is a
 * code point. Takes time in proportion to text times pattern at most, whatever the pattern: a regular expression with
 * several runs may take years on a long text.
 */
export function pattern(source: string, { one = '_', run = '%' }: Wildcards = {}): (text: string) => boolean {
  return (text) => {
    let at = 0;
    let asked = 0;
    let afterRun = -1;
    let resume = 0;
    while (at < text.length) {
      const c = source.charAt(asked);
      if (c !== '' && c === run) {
        asked += 1;
        [afterRun, resume] = [asked, at];
      } else if (c !== '' && c === one) {
        asked += 1;
        at += widthAt(text, at);
      } else if (c !== '' && c === text.charAt(at)) {
        asked += 1;
        at += 1;
      } else if (afterRun >= 0) {
        // The last run takes one character more: earlier runs need not grow, for this one could take what they would.
        resume += widthAt(text, resume);
        [at, asked] = [resume, afterRun];
      } else return false;
    }
    while (asked < source.length && source.charAt(asked) === run) asked += 1;
    return asked === source.length;
  };
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
