/** Reads a text in every way in which a server may have escaped it. */

import { decodeHTML } from 'entities/decode';

/** A text in UTF-8 with one character per byte. Half a surrogate pair becomes U+FFFD. */
export const bytesOf = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;

/** The mark `…` at the end of a cut text, in UTF-8. */
export const CUT = '\u00e2\u0080\u00a6';

/** A way to read one character of a text, or several characters in a row. */
export interface Reading {
  /** In UTF-8, one character per byte. */
  readonly bytes: string;
  /** The position after the characters. */
  readonly end: number;
  /** The number of nested escapes, such as 2 for `%2541`; 0 if the text contains the bytes. */
  readonly levels: number;
}

/** Deeper nested escapes are not decoded. JSON within JSON within a URL has three levels. */
const MOST_LEVELS = 4;
/**
 * In a text with more readings only two levels are decoded, because a hostile server could
 * otherwise slow down a run.
 */
const MANY = 40_000;
/**
 * At most this number of characters is compared with secrets, for each character of the text.
 * Natural texts agree with a secret in a few places only.
 */
const MOST_COMPARED = 8;
/** At least this number of characters may be compared, whatever the length of the text. */
const LEAST_COMPARED = 4_000_000;
/** A place where a secret may begin takes as much time as the comparison of these characters. */
const CANDIDATE = 40;
/** When readings of this number of positions are kept, all of them are dropped, to save memory. */
const MOST_KNOWN = 2_000;
/** The number of characters after `&` in the longest numeric reference, `&#1114111;`. */
const LONGEST_REFERENCE = 9;

/**
 * The source of a regular expression for the `&` of a character reference. In an address, `&name=`
 * or `&name[` begins a parameter. After the name, `%3b` may be an escaped semicolon.
 */
export const REFERENCE = String.raw`&(?=[#\\%&]|[a-z][a-z0-9]{0,7}(?![\w=[]|%(?!3b|2[56])))`;

/** The characters with which escapes begin. A plus encodes a blank in a form. */
const BEGINNING = /[\\%&+]/;
const NO_BACKSLASH = /[^\\]/g;
const BEGINNING_OR_CUT = new RegExp(`${BEGINNING.source}|${CUT}`, 'g');
/** The mark of a cut. The beginning of an escape may stand before it. */
const BEGUN_AND_CUT = new RegExp(
  String.raw`(?:\\{1,16}(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&(?:#x?[0-9a-f]{0,6}|[a-z][a-z0-9]{0,6})?)?${CUT}`,
  'iy',
);

const SIMPLE_ESCAPE = /%([0-9A-Fa-f]{2})|\\(?:(["'/bfnrt])|(u[0-9A-Fa-f]{4}))/y;
const HEX = /^[0-9a-f]$/i;
const TWO_DIGITS = [HEX, HEX];
const UNIT = [/^u$/i, HEX, HEX, HEX, HEX];
const SURROGATE_PAIR = [/^u$/i, /^d$/i, /^[89ab]$/i, HEX, HEX, /^\\$/, ...UNIT];
/**
 * The character after a backslash, and the meaning of both: the short escapes of RFC 8259, and the
 * escaped apostrophe of PHP and JavaScript.
 */
export const SHORT_ESCAPES: readonly (readonly [letter: string, meaning: string])[] = [
  ...[...'"\'/\\'].map((character) => [character, character] as const),
  ...Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
];
const MEANINGS = new Map(SHORT_ESCAPES);

export class EscapedText {
  /** One character per byte. */
  readonly bytes: string;
  /** Computed readings. They are kept because neighbouring positions need them again. */
  readonly #known = new Map<number, readonly Reading[]>();
  /** The number of readings of possible escapes that were computed. */
  #computed = 0;
  /** The number of characters that were compared with secrets. */
  #compared = 0;
  /** The last run of backslashes that was found. */
  #backslashes = { start: 0, end: -1 };
  /** The last range without an escape or a cut that was found. */
  #plain = { start: 0, end: -1 };

  constructor(bytes: string) {
    this.bytes = bytes;
  }

  /**
   * Every way to read the character at a position: itself, and what it means if it begins an escape
   * of JSON (RFC 8259), a URL (RFC 3986 section 2.1), a form or HTML. The characters of an escape
   * may be escaped as well.
   */
  readings(at: number, mostLevels = this.#mostLevels): readonly Reading[] {
    const character = this.bytes.charAt(at);
    if (character === '') return [];
    const itself = { bytes: character, end: at + 1, levels: 0 };
    if (mostLevels === 0 || !BEGINNING.test(character)) return [itself];
    const key = at * (MOST_LEVELS + 1) + mostLevels;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const meaning = this.#simpleMeaning(at);
    const readings =
      meaning === undefined
        ? this.#withEscapes(this.readings(at, mostLevels - 1), mostLevels - 1)
        : [itself, meaning];
    // Escapes within escapes, such as many backslashes, have many readings.
    this.#computed += meaning === undefined ? 2 * readings.length : 1;
    if (this.#known.size === MOST_KNOWN) this.#known.clear();
    this.#known.set(key, readings);
    return readings;
  }

  /**
   * The meaning of an escape such as `%41` that neither contains nor begins another escape. Most
   * escapes are of this kind, and this saves time.
   */
  #simpleMeaning(at: number): Reading | undefined {
    SIMPLE_ESCAPE.lastIndex = at;
    const [whole, digits, letter = '', unit = ''] = SIMPLE_ESCAPE.exec(this.bytes) ?? [];
    if (whole === undefined) return undefined;
    const bytes = digits === undefined ? (MEANINGS.get(letter) ?? unitsOf(unit)) : byteOf(digits);
    const isSimple = bytes !== undefined && !BEGINNING.test(bytes);
    return isSimple ? { bytes, end: at + whole.length, levels: 1 } : undefined;
  }

  get #mostLevels(): number {
    return this.#computed < MANY ? MOST_LEVELS : 2;
  }

  /** Adds the meanings of the readings that begin an escape. */
  #withEscapes(readings: readonly Reading[], mostLevels: number): readonly Reading[] {
    const all = [...readings];
    for (const first of readings)
      for (const { bytes, end, levels } of this.#meanings(first, mostLevels))
        if (!all.some((other) => other.bytes === bytes && other.end === end))
          all.push({ bytes, end, levels: Math.max(first.levels, levels) + 1 });
    return all;
  }

  #meanings(first: Reading, levels: number): readonly Reading[] {
    const { bytes, end } = first;
    if (bytes === '+') return [{ ...first, bytes: ' ' }];
    if (bytes === '%') return decodedReadings(this.#sequences(end, TWO_DIGITS, levels), byteOf);
    if (bytes === '&') return decodedReadings(this.#references(end, levels), characterOf);
    if (bytes !== '\\') return [];
    const letters = this.readings(end, levels);
    const short = decodedReadings(letters, (letter) => MEANINGS.get(letter));
    // Most escapes are short, and this saves time.
    if (!letters.some(({ bytes: letter }) => UNIT[0]?.test(letter))) return short;
    return [
      ...short,
      ...decodedReadings(this.#sequences(end, UNIT, levels), unitsOf),
      ...decodedReadings(this.#sequences(end, SURROGATE_PAIR, levels), unitsOf),
    ];
  }

  /**
   * Every way to read as many characters as there are patterns. Each character must match the
   * pattern at the same index.
   */
  #sequences(at: number, patterns: readonly RegExp[], levels: number): readonly Reading[] {
    let sequences: readonly Reading[] = [{ bytes: '', end: at, levels: 0 }];
    for (const pattern of patterns) sequences = this.#continued(sequences, pattern, levels);
    return sequences;
  }

  #continued(begun: readonly Reading[], pattern: RegExp, mostLevels: number): readonly Reading[] {
    const longer: Reading[] = [];
    for (const { bytes, end, levels } of begun)
      for (const next of this.readings(end, mostLevels))
        if (pattern.test(next.bytes))
          longer.push({
            bytes: bytes + next.bytes,
            end: next.end,
            levels: Math.max(levels, next.levels),
          });
    return longer;
  }

  /** The names and numbers of character references. The semicolon may be missing. */
  #references(at: number, levels: number): readonly Reading[] {
    const found: Reading[] = [];
    let begun: readonly Reading[] = [{ bytes: '', end: at, levels: 0 }];
    for (let length = 0; length < LONGEST_REFERENCE && begun.length > 0; length += 1) {
      found.push(...this.#continued(begun, /^;$/, levels));
      begun = this.#continued(begun, /^[#\w]$/, levels);
      found.push(...begun.filter(({ end }) => !/[\w;=]/.test(this.bytes.charAt(end))));
    }
    return found;
  }

  /** Whether so much was compared with secrets that the search must end. */
  get isExhausted(): boolean {
    return this.#compared > Math.max(LEAST_COMPARED, MOST_COMPARED * this.bytes.length);
  }

  /** Counts a place where a secret may begin. */
  countCandidate(): void {
    this.#compared += CANDIDATE;
  }

  /**
   * Whether a part of a secret stands at a position. Single characters are compared first: most
   * texts that agree at the beginning of a long part differ at one of them.
   */
  hasAt(at: number, part: string): boolean {
    const { length } = part;
    for (const offset of [length - 1, length >> 1, length >> 2])
      if (this.bytes.charCodeAt(at + offset) !== part.charCodeAt(offset)) return false;
    this.#compared += length;
    return this.bytes.startsWith(part, at);
  }

  /** The number of characters before the next escape or cut; at most `most`. */
  plainFrom(at: number, most: number): number {
    // Neighbouring positions lie in the same range, which may be megabytes long.
    if (at < this.#plain.start || at > this.#plain.end) {
      BEGINNING_OR_CUT.lastIndex = at;
      const end = BEGINNING_OR_CUT.exec(this.bytes)?.index ?? this.bytes.length;
      this.#plain = { start: at, end };
    }
    return Math.min(most, this.#plain.end - at);
  }

  /**
   * Whether the character at a position and the next `characters` can only mean backslashes,
   * because a longer run of backslashes follows than their escapes can use.
   */
  isInBackslashes(at: number, characters: number): boolean {
    // A run may be megabytes long, so it is searched once.
    if (at < this.#backslashes.start || at >= this.#backslashes.end) {
      NO_BACKSLASH.lastIndex = at;
      const end = NO_BACKSLASH.exec(this.bytes)?.index ?? this.bytes.length;
      this.#backslashes = { start: at, end };
    }
    return this.#backslashes.end - at > characters * 2 ** MOST_LEVELS;
  }

  /**
   * The position of the mark of a cut if the mark stands at `at`, or if only the beginning of an
   * escape stands between `at` and the mark. Otherwise undefined.
   */
  cutAt(at: number): number | undefined {
    BEGUN_AND_CUT.lastIndex = at;
    const match = BEGUN_AND_CUT.exec(this.bytes);
    return match === null ? undefined : at + match[0].length - CUT.length;
  }

  /** The reading with the most nested escapes. A plus is not read as a blank. */
  deepest(at: number): Reading | undefined {
    const meaning = this.#simpleMeaning(at);
    if (meaning !== undefined) return meaning;
    const readings = this.readings(at);
    const pluses = new Set(readings.filter(({ bytes }) => bytes === '+').map(({ end }) => end));
    return readings
      .filter(({ bytes, end }) => bytes !== ' ' || !pluses.has(end))
      .toSorted((a, b) => b.levels - a.levels)[0];
  }

  /** The whole text with all escapes decoded. */
  decoded(): string {
    let decoded = '';
    for (let at = 0; at < this.bytes.length; ) {
      const plain = this.plainFrom(at, this.bytes.length);
      decoded += this.bytes.slice(at, at + plain);
      const next = this.deepest(at + plain);
      decoded += next?.bytes ?? '';
      at = next?.end ?? this.bytes.length;
    }
    return decoded;
  }
}

/** The readings with decoded bytes. Readings without a meaning are left out. */
function decodedReadings(
  readings: readonly Reading[],
  decode: (bytes: string) => string | undefined,
): readonly Reading[] {
  const meanings: Reading[] = [];
  for (const { bytes: escaped, end, levels } of readings) {
    const bytes = decode(escaped);
    if (bytes !== undefined) meanings.push({ bytes, end, levels });
  }
  return meanings;
}

const byteOf = (digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));

/** `u0041` or a surrogate pair such as `ud83d\ude00`. Half a pair has no meaning. */
function unitsOf(text: string): string | undefined {
  const units = text.match(/[0-9a-f]{4}/gi) ?? [];
  const character = String.fromCharCode(...units.map((digits) => Number.parseInt(digits, 16)));
  return character.isWellFormed() ? bytesOf(character) : undefined;
}

function characterOf(reference: string): string | undefined {
  const character = decodeHTML(`&${reference}`);
  return character === `&${reference}` ? undefined : bytesOf(character);
}
