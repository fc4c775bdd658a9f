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

/**
 * A criterion compares one column with values. A single value is a list of one, and IS and IS NOT
 * have no values. Values are always texts, even if the column has numbers.
 */
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
