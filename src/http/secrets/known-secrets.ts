/** Finds known secrets in a text, in every encoding in which a server may return them. */

import { decodedRuns } from './base64.js';
import { bytesOf, CUT, EscapedText, REFERENCE, SHORT_ESCAPES } from './escaped-text.js';

/** An occurrence of a secret in a text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** The text that replaces the secret. */
  readonly shown: string;
  /** The greatest number of nested escapes by which one of its characters is encoded. */
  readonly levels: number;
  /** The number of escaped characters. */
  readonly escapes: number;
}

/** A text to search for: a secret, or a common transformation of it. */
interface Needle {
  readonly bytes: string;
  /** The text that replaces the secret. */
  readonly shown: string;
  /** Whether the text is the secret itself, and not, for example, its upper case form. */
  readonly isExact: boolean;
}

/** A secret with fewer characters is not searched for, because it may occur by chance. */
export const SHORTEST_SECRET = 6;
/**
 * A server may cut a text and mark the cut with `…`. A secret that was cut is found only if at
 * least this number of its bytes is left.
 */
const SHORTEST_CUT = 4;
/**
 * The number of times that base64 is decoded. Two are needed for Basic credentials in an error
 * message that is itself encoded.
 */
const BASE64_LEVELS = 2;

/**
 * Finds known secrets in every encoding in which a server may return them. A server may escape only
 * some characters. Therefore a secret is compared with a text character by character, and each
 * character of the text may be escaped in its own way.
 */
export class KnownSecrets {
  readonly #needles = new Map<string, Needle>();
  /**
   * The keys are the first byte of each secret, its first two bytes, and so on up to
   * `SHORTEST_SECRET` bytes.
   */
  readonly #byBeginning = new Map<string, Set<Needle>>();
  /** The first `SHORTEST_SECRET` bytes of all secrets, and the bytes that begin escapes. */
  readonly #bytes = new Set('\\%&');
  /** The UTF-16 code units of all secrets, and those that begin escapes. */
  readonly #units = new Set('\\%&');
  /** Whether a backslash is among the first `SHORTEST_SECRET` bytes of a secret. */
  #hasBackslash = false;
  #shortest = Number.POSITIVE_INFINITY;
  /** Finds the beginnings of secrets that are not escaped. It is made when needed. */
  #unescaped: RegExp | undefined;
  /** Finds escapes that a secret may contain, and cuts. It is made when needed. */
  #escapes: RegExp | undefined;

  /**
   * Adds a secret, also in lower case, in upper case, in hexadecimal digits, and decoded if it
   * contains escapes: a server may decode it and return the result.
   */
  add(value: string, shown: string): void {
    for (const bytes of encodingsOf(value)) this.#add({ bytes, shown, isExact: true });
    const others = value.length > LONG ? [] : otherFormsOf(value);
    for (const bytes of others) this.#add({ bytes, shown, isExact: false });
  }

  #add(needle: Needle): void {
    const { bytes, isExact } = needle;
    const known = this.#needles.get(bytes);
    // The upper or lower case form of this secret may be another known secret, which is kept.
    if (bytes.length < SHORTEST_SECRET || known?.isExact || (known && !isExact)) return;
    this.#needles.set(bytes, needle);
    const head = bytes.slice(0, SHORTEST_SECRET);
    if (head.includes('\\')) this.#hasBackslash = true;
    if (!this.#byBeginning.has(head)) this.#unescaped = undefined;
    for (let length = 1; length <= SHORTEST_SECRET; length += 1) {
      const beginning = head.slice(0, length);
      const needles = this.#byBeginning.get(beginning) ?? new Set();
      if (known !== undefined) needles.delete(known);
      this.#byBeginning.set(beginning, needles.add(needle));
    }
    this.#shortest = Math.min(this.#shortest, bytes.length);
    const before = this.#bytes.size + this.#units.size;
    for (const byte of head) this.#bytes.add(byte);
    // A secret in JSON is escaped by UTF-16 code units.
    const text = Buffer.from(bytes, 'latin1').toString();
    for (let at = 0; at < text.length; at += 1) this.#units.add(text.charAt(at));
    if (this.#bytes.size + this.#units.size > before) this.#escapes = undefined;
  }

  /** Whether a text contains a secret in any encoding. */
  isIn(text: string): boolean {
    return this.find(bytesOf(text)).length > 0;
  }

  /**
   * Finds every occurrence of a secret. The text must have one character per byte. The result is
   * sorted and has no overlaps.
   */
  find(bytes: string): readonly Hit[] {
    return this.#needles.size === 0 ? [] : withoutOverlaps(this.#within(bytes, BASE64_LEVELS));
  }

  #within(bytes: string, base64Levels: number): Hit[] {
    const text = new EscapedText(bytes);
    const hits = [...this.#unescapedIn(text), ...this.#escapedIn(text)];
    if (base64Levels === 0) return hits;
    // Four base64 characters encode three bytes. The number is rounded down, because the first and
    // the last character may also encode parts of other bytes.
    const fewestCharacters = Math.floor((this.#shortest * 4) / 3);
    const runs = decodedRuns(text, fewestCharacters);
    if (runs === undefined) return hits;
    const hitsInRuns = this.#within(runs.bytes, base64Levels - 1).map((hit) => {
      const [start, end] = runs.placeOf(hit.start, hit.end);
      return { ...hit, start, end };
    });
    return [...hits, ...hitsInRuns];
  }

  /** Finds the secrets whose first characters are not escaped. */
  #unescapedIn(text: EscapedText): Hit[] {
    const { bytes } = text;
    this.#unescaped ??= new RegExp(
      [...this.#byBeginning.keys()]
        .filter(({ length }) => length === SHORTEST_SECRET)
        .map((beginning) => beginning.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
        .join('|'),
      'g',
    );
    const hits: Hit[] = [];
    for (const start of indexesOf(this.#unescaped, bytes))
      if (!this.#addHits(hits, text, start, bytes.slice(start, start + SHORTEST_SECRET))) break;
    return hits;
  }

  /** Finds the secrets with an escape or a cut among their first characters. */
  #escapedIn(text: EscapedText): Hit[] {
    this.#escapes ??= escapesOf(this.#bytes, this.#units);
    const hits: Hit[] = [];
    for (const index of indexesOf(this.#escapes, text.bytes)) {
      // A secret without a backslash at its beginning cannot begin within many backslashes.
      if (!this.#hasBackslash && text.isInBackslashes(index, SHORTEST_SECRET)) continue;
      for (const { start, beginning } of this.#beginningsWith(text, index))
        if (!this.#addHits(hits, text, start, beginning)) return hits;
    }
    return hits;
  }

  /**
   * Adds the secrets that begin at `start`. If too much of the text was compared, such as a text of
   * many `x` with the secret `xxxxxx`, the rest of the text counts as the secret, and the result is
   * false.
   */
  #addHits(hits: Hit[], text: EscapedText, start: number, beginning: string): boolean {
    for (const needle of this.#byBeginning.get(beginning) ?? []) {
      if (text.isExhausted) {
        const { length: end } = text.bytes;
        hits.push({ start, end, shown: needle.shown, levels: 0, escapes: 0 });
        return false;
      }
      hits.push(...hitsOf(text, start, needle));
    }
    return true;
  }

  /**
   * The texts with which a secret may begin if the escape or cut at `index` is among its first
   * characters. Each text consists of the characters before the escape, the meaning of the escape,
   * and the characters after it.
   */
  #beginningsWith(text: EscapedText, index: number): readonly Beginning[] {
    const readings = text.readings(index).map(({ bytes, end }) => {
      const plain = text.plainFrom(end, SHORTEST_SECRET - bytes.length);
      return bytes + text.bytes.slice(end, end + plain);
    });
    if (text.cutAt(index) !== undefined) readings.push('');
    const beginnings: Beginning[] = [];
    for (let start = index; start >= 0 && start > index - SHORTEST_SECRET; start -= 1) {
      const before = text.bytes.slice(start, index);
      if (before !== '' && !this.#byBeginning.has(before)) continue;
      for (const reading of readings)
        beginnings.push({ start, beginning: (before + reading).slice(0, SHORTEST_SECRET) });
    }
    return beginnings;
  }
}

/** Of a longer secret the other forms are not searched for, because they need much memory. */
const LONG = 64 * 1024;

/** Forms of a secret other than itself, which a server may return. */
function otherFormsOf(value: string): readonly string[] {
  const hex = Buffer.from(value).toString('hex');
  const others = [value.toLowerCase(), value.toUpperCase(), hex, hex.toUpperCase()];
  return [...others.flatMap(encodingsOf), new EscapedText(bytesOf(value)).decoded()];
}

/** The first bytes of a text that may be a secret, up to `SHORTEST_SECRET`, without escapes. */
interface Beginning {
  readonly start: number;
  readonly beginning: string;
}

/** How far a secret was found in a text. */
interface Progress {
  /** The number of bytes of the secret that were found. */
  readonly read: number;
  /** The position in the text after these bytes. */
  readonly end: number;
  readonly levels: number;
  readonly escapes: number;
}

/** The ways to read the whole secret at `start`, or its beginning if a cut follows. */
function hitsOf(text: EscapedText, start: number, { bytes, shown }: Needle): Hit[] {
  text.countCandidate();
  const hits: Hit[] = [];
  const seen = new Set<string>();
  const open: Progress[] = [{ read: 0, end: start, levels: 0, escapes: 0 }];
  for (let progress = open.pop(); progress !== undefined; progress = open.pop()) {
    const { read, end, levels, escapes } = progress;
    const cut = read < SHORTEST_CUT ? undefined : text.cutAt(end);
    if (read === bytes.length || cut !== undefined)
      hits.push({ start, end: read === bytes.length ? end : (cut ?? end), shown, levels, escapes });
    for (const next of continued(text, bytes, progress)) {
      const key = `${next.read} ${next.end}`;
      if (!seen.has(key)) open.push(next);
      seen.add(key);
    }
  }
  return hits;
}

/**
 * The ways to read the next character of a secret, or the next characters if they are not escaped.
 */
function continued(text: EscapedText, bytes: string, progress: Progress): readonly Progress[] {
  const { read, end, levels, escapes } = progress;
  const plain = text.plainFrom(end, bytes.length - read);
  // Characters that are not escaped are compared together, because this is faster.
  if (plain > 0)
    return text.hasAt(end, bytes.slice(read, read + plain))
      ? [{ ...progress, read: read + plain, end: end + plain }]
      : [];
  return text
    .readings(end)
    .filter((next) => bytes.startsWith(next.bytes, read))
    .map((next) => ({
      read: read + next.bytes.length,
      end: next.end,
      levels: Math.max(levels, next.levels),
      escapes: escapes + Number(next.levels > 0),
    }));
}

/**
 * A pattern for the mark of a cut, and for the escapes of some bytes and UTF-16 code units. It
 * leaves out other escapes to save time: in some alphabets JSON escapes every character.
 */
function escapesOf(bytes: ReadonlySet<string>, units: ReadonlySet<string>): RegExp {
  const plus = bytes.has(' ') ? '+' : '';
  const letters = SHORT_ESCAPES.filter(([, meaning]) => bytes.has(meaning));
  const short = letters.map(([letter]) => `\\x${hexOf(letter, 2)}`).join('');
  const inUrl = [...bytes, ...plus].map((byte) => hexOf(byte, 2)).join('|');
  const inJson = [...units, ...plus].map((unit) => hexOf(unit, 4)).join('|');
  const alternatives = [
    String.raw`%(?:${inUrl}|[0-9a-f]?[\\%&])`,
    String.raw`\\(?:[%&${short}]|u(?:${inJson}|[0-9a-f]{0,3}[\\%&]))`,
    REFERENCE,
    CUT,
    ...(plus === '' ? [] : [String.raw`\+`]),
  ];
  return new RegExp(alternatives.join('|'), 'gi');
}

const hexOf = (character: string, digits: number): string =>
  character.charCodeAt(0).toString(16).padStart(digits, '0');

/**
 * Of overlapping occurrences, keeps the earliest. If a later occurrence ends later, the kept one is
 * extended to its end. Of occurrences with the same start, keeps the longest. If several are
 * equally long, keeps the one with the fewest nested escapes, and then the one with the most
 * escaped characters. The last rule decides how a plus is read: in a form with `%25`, a plus is
 * probably an escaped blank.
 */
function withoutOverlaps(hits: readonly Hit[]): readonly Hit[] {
  const sorted = hits.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || a.levels - b.levels || b.escapes - a.escapes,
  );
  const apart: Hit[] = [];
  for (const hit of sorted) {
    const last = apart.at(-1);
    if (last === undefined || hit.start >= last.end) apart.push(hit);
    else if (hit.end > last.end) apart[apart.length - 1] = { ...last, end: hit.end };
  }
  return apart;
}

/** The positions at which a global pattern matches. The matches may overlap. */
function* indexesOf(pattern: RegExp, text: string): Generator<number, void> {
  for (let at = 0; ; at += 1) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return;
    at = match.index;
    yield at;
  }
}

/**
 * The UTF-8 bytes of a value. If the value is not ASCII, also its Latin-1 bytes, and the bytes that
 * result if its UTF-8 bytes are misread as Latin-1 and encoded again.
 */
function encodingsOf(value: string): readonly string[] {
  const utf8 = bytesOf(value);
  if (utf8 === value) return [value];
  return [utf8, bytesOf(utf8), ...(/^[\0-\xff]*$/.test(value) ? [value] : [])];
}
