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

/** An occurrence of a secret in a text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** The text that replaces the secret. */
  readonly shown: string;
  /** The number of decoding steps after which the secret was found. */
  readonly steps: number;
}

/** A text to search for: a secret, or a common transformation of it. */
interface Needle {
  readonly bytes: string;
  /**
   * A secret may end with the beginning of an escape, such as `%4`. Decoding may join this
   * beginning to the following text, so it is removed from `bytes` and stored here.
   */
  readonly tail: string;
  /** The text that replaces the secret. */
  readonly shown: string;
  /**
   * Whether the text is the secret itself, and not its upper case, lower case or hexadecimal form.
   */
  readonly isExact: boolean;
}

/** A secret with fewer characters is not searched for, because it may occur by chance. */
export const SHORTEST_SECRET = 6;
/** A secret that was cut is found only if at least this number of its bytes is left. */
const SHORTEST_CUT = 4;
/** The number of times that a text is decoded, because an escape may itself be escaped. */
const ESCAPE_LEVELS = 6;
/**
 * The number of times that base64 is decoded. Two are needed for Basic credentials in an error
 * message that is itself encoded.
 */
const BASE64_LEVELS = 2;

/**
 * Finds known secrets in every encoding in which a server may return them. A server may escape only
 * some characters, and a secret may contain text like an escape (`%41`). Therefore both the text
 * and the secret are decoded until no escape is left. Then all encodings of a secret are equal.
 */
export class KnownSecrets {
  readonly #needles = new Map<string, Needle>();
  /** The keys are the first `SHORTEST_SECRET` bytes of the secrets. They are searched for first. */
  readonly #byHead = new Map<string, Set<Needle>>();
  /** The keys are the first `SHORTEST_CUT` bytes of the secrets. */
  readonly #byShortHead = new Map<string, Set<Needle>>();
  #heads: RegExp | undefined;
  #shortest = Number.POSITIVE_INFINITY;
  /** The escapes that can encode a character of a secret. They are computed when needed. */
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
    // The upper or lower case form of this secret may be another known secret, which is kept.
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

  /** Whether a text contains a secret in any encoding. */
  isIn(text: string): boolean {
    return this.find(bytesOf(text)).length > 0;
  }

  /**
   * Finds every occurrence of a secret. The text must have one character per byte. The result is
   * sorted and has no overlaps.
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
      // Two consecutive backslashes may be an escaped backslash, or the second may begin an escape.
      const isAmbiguous = decoded.some(({ bytes }) => bytes.includes('\\\\'));
      const others = isAmbiguous ? decodings(viewOf(text), butBackslash).slice(1) : [];
      const finals = [decoded.at(-1), others.at(-1)].flatMap(
        (last) => (last && withoutBackslashes(last)) ?? [],
      );
      views.push(...others, ...finals);
    }
    const hits = views.flatMap((view) => [...this.#inView(view, text), ...this.#beforeCuts(view)]);
    if (base64Levels === 0) return hits;
    // Four base64 characters encode three bytes. The number is rounded down, because the first and
    // the last character may also encode parts of other bytes.
    const fewestCharacters = Math.floor((this.#shortest * 4) / 3);
    const runs = decodedRuns(decoded.at(-1) ?? viewOf(text), fewestCharacters);
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
      let index = indexOfNext(this.#heads, view.bytes, 0);
      index >= 0;
      index = indexOfNext(this.#heads, view.bytes, index + 1)
    ) {
      for (const needle of this.#byHead.get(view.bytes.slice(index, index + SHORTEST_SECRET)) ??
        []) {
        const { bytes, tail } = needle;
        // The end is compared first. In a text that repeats one character, the beginning of a
        // secret may match at every position.
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

  /** Finds secrets that were cut so early that the normal search does not find them. */
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

/** A text after a number of decoding steps. */
interface Decoding extends View {
  readonly steps: number;
}

/** Returns the text, then the text decoded once, then twice and so on, at most `levels` times. */
function decodings(view: View, escapes: RegExp, levels = ESCAPE_LEVELS): readonly Decoding[] {
  const found: Decoding[] = [];
  let current: View | undefined = view;
  while (current !== undefined && found.length <= levels) {
    found.push({ ...current, steps: found.length });
    current = unescaped(current, escapes);
  }
  return found;
}

/** Decodes the texts as forms, in which a plus means a blank (URL Standard, section 5.1). */
function* formDecodings(decoded: readonly Decoding[], escapes: RegExp): Generator<Decoding> {
  for (const { bytes, placeOf, steps } of decoded) {
    if (!bytes.includes('+')) continue;
    const form = { bytes: bytes.replaceAll('+', ' '), placeOf };
    // A form escapes its literal plus signs. So if its escapes were decoded, an unescaped plus
    // probably means a blank. Half a step less is counted, so that this reading is preferred.
    for (const view of decodings(form, escapes, ESCAPE_LEVELS - steps))
      yield { ...view, steps: steps + Math.max(view.steps, 1) - 0.5 };
  }
}

const fullyDecoded = (text: string): string =>
  decodings(viewOf(text), ALL_ESCAPES.all).at(-1)?.bytes ?? text;

/**
 * The greatest length of one escaped character: an escape such as `\u0026` has six characters, and
 * each of them may itself be escaped with six characters.
 */
const MAX_NESTED_LENGTH = 36;

/**
 * The number of characters after position `end` that belong to the tail of a secret, which may be
 * escaped.
 */
function lengthOf(tail: string, text: string, end: number): number {
  let length = 0;
  for (let tried = 1; tried <= tail.length * MAX_NESTED_LENGTH; tried += 1)
    if (tail !== '' && fullyDecoded(text.slice(end, end + tried)) === tail) length = tried;
  return length;
}

/**
 * Finds a secret that begins at `index` and was cut at the mark `CUT`. An escape that was also cut
 * may stand before the mark.
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
 * Of overlapping occurrences, keeps the earliest. Of those with the same start, keeps the longest,
 * then the one with the fewest decoding steps. If a later occurrence ends later, the kept one is
 * extended to its end.
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
function indexOfNext(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * The UTF-8 bytes of a value. If the value is not ASCII, also its Latin-1 bytes, and the bytes that
 * result if its UTF-8 bytes are misread as Latin-1 and encoded again.
 */
function encodingsOf(value: string): readonly string[] {
  const utf8 = bytesOf(value);
  if (utf8 === value) return [value];
  return [utf8, bytesOf(utf8), ...(/^[\0-\xff]*$/.test(value) ? [value] : [])];
}
