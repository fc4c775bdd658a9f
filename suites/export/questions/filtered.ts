/** Builds requests with filters, and chooses unusual texts of the data for them. */

import {
  type Filter,
  isNegation,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { within } from '../model/key-range.js';
import { type Column, textsOf } from '../model/oracle/column.js';
import { memoized } from '../model/oracle/memoized.js';
import { TEXT_CLASSES } from '../model/oracle/unusual-text.js';
import { chooseQuestions } from '../wrong-readings/fewest-questions.js';

/**
 * A request with a filter, for as many records as one response can contain. If not all data is
 * known, the request is restricted to the key range, whose records are all known.
 */
export const filtered = (
  known: Known,
  filter: Filter,
  more: Partial<ProductsQuestion> = {},
): ProductsQuestion =>
  within(known, {
    filter,
    limit: known.survey.pageSize,
    wireEncoding: known.wireEncoding,
    ...more,
  });

/**
 * Whether a clause is about the records that a filter returns. The clauses about letter case and
 * null test any list, so they are excluded.
 */
export const isOfRecords = (clause: string): boolean =>
  clause.startsWith('EXP-FILT-') && clause !== 'EXP-FILT-4' && clause !== 'EXP-FILT-18';

/** A text to be requested, with its column. */
interface Literal {
  readonly column: string;
  readonly text: string;
}

/** The texts, each with its column. */
export const literalsOf = (
  { name }: { readonly name: string },
  texts: readonly string[],
): readonly Literal[] => texts.map((text) => ({ column: name, text }));

/**
 * A filter that selects any of the texts or, with a negation, none of them. A list contains all
 * texts of one column.
 */
export function anyOf(literals: readonly Literal[], operator: ValueOperator = '='): Filter {
  const columns = [...new Set(literals.map(({ column }) => column))];
  const textsIn = (name: string): readonly string[] =>
    literals.filter(({ column }) => column === name).map(({ text }) => text);
  const criteria = operator.endsWith('IN')
    ? columns.map((column) => where(column, operator, textsIn(column)))
    : literals.map(({ column, text }) => where(column, operator, text));
  return { groups: [{ mode: isNegation(operator) ? 'AND' : 'OR', criteria }] };
}

/** The maximum number of texts in one request. */
const TEXTS_PER_REQUEST = 16;

/** Divides texts into lists that fit into one request each. */
export const chunks = (texts: readonly Literal[]): readonly (readonly Literal[])[] =>
  Array.from({ length: Math.ceil(texts.length / TEXTS_PER_REQUEST) }, (_, at) =>
    texts.slice(at * TEXTS_PER_REQUEST, (at + 1) * TEXTS_PER_REQUEST),
  );

/**
 * At most `most` texts of some columns, chosen so that few texts contain many kinds of unusual
 * text; short texts first.
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

/**
 * The kinds of unusual text in a text: its special characters, and the names of its text classes.
 */
export const kindsOfText = memoized(
  (text: string): ReadonlySet<string> =>
    new Set([
      ...(text.match(/[!-/:-@[-`{-~\n\r\t]/g) ?? []),
      ...Object.entries(TEXT_CLASSES).flatMap(([name, shape]) => (shape.test(text) ? [name] : [])),
    ]),
);
