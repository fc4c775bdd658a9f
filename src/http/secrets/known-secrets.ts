/** Finds known secrets in a text, in every encoding in which a server may return them. */

import { decodedRuns } from './base64.js';
import { bytesOf, CUT, type View, viewOf } from './bytes.js';
import {
  ALL_ESCAPES,
  ESCAPE_BEGUN,
  type Escapes,
  escapesFor,
  LONGEST_BEGUN,
  unescaped,
  withoutBackslashes,
} from './escapes.js';

/** The position of a secret in a text, and its replacement. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
  /** The number of decoding steps after which the secret was found. */
  readonly steps: number;
}

/** A text to search for: a secret, or a common transformation of it. */
interface Needle {
  readonly bytes: string;
  /**
   * The beginning of an escape at the end of the secret. Decoding may join it to the following
   * text.
   */
  readonly tail: string;
  readonly shown: string;
  /** Whether the text is the secret itself and not its upper or lower case form. */
  readonly isExact: boolean;
}

/** The shortest secret that is searched for; a shorter one occurs by chance. */
export const SHORTEST_SECRET = 6;
/** The fewest bytes by which a cut secret is recognized. */
const SHORTEST_CUT = 4;
/** The number of nested escapes that are decoded, including those in the secret itself. */
const ESCAPE_LEVELS = 6;
/** The number of nested base64 encodings, for example Basic credentials in an encoded error. */
const BASE64_LEVELS = 2;

/**
 * Known secrets, found in every spelling in which a server may return them. A server may escape
 * only some characters, and a secret may contain text like an escape (`%41`). Therefore both the
 * text and the secret are decoded until no escape is left, after which all spellings are equal.
 */
export class KnownSecrets {
  readonly #needles = new Map<string, Needle>();
  /**
   * Secrets by the bytes that are searched for first, and by the bytes that are enough before a
   * cut.
   */
  readonly #byHead = new Map<string, Set<Needle>>();
  readonly #byShortHead = new Map<string, Set<Needle>>();
  #heads: RegExp | undefined;
  #shortest = Number.POSITIVE_INFINITY;
  /** The escapes that can encode a character of a secret; undefined until they are needed. */
  #escapes: Escapes | undefined;
  #hasBlank = false;
  #hasBackslash = false;

  /** Adds a secret, also in lower case, in upper case and in hexadecimal digits. */
  add(value: string, shown: string): void {
    const hex = Buffer.from(value).toString('hex');
    for (const bytes of encodingsOf(value)) this.#addDecoded(bytes, shown, true);
    for (const other of [value.toLowerCase(), value.toUpperCase(), hex, hex.toUpperCase()])
      for (const bytes of encodingsOf(other)) this.#addDecoded(bytes, shown, false);
  }

  #addDecoded(value: string, shown: string, isExact: boolean): void {
    this.#add({ bytes: value, tail: '', shown, isExact });
    const decoded = fullyDecoded(value);
    const [begun = ''] = ESCAPE_BEGUN.exec(decoded) ?? [];
    for (const tail of new Set(['', begun])) {
      const whole = viewOf(decoded.slice(0, decoded.length - tail.length));
      const { bytes } = withoutBackslashes(whole) ?? whole;
      this.#add({ bytes, tail, shown, isExact });
    }
  }

  #add(needle: Needle): void {
    const { bytes, isExact } = needle;
    const known = this.#needles.get(bytes);
    // The other case of one secret may be another secret.
    if (bytes.length < SHORTEST_SECRET || known?.isExact || (known && !isExact)) return;
    this.#needles.set(bytes, needle);
    const head = bytes.slice(0, SHORTEST_SECRET);
    if (!this.#byHead.has(head)) this.#heads = undefined;
    replaceIn(this.#byHead, head, known, needle);
    replaceIn(this.#byShortHead, bytes.slice(0, SHORTEST_CUT), known, needle);
    this.#shortest = Math.min(this.#shortest, bytes.length);
    if (/[^\0-\x7f]/.test(bytes)) this.#escapes = undefined;
    this.#hasBlank ||= bytes.includes(' ');
    this.#hasBackslash ||= bytes.includes('\\');
  }

  /** Whether a text contains a secret in any spelling. */
  isIn(text: string): boolean {
    return this.find(bytesOf(text)).length > 0;
  }

  /**
   * Every occurrence of a secret in a text with one character per byte, sorted and without
   * overlaps.
   */
  find(text: string): readonly Hit[] {
    return this.#needles.size === 0 ? [] : withoutOverlaps(this.#within(text, BASE64_LEVELS));
  }

  #within(text: string, base64Levels: number): Hit[] {
    this.#escapes ??= escapesFor(
      [...this.#needles.keys()].map((bytes) => Buffer.from(bytes, 'latin1').toString()),
    );
    const { all, butBackslash } = this.#escapes;
    const decoded = decodings(viewOf(text), all);
    const views = [...decoded];
    if (this.#hasBlank) views.push(...formDecodings(decoded, all));
    if (this.#hasBackslash) {
      // Without two consecutive backslashes there is only one way to read them.
      const isAmbiguous = decoded.some(({ bytes }) => bytes.includes('\\\\'));
      const others = isAmbiguous ? decodings(viewOf(text), butBackslash).slice(1) : [];
      const finals = [decoded.at(-1), others.at(-1)].flatMap(
        (last) => (last && withoutBackslashes(last)) ?? [],
      );
      views.push(...others, ...finals);
    }
    const hits = views.flatMap((view) => [...this.#inView(view, text), ...this.#beforeCuts(view)]);
    if (base64Levels === 0) return hits;
    // Four base64 characters encode three bytes; the first and the last character may also encode
    // parts of other bytes.
    const least = Math.floor((this.#shortest * 4) / 3);
    const runs = decodedRuns(decoded.at(-1) ?? viewOf(text), least);
    if (runs === undefined) return hits;
    const hitsInRuns = this.#within(runs.bytes, base64Levels - 1).map((hit) => {
      const [start, end] = runs.placeOf(hit.start, hit.end);
      return { ...hit, start, end };
    });
    return [...hits, ...hitsInRuns];
  }

  *#inView(view: Decoding, text: string): Generator<Hit> {
    this.#heads ??= new RegExp([...this.#byHead.keys()].map(quoted).join('|'), 'g');
    const cuts = view.bytes.includes(CUT);
    for (
      let index = next(this.#heads, view.bytes, 0);
      index >= 0;
      index = next(this.#heads, view.bytes, index + 1)
    ) {
      for (const needle of this.#byHead.get(view.bytes.slice(index, index + SHORTEST_SECRET)) ??
        []) {
        const { bytes, tail } = needle;
        // The end is compared first, because a run of one repeated character matches the beginning
        // at every position.
        const isWhole =
          view.bytes.startsWith(bytes.slice(-SHORTEST_CUT), index + bytes.length - SHORTEST_CUT) &&
          view.bytes.startsWith(bytes, index);
        if (!isWhole) {
          if (cuts) yield* cutShort(view, index, needle);
          continue;
        }
        const [start, end] = view.placeOf(index, index + bytes.length);
        yield {
          start,
          end: end + lengthOf(tail, text, end),
          shown: needle.shown,
          steps: view.steps,
        };
      }
    }
  }

  /** Finds the beginnings of secrets before a cut that are too short for the normal search. */
  *#beforeCuts(view: Decoding): Generator<Hit> {
    for (let cut = view.bytes.indexOf(CUT); cut >= 0; cut = view.bytes.indexOf(CUT, cut + 1)) {
      for (let length = SHORTEST_CUT; length < SHORTEST_SECRET + LONGEST_BEGUN; length += 1) {
        const start = cut - length;
        for (const needle of this.#byShortHead.get(view.bytes.slice(start, start + SHORTEST_CUT)) ??
          [])
          yield* cutShort(view, start, needle);
      }
    }
  }
}

/** A text after some decoding steps. */
interface Decoding extends View {
  readonly steps: number;
}

/** The view, followed by the views with one more level of escapes decoded each. */
function decodings(view: View, escapes: RegExp, levels = ESCAPE_LEVELS): readonly Decoding[] {
  const found: Decoding[] = [];
  for (let next: View | undefined = view; next !== undefined && found.length <= levels; ) {
    found.push({ ...next, steps: found.length });
    next = unescaped(next, escapes);
  }
  return found;
}

/**
 * Further views for a text that is a form, or becomes one by decoding: a plus means a blank (URL
 * Standard, section 5.1).
 */
function* formDecodings(decoded: readonly Decoding[], escapes: RegExp): Generator<Decoding> {
  for (const { bytes, placeOf, steps } of decoded) {
    if (!bytes.includes('+')) continue;
    const form = { bytes: bytes.replaceAll('+', ' '), placeOf };
    // A form escapes its plus signs. If the other escapes of the level are decoded, this reading is
    // more likely than a literal plus.
    for (const view of decodings(form, escapes, ESCAPE_LEVELS - steps))
      yield { ...view, steps: steps + Math.max(view.steps, 1) - 0.5 };
  }
}

const fullyDecoded = (text: string): string =>
  decodings(viewOf(text), ALL_ESCAPES.all).at(-1)?.bytes ?? text;

/**
 * The most characters for one character whose escape is escaped: `\\u0026` has six characters, each
 * of which may take six.
 */
const LONGEST_NESTED = 36;

/** The number of characters from `end` on that form the tail of a secret, escaped or not. */
function lengthOf(tail: string, text: string, end: number): number {
  let length = 0;
  for (let tried = 1; tried <= tail.length * LONGEST_NESTED; tried += 1)
    if (tail !== '' && fullyDecoded(text.slice(end, end + tried)) === tail) length = tried;
  return length;
}

/**
 * The beginning of a secret from `index` up to the cut mark, possibly with half an escape before
 * the mark.
 */
function* cutShort(view: Decoding, index: number, { bytes, shown }: Needle): Generator<Hit> {
  const cut = view.bytes.indexOf(CUT, index);
  if (cut < 0 || cut - index > bytes.length + LONGEST_BEGUN) return;
  let same = 0;
  while (same < cut - index && view.bytes[index + same] === bytes[same]) same += 1;
  const rest = view.bytes.slice(index + same, cut);
  if (same < SHORTEST_CUT || (rest !== '' && ESCAPE_BEGUN.exec(rest)?.index !== 0)) return;
  const [start, end] = view.placeOf(index, cut);
  yield { start, end, shown, steps: view.steps };
}

/**
 * Keeps the earliest and longest occurrences. At the same position the one with the fewest decoding
 * steps is kept.
 */
function withoutOverlaps(hits: readonly Hit[]): readonly Hit[] {
  const sorted = hits.toSorted((a, b) => a.start - b.start || b.end - a.end || a.steps - b.steps);
  const apart: Hit[] = [];
  for (const hit of sorted) {
    const last = apart.at(-1);
    if (last === undefined || hit.start >= last.end) apart.push(hit);
    else if (hit.end > last.end) apart[apart.length - 1] = { ...last, end: hit.end };
  }
  return apart;
}

function replaceIn(
  map: Map<string, Set<Needle>>,
  key: string,
  old: Needle | undefined,
  needle: Needle,
): void {
  const needles = map.get(key) ?? new Set();
  if (old !== undefined) needles.delete(old);
  map.set(key, needles.add(needle));
}

/** The index of the first match at or after `from`, or -1. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * The UTF-8 form of a value; if it is not ASCII, also its Latin-1 form, and UTF-8 misread as
 * Latin-1.
 */
function encodingsOf(value: string): readonly string[] {
  const utf8 = bytesOf(value);
  if (utf8 === value) return [value];
  return [utf8, bytesOf(utf8), ...(/^[\0-\xff]*$/.test(value) ? [value] : [])];
}
