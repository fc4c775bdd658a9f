/** Chooses unusual texts of the data, and filters by several texts. */

import { memoized } from '../../../src/memoized.js';
import {
  type Filter,
  isNegation,
  takes,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import { type Column, textsOf } from '../model/oracle/column.js';
import { TEXT_CLASSES } from '../model/oracle/unusual-text.js';
import { chooseQuestions } from '../wrong-readings/fewest-questions.js';

interface Literal {
  readonly column: string;
  readonly text: string;
}

/** Texts that are compared with a column. */
export const literalsOf = (
  { name }: { readonly name: string },
  texts: readonly string[],
): readonly Literal[] => texts.map((text) => ({ column: name, text }));

/**
 * Selects records with any of the texts. With a negation it selects records with none of the texts.
 * With `IN` or `NOT IN`, each column has one list of its texts.
 */
export function anyOf(literals: readonly Literal[], operator: ValueOperator = '='): Filter {
  const columns = [...new Set(literals.map(({ column }) => column))];
  const textsIn = (name: string): readonly string[] =>
    literals.filter(({ column }) => column === name).map(({ text }) => text);
  const criteria = takes(operator, 'list')
    ? columns.map((column) => where(column, operator, textsIn(column)))
    : literals.map(({ column, text }) => where(column, operator, text));
  return { groups: [{ mode: isNegation(operator) ? 'AND' : 'OR', criteria }] };
}

const TEXTS_PER_REQUEST = 16;

/** Splits the texts into lists that each fit into one request. */
export const chunks = (texts: readonly Literal[]): readonly (readonly Literal[])[] =>
  Array.from({ length: Math.ceil(texts.length / TEXTS_PER_REQUEST) }, (_, at) =>
    texts.slice(at * TEXTS_PER_REQUEST, (at + 1) * TEXTS_PER_REQUEST),
  );

/**
 * Chooses at most `most` texts that together contain many kinds of unusual text. Short texts are
 * preferred.
 */
export function discriminatingTexts(
  columns: readonly Column[],
  most: number,
  fits: (text: string) => boolean,
): readonly Literal[] {
  const unusual = columns
    .flatMap((column) => literalsOf(column, textsOf(column).filter(fits)))
    .map((literal) => ({ literal, kinds: kindsOfText(literal.text) }))
    .filter(({ kinds }) => kinds.size > 0)
    .sort((a, b) => a.literal.text.length - b.literal.text.length);
  const kinds = [...new Set(unusual.flatMap((one) => [...one.kinds]))];
  const containsKind = kinds.map((name) => (one: (typeof unusual)[number]) => one.kinds.has(name));
  return chooseQuestions(unusual, containsKind, most).map(({ literal }) => literal);
}

/** The special characters of a text, and the names of its text classes. */
export const kindsOfText = memoized(
  (text: string): ReadonlySet<string> =>
    new Set([
      ...(text.match(/[!-/:-@[-`{-~\n\r\t]/g) ?? []),
      ...Object.entries(TEXT_CLASSES).flatMap(([name, shape]) => (shape.test(text) ? [name] : [])),
    ]),
);
