const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPENING = new Set([...'{['].map((character) => character.charCodeAt(0)));
const CLOSING = new Set([...'}]'].map((character) => character.charCodeAt(0)));
const ARRAY = '['.charCodeAt(0);

/** Brackets that are open around an entry: the document, `log` and `entries`. */
const AROUND_ENTRY = 3;

/**
 * Cuts the entries out of a HAR file that arrives piece by piece: the JSON texts at
 * `$.log.entries.*`, which are then parsed by themselves. Only brackets and strings are looked at,
 * so that a file of any size is read at the speed of `JSON.parse`.
 */
export class EntryTexts {
  /** Brackets that are open. */
  #depth = 0;
  #isInString = false;
  /** Whether the last character of the piece before escapes the first one of the next. */
  #isEscaped = false;
  /** The beginning of a string around the entries, which may be a name, in the pieces before. */
  #string = '';
  /** The last string at a depth: the name of the value that follows. */
  readonly #names: string[] = [];
  /** Whether the array of entries is open. */
  #isInEntries = false;
  /** The pieces of an entry that is not whole yet; undefined between two entries. */
  #entry: string[] | undefined;
  #hasBegun = false;

  /** Whether the document is complete. */
  get isEnded(): boolean {
    return this.#hasBegun && this.#depth === 0;
  }

  /** The texts of the entries that end in this piece. */
  add(piece: string): readonly string[] {
    const texts: string[] = [];
    let entryBegin = 0;
    for (let at = 0; at < piece.length && !this.isEnded; at += 1) {
      if (this.#isInString) {
        at = this.#endOfString(piece, at);
        continue;
      }
      const code = piece.charCodeAt(at);
      if (code === QUOTE) {
        this.#isInString = true;
        this.#string = '';
      } else if (OPENING.has(code)) {
        if (this.#open(code === ARRAY)) entryBegin = at;
      } else if (CLOSING.has(code) && this.#close()) {
        texts.push(`${this.#entry?.join('') ?? ''}${piece.slice(entryBegin, at + 1)}`);
        this.#entry = undefined;
      }
    }
    this.#entry?.push(piece.slice(entryBegin));
    return texts;
  }

  /** Counts a bracket. True where an entry begins. */
  #open(isArray: boolean): boolean {
    const [, first, second] = this.#names;
    this.#hasBegun = true;
    this.#depth += 1;
    if (this.#depth === AROUND_ENTRY && isArray && first === 'log' && second === 'entries')
      this.#isInEntries = true;
    const begins = this.#isInEntries && this.#depth === AROUND_ENTRY + 1;
    if (begins) this.#entry = [];
    return begins;
  }

  /** Counts a bracket. True where an entry ends. */
  #close(): boolean {
    this.#depth -= 1;
    if (this.#depth < AROUND_ENTRY) this.#isInEntries = false;
    return this.#isInEntries && this.#depth === AROUND_ENTRY;
  }

  /** The place of the closing quote, or of the end of the piece. */
  #endOfString(piece: string, begin: number): number {
    let from = begin;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      from += 1;
    }
    for (let at = piece.indexOf('"', from); at >= 0; at = piece.indexOf('"', at + 1)) {
      if (backslashesBefore(piece, at, from) % 2 === 1) continue;
      this.#isInString = false;
      if (this.#depth < AROUND_ENTRY)
        this.#names[this.#depth] = this.#string + piece.slice(begin, at);
      return at;
    }
    if (this.#depth < AROUND_ENTRY) this.#string += piece.slice(begin);
    this.#isEscaped = backslashesBefore(piece, piece.length, from) % 2 === 1;
    return piece.length;
  }
}

/** How many backslashes stand directly before a place, from `begin` on. */
function backslashesBefore(piece: string, at: number, begin: number): number {
  let count = 0;
  while (at - count > begin && piece.charCodeAt(at - count - 1) === BACKSLASH) count += 1;
  return count;
}
