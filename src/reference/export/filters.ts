/** The types of filters in the reference server. */

export const OPERATORS = [
  '=',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'LIKE',
  'NOT LIKE',
  'ILIKE',
  'NOT ILIKE',
  'IN',
  'NOT IN',
  'IS',
  'IS NOT',
  'BETWEEN',
  'NOT BETWEEN',
] as const;
export type Operator = (typeof OPERATORS)[number];

export const MODES = ['AND', 'OR'] as const;
export type Mode = (typeof MODES)[number];

/** A scalar is a list of one value. Values are always texts, regardless of the column. */
export interface Criterion {
  readonly column: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export interface Group {
  readonly mode: Mode;
  readonly criteria: readonly Criterion[];
}

export interface Filters {
  readonly mode: Mode;
  readonly groups: readonly Group[];
}
