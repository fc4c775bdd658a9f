/** Finds and decodes base64 in a text, so that encoded secrets can be found. */

import { CUT, type EscapedText, REFERENCE } from './escaped-text.js';

/** A text that was decoded from parts of another text. */
export interface Decoded {
  readonly bytes: string;
  /** The range of the other text that encodes the bytes `from` to `to`. */
  readonly placeOf: (from: number, to: number) => readonly [start: number, end: number];
}

/** For each character code: 1 if base64 or base64url uses the character, otherwise 0. */
const IN_ALPHABET = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/^[A-Za-z0-9+/_-]$/.test(String.fromCharCode(code))),
);

/**
 * The hexadecimal codes of the characters of base64, of line breaks, and of characters that begin
 * escapes.
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
  const { bytes, placeOf } = withoutEscapes(text);
  const runs = runsIn(bytes, least).flatMap(({ start, end }) =>
    [0, 1, 2, 3].map((skipped) => ({ start: start + skipped, end })),
  );
  if (runs.length === 0) return undefined;
  const lines: (Run & { readonly begin: number })[] = [];
  let decoded = '';
  for (const { start, end } of runs) {
    lines.push({ start, end, begin: decoded.length });
    const mark = bytes.startsWith(CUT, end) ? CUT : '';
    decoded += `${Buffer.from(bytes.slice(start, end), 'base64').toString('latin1')}${mark}\n`;
  }
  return {
    bytes: decoded,
    placeOf(from, to) {
      const line = lines.findLast(({ begin }) => begin <= from) ?? { start: 0, end: 0, begin: 0 };
      // Four base64 characters encode three bytes.
      const first = line.start + Math.floor(((from - line.begin) * 4) / 3);
      const last = line.start + Math.ceil(((to - line.begin) * 4) / 3) - 1;
      return [placeOf(first)[0], placeOf(Math.min(line.end - 1, last))[1]];
    },
  };
}

interface Run {
  readonly start: number;
  readonly end: number;
}

/** An escape in the original text, and its bytes in the decoded text. */
interface Escape extends Run {
  readonly bytes: string;
  /** The position of the bytes in the decoded text. */
  readonly at: number;
}

/** The text with its escapes decoded, and without line breaks in base64. */
function withoutEscapes(text: EscapedText): {
  readonly bytes: string;
  /** The range of the original text from which the byte at a position was decoded. */
  readonly placeOf: (at: number) => readonly [start: number, end: number];
} {
  const escapes: Escape[] = [];
  const parts: string[] = [];
  /** The last bytes of the decoded text. */
  let last = '';
  let length = 0;
  let done = 0;
  for (const { index } of text.bytes.matchAll(ESCAPE_OR_BREAK)) {
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
  parts.push(text.bytes.slice(done));
  return { bytes: parts.join(''), placeOf: (at) => placeIn(escapes, at) };
}

function placeIn(escapes: readonly Escape[], at: number): readonly [start: number, end: number] {
  const before = escapes.findLast((one) => one.at <= at);
  if (before === undefined) return [at, at + 1];
  const distance = at - before.at - before.bytes.length;
  if (distance < 0) return [before.start, before.end];
  return [before.end + distance, before.end + distance + 1];
}

function runsIn(text: string, least: number): readonly Run[] {
  const runs: Run[] = [];
  const isBase64 = (at: number): boolean => IN_ALPHABET[text.charCodeAt(at)] === 1;
  // A run has at least `least` characters, so it is enough to look at every `least`-th position.
  for (let probe = least - 1, done = 0; probe < text.length; probe += least) {
    if (!isBase64(probe)) continue;
    let start = probe;
    while (start > done && isBase64(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && isBase64(end)) end += 1;
    if (end - start >= least) runs.push({ start, end });
    probe = end;
    done = end;
  }
  return runs;
}
