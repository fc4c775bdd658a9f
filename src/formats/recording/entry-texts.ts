/**
 * Splits the text of a HAR file into the JSON texts of its entries, without parsing the whole file.
 */

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPENING = new Set([...'{['].map((character) => character.charCodeAt(0)));
const CLOSING = new Set([...'}]'].map((character) => character.charCodeAt(0)));
const ARRAY = '['.charCodeAt(0);

/** The open brackets around an entry belong to the document, `log` and `entries`. */
const AROUND_ENTRY = 3;

/**
 * The text is given in pieces, so that a large file does not have to fit into memory. Only brackets
 * and strings are examined.
 */
export class EntryTexts {
  #depth = 0;
  #isInString = false;
  /** Whether the previous piece ended with a backslash that escapes the next character. */
  #isEscaped = false;
  /**
   * The part of an unfinished string that was in earlier pieces. It is stored only outside entries,
   * because strings inside entries need no examination.
   */
  #string = '';
  /** The last string at each depth. Before a value, this string is the key of the value. */
  readonly #keys: string[] = [];
  #isInEntries = false;
  /** The pieces of an incomplete entry; undefined between two entries. */
  #entry: string[] | undefined;
  #hasBegun = false;

  get isEnded(): boolean {
    return this.#hasBegun && this.#depth === 0;
  }

  /** Returns the entries that end in this piece. */
  add(piece: string): readonly string[] {
    const texts: string[] = [];
    let entryBegin = 0;
    for (let at = 0; at < piece.length && !this.isEnded; at += 1) {
      if (this.#isInString) {
        at = this.#readString(piece, at);
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

  /** Reads an opening bracket. Returns whether an entry begins with it. */
  #open(isArray: boolean): boolean {
    const [, firstKey, secondKey] = this.#keys;
    this.#hasBegun = true;
    this.#depth += 1;
    if (this.#depth === AROUND_ENTRY && isArray && firstKey === 'log' && secondKey === 'entries')
      this.#isInEntries = true;
    const begins = this.#isInEntries && this.#depth === AROUND_ENTRY + 1;
    if (begins) this.#entry = [];
    return begins;
  }

  /** Reads a closing bracket. Returns whether an entry ends with it. */
  #close(): boolean {
    this.#depth -= 1;
    if (this.#depth < AROUND_ENTRY) this.#isInEntries = false;
    return this.#isInEntries && this.#depth === AROUND_ENTRY;
  }

  /**
   * Reads a string or the rest of a string. Returns the index of the closing quote, or of the end
   * of the piece.
   */
  #readString(piece: string, begin: number): number {
    let from = begin;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      from += 1;
    }
    for (let at = piece.indexOf('"', from); at >= 0; at = piece.indexOf('"', at + 1)) {
      if (backslashesBefore(piece, at, from) % 2 === 1) continue;
      this.#isInString = false;
      if (this.#depth < AROUND_ENTRY)
        this.#keys[this.#depth] = this.#string + piece.slice(begin, at);
      return at;
    }
    if (this.#depth < AROUND_ENTRY) this.#string += piece.slice(begin);
    this.#isEscaped = backslashesBefore(piece, piece.length, from) % 2 === 1;
    return piece.length;
  }
}

/** Counts the consecutive backslashes that end before a position. */
function backslashesBefore(piece: string, at: number, begin: number): number {
  let count = 0;
  while (at - count > begin && piece.charCodeAt(at - count - 1) === BACKSLASH) count += 1;
  return count;
}
