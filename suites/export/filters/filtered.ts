import { type Filter, isNegation, type ValueOperator, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { within } from '../judge/matching.js';
import type { Known } from '../survey/data.js';

/** The question that a filter asks for as many records as one answer holds, inside the key range where there is one. */
export const filtered = (known: Known, filter: Filter, more: Partial<ProductsQuestion> = {}): ProductsQuestion =>
  within(known, { filter, limit: known.survey.pageSize, wireEncoding: known.wireEncoding, ...more });

/** A text that a column is asked for. */
export interface Literal {
  readonly column: string;
  readonly text: string;
}

export const literalsOf = ({ name }: { readonly name: string }, texts: readonly string[]): readonly Literal[] =>
  texts.map((text) => ({ column: name, text }));

/** Any of the texts; or, for a negation, none of them. A list takes all that one column is asked for. */
export function anyOf(literals: readonly Literal[], operator: ValueOperator = '='): Filter {
  const columns = [...new Set(literals.map(({ column }) => column))];
  const textsIn = (name: string): readonly string[] =>
    literals.filter(({ column }) => column === name).map(({ text }) => text);
  const criteria = operator.endsWith('IN')
    ? columns.map((column) => where(column, operator, textsIn(column)))
    : literals.map(({ column, text }) => where(column, operator, text));
  return { groups: [{ mode: isNegation(operator) ? 'AND' : 'OR', criteria }] };
}
