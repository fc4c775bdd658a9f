/** Decodes every run of base64 in a text, so that encoded secrets can be found. */

import { CUT, lastAtMost, replaced, type View } from './bytes.js';

/**
 * A line break within base64 as MIME (RFC 2045 section 6.8) and PEM (RFC 7468 section 2) insert it,
 * after 76 or 64 characters.
 */
const LINE_BREAK = /\r?\n(?<=[A-Za-z0-9+/]{60}\r?\n)(?=[A-Za-z0-9+/=])/g;

/** 1 for each character code that base64 or base64url uses, else 0. */
const IS_LETTER = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/^[A-Za-z0-9+/_-]$/.test(String.fromCharCode(code))),
);

/**
 * Decodes all runs of at least `least` characters of base64 or base64url (RFC 4648 sections 4 and
 * 5); undefined if there are none. Each run is decoded from its first, second, third and fourth
 * character, because it may begin with unrelated characters. Each result is a line. A run may
 * continue on the next line.
 */
export function decodedRuns(view: View, least: number): View | undefined {
  const breaks = view.bytes.includes('\n') ? [...view.bytes.matchAll(LINE_BREAK)] : [];
  const unwrapped = replaced(
    view,
    breaks.map(({ index, 0: whole }) => ({ at: index, end: index + whole.length, bytes: '' })),
  );
  const runs = runsIn(unwrapped.bytes, least).flatMap(({ start, end }) =>
    [0, 1, 2, 3].map((skipped) => ({ start: start + skipped, end })),
  );
  return runs.length === 0 ? undefined : decodedLines(runs, unwrapped);
}

interface Run {
  readonly start: number;
  readonly end: number;
}

function runsIn(text: string, least: number): readonly Run[] {
  const runs: Run[] = [];
  const isLetter = (at: number): boolean => IS_LETTER[text.charCodeAt(at)] === 1;
  // A run of `least` characters covers one of every `least` positions, so only these positions are
  // tested.
  for (let probe = least - 1, done = 0; probe < text.length; probe += least) {
    if (!isLetter(probe)) continue;
    let start = probe;
    while (start > done && isLetter(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && isLetter(end)) end += 1;
    if (end - start >= least) runs.push({ start, end });
    probe = end;
    done = end;
  }
  return runs;
}

/** The decoded bytes of all runs, each on its own line. */
function decodedLines(runs: readonly Run[], { bytes: text, placeOf }: View): View {
  const starts: number[] = [];
  let bytes = '';
  for (const { start, end } of runs) {
    starts.push(bytes.length);
    const mark = text.startsWith(CUT, end) ? CUT : '';
    bytes += `${Buffer.from(text.slice(start, end), 'base64').toString('latin1')}${mark}\n`;
  }
  return {
    bytes,
    placeOf(from, to) {
      const at = lastAtMost(starts, from);
      const { start, end } = runs[at] ?? { start: 0, end: 0 };
      const begun = starts[at] ?? 0;
      // Four base64 characters encode three bytes.
      const first = start + Math.floor(((from - begun) * 4) / 3);
      return placeOf(first, Math.min(end, start + Math.ceil(((to - begun) * 4) / 3)));
    },
  };
}
