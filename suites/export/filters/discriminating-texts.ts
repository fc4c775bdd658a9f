import { chooseQuestions } from '../mutants/fewest-questions.js';
import { type Column, textsOf } from '../oracle/column.js';
import { memoized } from '../oracle/memoized.js';
import { TEXT_CLASSES } from '../oracle/odd-text.js';
import { type Literal, literalsOf } from './filtered.js';

/** Texts that fit in one question. */
const TOGETHER = 16;

export const chunks = (texts: readonly Literal[]): readonly (readonly Literal[])[] =>
  Array.from({ length: Math.ceil(texts.length / TOGETHER) }, (_, at) =>
    texts.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );

/** The fewest texts of whichever columns, at most so many and short ones first, that show the most sorts of odd text. */
export function discriminatingTexts(
  columns: readonly Column[],
  most: number,
  fits: (text: string) => boolean,
): readonly Literal[] {
  const odd = columns
    .flatMap((column) => literalsOf(column, textsOf(column).filter(fits)))
    .map((literal) => ({ literal, sorts: sortsOf(literal.text) }))
    .filter(({ sorts }) => sorts.size > 0)
    .sort((a, b) => a.literal.text.length - b.literal.text.length);
  const sorts = [...new Set(odd.flatMap((one) => [...one.sorts]))];
  const lost = sorts.map((name) => (one: (typeof odd)[number]) => one.sorts.has(name));
  return chooseQuestions(odd, lost, most).map(({ literal }) => literal);
}

/** The signs in a text, and the classes that it is of. */
export const sortsOf = memoized(
  (text: string): ReadonlySet<string> =>
    new Set([
      ...(text.match(/[!-/:-@[-`{-~\n\r\t]/g) ?? []),
      ...Object.entries(TEXT_CLASSES).flatMap(([name, shape]) => (shape.test(text) ? [name] : [])),
    ]),
);
