import { CUT, replaced, type View } from './bytes.js';

/** Lines of base64 as MIME (RFC 2045 section 6.8) and PEM (RFC 7468 section 2) wrap it, of 76 and 64 letters. */
const LINE_BREAK = /\r?\n(?<=[A-Za-z0-9+/]{60}\r?\n)(?=[A-Za-z0-9+/=])/g;

const IS_LETTER = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/^[A-Za-z0-9+/_-]$/.test(String.fromCharCode(code))),
);

/**
 * Every run of at least `least` letters of base64 or base64url (RFC 4648 sections 4 and 5), decoded four times, since
 * the base64 may begin at any of its letters. A run may continue on the next line.
 */
export function* decodedRuns(view: View, least: number): Generator<View> {
  const breaks = view.bytes.includes('\n') ? [...view.bytes.matchAll(LINE_BREAK)] : [];
  const { bytes, placeOf } = replaced(
    view,
    breaks.map(({ index, 0: whole }) => ({ at: index, end: index + whole.length, bytes: '' })),
  );
  const isLetter = (at: number): boolean => IS_LETTER[bytes.charCodeAt(at)] === 1;
  // A run of `least` letters covers one of every `least` places: only these are looked at.
  for (let probe = least - 1, done = 0; probe < bytes.length; probe += least) {
    if (!isLetter(probe)) continue;
    let start = probe;
    while (start > done && isLetter(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < bytes.length && isLetter(end)) end += 1;
    probe = end;
    done = end;
    if (end - start < least) continue;
    const mark = bytes.startsWith(CUT, end) ? CUT : '';
    for (let first = start; first < start + 4; first += 1)
      yield {
        bytes: Buffer.from(bytes.slice(first, end), 'base64').toString('latin1') + mark,
        // Three bytes are four letters.
        placeOf: (from, to) =>
          placeOf(first + Math.floor((from * 4) / 3), Math.min(end, first + Math.ceil((to * 4) / 3))),
      };
  }
}
