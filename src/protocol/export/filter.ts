/** The filter of a products request: groups of criteria, their modes and their operators. */

/** The operators that the specification of the export API lists. */
export const operators = [
  ...(['=', '!=', '>', '<', '>=', '<='] as const),
  ...(['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'] as const),
  ...(['IN', 'NOT IN', 'IS', 'IS NOT', 'BETWEEN', 'NOT BETWEEN'] as const),
] as const;
export type Operator = (typeof operators)[number];

/** The keys are the negations. The values are the operators that they negate. */
export const NEGATED = {
  '!=': '=',
  'NOT LIKE': 'LIKE',
  'NOT ILIKE': 'ILIKE',
  'NOT IN': 'IN',
  'NOT BETWEEN': 'BETWEEN',
  'IS NOT': 'IS',
} as const;
export type Negation = keyof typeof NEGATED;
/** All operators except `IS` and `IS NOT`. */
export type ValueOperator = Exclude<Operator, 'IS' | 'IS NOT'>;
export type PositiveOperator = Exclude<ValueOperator, Negation>;
export const isNegation = (operator: Operator): operator is Negation => operator in NEGATED;

export type Scalar = string | number;
export type Mode = 'AND' | 'OR';

export interface Criterion {
  readonly column: string;
  readonly operator: Operator;
  /**
   * An array for IN, NOT IN, BETWEEN and NOT BETWEEN. null stands for the text that the target
   * reads as null.
   */
  readonly value: Scalar | readonly Scalar[] | null;
}

export interface Group {
  /** If this is undefined, the request contains no mode for the group, which means AND. */
  readonly mode?: Mode | undefined;
  readonly criteria: readonly Criterion[];
}

/** The query parameters `filters` and `mode`. */
export interface Filter {
  readonly mode?: Mode | undefined;
  readonly groups: readonly Group[];
}

export const where = (
  column: string,
  operator: Operator,
  value: Criterion['value'],
): Criterion => ({
  column,
  operator,
  value,
});

/** Makes a filter of one group, in which AND combines the criteria. */
export const only = (...criteria: readonly Criterion[]): Filter => ({ groups: [{ criteria }] });

/** Returns a text such as `(price > 9 OR color = "red") AND name LIKE "a%"`. */
export function describeFilter({ mode, groups }: Filter): string {
  const parts = groups.map(({ mode: inner, criteria }) => {
    const text = criteria.map(describeCriterion).join(` ${inner ?? 'AND'} `);
    return groups.length > 1 && criteria.length > 1 ? `(${text})` : text;
  });
  return parts.join(` ${mode ?? 'AND'} `);
}

/** Returns a text such as `price > 9`. */
export const describeCriterion = ({ column, operator, value }: Criterion): string =>
  `${column} ${operator} ${value === null ? 'NULL' : JSON.stringify(value)}`;

/**
 * Returns a filter for the records that match `filter` and all added criteria. Returns undefined if
 * the groups and modes of a filter cannot express this.
 */
export function alongWith(filter: Filter, added: readonly Criterion[] = []): Filter | undefined {
  const { mode, groups } = filter;
  if (added.length === 0) return filter;
  const joins = (group: Group): boolean => group.mode !== 'OR' || group.criteria.length === 1;
  if ((mode === 'OR' || groups.length === 1) && groups.every(joins)) {
    const joined = groups.map(({ mode: inner, criteria }) => ({
      mode: inner === 'OR' ? undefined : inner,
      criteria: [...criteria, ...added],
    }));
    return { mode, groups: joined };
  }
  if (mode === 'OR' && groups.length > 1) return undefined;
  return { mode: mode === 'OR' ? undefined : mode, groups: [...groups, { criteria: added }] };
}

/** Returns copies of a filter. Each copy lacks the outer mode, one group or one criterion. */
export function withOneLess({ mode, groups }: Filter): readonly Filter[] {
  return [
    ...(mode === undefined ? [] : [{ groups }]),
    ...(groups.length < 2
      ? []
      : groups.map((_, index) => ({ mode, groups: groups.toSpliced(index, 1) }))),
    ...groups.flatMap((group, index) =>
      group.criteria.length < 2
        ? []
        : group.criteria.map((_, at) => ({
            mode,
            groups: groups.with(index, { ...group, criteria: group.criteria.toSpliced(at, 1) }),
          })),
    ),
  ];
}
