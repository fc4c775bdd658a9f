/** Finds and decodes base64 in a text, so that encoded secrets can be found. */

import { CUT, type EscapedText, REFERENCE } from './escaped-text.js';

/** A text that was decoded from parts of an original text. */
export interface Decoded {
  readonly bytes: string;
  /** The range of the original text that encodes the bytes `from` to `to`. */
  readonly placeOf: (from: number, to: number) => readonly [start: number, end: number];
}

/** For each character code: 1 if the pattern matches the character, otherwise 0. */
const tableOf = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => Number(pattern.test(String.fromCharCode(code))));

/** The characters of base64 and base64url. */
const ALPHABET = tableOf(/[A-Za-z0-9+/_-]/);
/**
 * The characters that occur in base64, in escapes, in line breaks, and in the mark `…` of a cut.
 * `=` and `[` are included to distinguish the parameters `&lt=1` and `&lt[]=1` of an address from
 * the escape `&lt`.
 */
const ALPHABET_OR_ESCAPES = tableOf(new RegExp(String.raw`[A-Za-z0-9+/_\\%&#;=[\r\n${CUT}-]`));

/**
 * The hexadecimal codes of three kinds of characters: those of base64, line breaks, and those that
 * begin escapes.
 */
const CODES = String.raw`0[ad]|2[56bdf]|3[\dd]|[46][1-9a-f]|[57][\da]|5[cf]`;
/** Finds escapes of these characters, and line breaks after a character of base64. */
const ESCAPE_OR_BREAK = new RegExp(
  [
    String.raw`%(?=${CODES}|[\da-f]?[\\%&])`,
    String.raw`\\(?=[/rn\\%&]|u(?:00(?:${CODES})|[\da-f]{0,3}[\\%&]))`,
    REFERENCE,
    String.raw`[\r\n](?<=[A-Za-z0-9+/;][\r\n]+)`,
  ].join('|'),
  'gi',
);
/**
 * A line break is removed if at least this number of base64 characters stand before it. MIME (RFC
 * 2045 section 6.8) breaks lines after 76 characters, PEM (RFC 7468 section 2) after 64.
 */
const LEAST_LINE = 60;
const LINE_END = /^[A-Za-z0-9+/]{60}$/;

/**
 * Decodes all runs of at least `least` characters of base64 or base64url (RFC 4648 sections 4 and
 * 5). A run may continue on the next line. Each run is decoded four times, from its first, second,
 * third and fourth character, because other characters of the alphabet may stand directly before
 * the base64. Each result is a line of the returned text. Returns undefined if there are no runs.
 */
export function decodedRuns(text: EscapedText, least: number): Decoded | undefined {
  const lines: Line[] = [];
  let decoded = '';
  for (const part of rangesOf(ALPHABET_OR_ESCAPES, text.bytes, least)) {
    const { bytes, placeOf } = withoutEscapes(text, part);
    for (const { start, end } of rangesOf(ALPHABET, bytes, least)) {
      const mark = bytes.startsWith(CUT, end) ? CUT : '';
      for (const first of [start, start + 1, start + 2, start + 3]) {
        lines.push({ start: first, end, begin: decoded.length, placeOf });
        decoded += `${Buffer.from(bytes.slice(first, end), 'base64').toString('latin1')}${mark}\n`;
      }
    }
  }
  if (lines.length === 0) return undefined;
  return {
    bytes: decoded,
    placeOf(from, to) {
      const { start, end, begin, placeOf } = lines.findLast((one) => one.begin <= from) as Line;
      // Four base64 characters encode three bytes.
      const first = start + Math.floor(((from - begin) * 4) / 3);
      const last = start + Math.ceil(((to - begin) * 4) / 3) - 1;
      return [placeOf(first)[0], placeOf(Math.min(end - 1, last))[1]];
    },
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A decoded run. `start` and `end` are positions in the text without escapes. */
interface Line extends Range {
  /** The position of the line in the decoded text. */
  readonly begin: number;
  /** The range of the original text from which a character of the run was decoded. */
  readonly placeOf: (at: number) => readonly [start: number, end: number];
}

/** An escape in the original text. `bytes` is its decoded text. */
interface Escape extends Range {
  readonly bytes: string;
  /** The position of the bytes in the text without escapes. */
  readonly at: number;
}

/** A part of a text with its escapes decoded, and without line breaks in base64. */
function withoutEscapes(
  text: EscapedText,
  { start, end }: Range,
): { readonly bytes: string; readonly placeOf: Line['placeOf'] } {
  const original = text.bytes.slice(start, end);
  // Most parts contain no such escape.
  if (original.search(ESCAPE_OR_BREAK) < 0)
    return { bytes: original, placeOf: (at) => [start + at, start + at + 1] };
  const escapes: Escape[] = [];
  const parts: string[] = [];
  /** The last bytes of the decoded text. */
  let last = '';
  let length = 0;
  let done = start;
  for (const match of original.matchAll(ESCAPE_OR_BREAK)) {
    const index = start + match.index;
    const reading = index < done ? undefined : text.deepest(index);
    if (reading === undefined) continue;
    const before = text.bytes.slice(done, index);
    last = (last + before).slice(-LEAST_LINE);
    const isLineBreak = /[\r\n]/.test(reading.bytes) && LINE_END.test(last);
    const bytes = isLineBreak ? '' : reading.bytes;
    parts.push(before, bytes);
    length += before.length;
    escapes.push({ start: index, end: reading.end, bytes, at: length });
    length += bytes.length;
    last += bytes;
    done = reading.end;
  }
  parts.push(text.bytes.slice(done, end));
  return { bytes: parts.join(''), placeOf: (at) => placeIn(escapes, start, at) };
}

/**
 * Maps the position `at` of a character in a part without escapes to the original text. Returns the
 * range of the character, or of the escape that it was decoded from. The part begins at `start`.
 */
function placeIn(
  escapes: readonly Escape[],
  start: number,
  at: number,
): readonly [start: number, end: number] {
  const before = escapes.findLast((one) => one.at <= at);
  if (before === undefined) return [start + at, start + at + 1];
  const distance = at - before.at - before.bytes.length;
  if (distance < 0) return [before.start, before.end];
  return [before.end + distance, before.end + distance + 1];
}

/** The ranges of a text with at least `least` characters of a table in a row. */
function rangesOf(table: Uint8Array, text: string, least: number): readonly Range[] {
  const ranges: Range[] = [];
  const isIn = (at: number): boolean => table[text.charCodeAt(at)] === 1;
  // A range has at least `least` characters, so it is enough to look at every `least`-th position.
  for (let probe = least - 1, done = 0; probe < text.length; probe += least) {
    if (!isIn(probe)) continue;
    let start = probe;
    while (start > done && isIn(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && isIn(end)) end += 1;
    if (end - start >= least) ranges.push({ start, end });
    probe = end;
    done = end;
  }
  return ranges;
}
