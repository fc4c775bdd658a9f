import { chooseQuestions } from '../mutants/fewest-questions.js';
import { type Column, textsOf } from '../oracle/column.js';
import { isOdd } from '../oracle/odd-text.js';
import { type Literal, literalsOf } from './filtered.js';

/** Texts that fit in one question. */
const TOGETHER = 16;
/** Short ones. */
const SHORT_TOGETHER = 20;

export const chunks = (texts: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(texts.length / TOGETHER) }, (_, at) =>
    texts.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );

/** Characters of a text that tells whether long ones are cut. */
const LONG = { least: 60, most: 400 } as const;

/** The longest text, and at most one for each odd character. */
export function discriminating(texts: readonly string[]): readonly string[] {
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

/** The fewest short texts of whichever columns, as many as fit in one question, that show the most sorts of odd text. */
export function discriminatingTogether(
  columns: readonly Column[],
  fits: (text: string) => boolean,
): readonly Literal[] {
  const held = columns.flatMap((column) => {
    const texts = textsOf(column).filter((text) => text.length <= LONG.least && fits(text));
    return literalsOf(column, texts).map((literal) => ({ literal, sorts: sortsOf(literal.text) }));
  });
  const odd = held.filter(({ sorts }) => sorts.size > 0).sort((a, b) => a.literal.text.length - b.literal.text.length);
  const sorts = [...new Set(odd.flatMap((one) => [...one.sorts]))];
  const lost = sorts.map((name) => (one: (typeof odd)[number]) => one.sorts.has(name));
  return chooseQuestions(odd, lost, SHORT_TOGETHER).map(({ literal }) => literal);
}

/** The signs in a text, the scripts beyond ASCII, and what a text may be taken for as a whole. */
const sortsOf = (text: string): ReadonlySet<string> =>
  new Set([
    ...(text.match(/[!-/:-@[-`{-~\n\r\t]/g) ?? []),
    ...Object.entries(SORTS).flatMap(([name, shape]) => (shape.test(text) ? [name] : [])),
  ]);

const SORTS: Readonly<Record<string, RegExp>> = {
  'beyond the basic plane': /[\u{10000}-\u{10ffff}]/u,
  marks: /\p{M}/u,
  'beyond ASCII': /[\u00c0-\u024f]/,
  'beyond Latin': /[\u0370-\u1fff\u3040-\ud7ff]/,
  'a blank before it': /^\s/,
  'a blank after it': /\s$/,
  'two blanks': /\S\s{2,}\S/,
  'a number in other words': /^[+-]?(?:0\d+|\d+e\d+|\d+\.\d*0)$/i,
  'a word of a language': /^(?:null|true|false|undefined)$/i,
};
