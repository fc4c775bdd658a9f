import { isOdd } from '../oracle/odd-text.js';

/** Texts that fit in one question. */
const TOGETHER = 16;

export const chunks = (texts: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(texts.length / TOGETHER) }, (_, at) =>
    texts.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );

/** Characters of a text that tells whether long ones are cut. */
const LONG = { least: 60, most: 400 } as const;

/** The longest text, and at most one for each odd character. */
export function telling(texts: readonly string[]): readonly string[] {
  const met = new Set<string>();
  const chosen: string[] = [];
  for (const text of texts) {
    if (text.length > 200 || !isOdd(text)) continue;
    const odd = [...text].filter((c) => isOdd(c)).concat(/^\s|\s$/.test(text) ? ['blank at an end'] : []);
    if (odd.every((c) => met.has(c)) || chosen.length >= 4 * TOGETHER) continue;
    for (const c of odd) met.add(c);
    chosen.push(text);
  }
  const [longest] = texts
    .filter(({ length }) => length >= LONG.least && length <= LONG.most)
    .sort((a, b) => b.length - a.length);
  return longest === undefined || chosen.includes(longest) ? chosen : [longest, ...chosen];
}
