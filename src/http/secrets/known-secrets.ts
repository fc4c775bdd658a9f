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

/** Where a secret stands, and what replaces it. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
  /** How often the text was decoded before the secret was found. */
  readonly steps: number;
}

/** A text to look for: a secret, or what servers make of it. */
interface Needle {
  readonly bytes: string;
  /**
   * The beginning of an escape with which the secret ends: decoding may join it to what follows.
   */
  readonly tail: string;
  readonly shown: string;
  /** Whether it is the secret itself, and not the secret in other letters. */
  readonly isExact: boolean;
}

/** The minimum length of a secret that is looked for: a shorter one occurs by chance. */
export const SHORTEST_SECRET = 6;
/** The fewest bytes by which a secret is recognized that is cut short. */
const SHORTEST_CUT = 4;
/** Escapes within escapes that are undone, those among them with which a secret was chosen. */
const ESCAPE_LEVELS = 6;
/** Base64 within base64: Basic credentials, echoed in an encoded error. */
const BASE64_LEVELS = 2;

/**
 * Secrets, looked for in every spelling in which a server may return them. A server may escape some
 * characters and others not, and a secret may contain what looks like an escape (`%41`). So the
 * text and the secret are both decoded until no escape is left: then every spelling has become the
 * same.
 */
export class KnownSecrets {
  readonly #needles = new Map<string, Needle>();
  /** By the bytes that are looked for first, and by those that suffice before a cut. */
  readonly #byHead = new Map<string, Set<Needle>>();
  readonly #byShortHead = new Map<string, Set<Needle>>();
  #heads: RegExp | undefined;
  #shortest = Number.POSITIVE_INFINITY;
  /** The escapes that may stand for a character of a secret; undefined until they are needed. */
  #escapes: Escapes | undefined;
  #hasBlank = false;
  #hasBackslash = false;

  /** Adds a secret as it is, in lower and upper case, and in hexadecimal digits. */
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
    // What is one secret in other letters may be another secret.
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
   * Every occurrence of a secret in a text of one character a byte, in order and without overlaps.
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
      // Without two backslashes in succession there is one way to read them.
      const isAmbiguous = decoded.some(({ bytes }) => bytes.includes('\\\\'));
      const others = isAmbiguous ? decodings(viewOf(text), butBackslash).slice(1) : [];
      const finals = [decoded.at(-1), others.at(-1)].flatMap(
        (last) => (last && withoutBackslashes(last)) ?? [],
      );
      views.push(...others, ...finals);
    }
    const hits = views.flatMap((view) => [...this.#inView(view, text), ...this.#beforeCuts(view)]);
    if (base64Levels === 0) return hits;
    // Three bytes are four letters of base64; the first and the last may belong to other bytes as
    // well.
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
        // The end is compared first: a run of one letter is the beginning of a needle at each of
        // its places.
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

  /** Beginnings of secrets that are too short to be found by their head. */
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

/** A text after some decoding. */
interface Decoding extends View {
  readonly steps: number;
}

/** The view, and the same with one level of escapes after the other undone. */
function decodings(view: View, escapes: RegExp, levels = ESCAPE_LEVELS): readonly Decoding[] {
  const found: Decoding[] = [];
  for (let next: View | undefined = view; next !== undefined && found.length <= levels; ) {
    found.push({ ...next, steps: found.length });
    next = unescaped(next, escapes);
  }
  return found;
}

/**
 * The same where the text is a form, or becomes one when it is decoded: a plus is a blank (URL
 * Standard, section 5.1).
 */
function* formDecodings(decoded: readonly Decoding[], escapes: RegExp): Generator<Decoding> {
  for (const { bytes, placeOf, steps } of decoded) {
    if (!bytes.includes('+')) continue;
    const form = { bytes: bytes.replaceAll('+', ' '), placeOf };
    // A form escapes the plus: with the other escapes of its level undone, this reading counts for
    // more than a plus.
    for (const view of decodings(form, escapes, ESCAPE_LEVELS - steps))
      yield { ...view, steps: steps + Math.max(view.steps, 1) - 0.5 };
  }
}

const fullyDecoded = (text: string): string =>
  decodings(viewOf(text), ALL_ESCAPES.all).at(-1)?.bytes ?? text;

/**
 * Characters that one character may take whose escape is escaped: `\\u0026`, six characters of
 * which each takes six.
 */
const LONGEST_NESTED = 36;

/** The characters from `end` on that are the tail of a secret, escaped or not. */
function lengthOf(tail: string, text: string, end: number): number {
  let length = 0;
  for (let tried = 1; tried <= tail.length * LONGEST_NESTED; tried += 1)
    if (tail !== '' && fullyDecoded(text.slice(end, end + tried)) === tail) length = tried;
  return length;
}

/**
 * The beginning of a needle, from `index` up to the sign of a cut, perhaps with half an escape
 * before it.
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
 * The earliest and longest first; of several at one place that which is found with the least
 * decoding.
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

/** The place of the first match from `from` on, or -1. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * A value in UTF-8; with other characters than ASCII also in Latin-1, and in UTF-8 that was taken
 * for Latin-1.
 */
function encodingsOf(value: string): readonly string[] {
  const utf8 = bytesOf(value);
  if (utf8 === value) return [value];
  return [utf8, bytesOf(utf8), ...(/^[\0-\xff]*$/.test(value) ? [value] : [])];
}
