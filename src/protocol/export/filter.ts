export const operators = [
  ...(['=', '!=', '>', '<', '>=', '<='] as const),
  ...(['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'] as const),
  ...(['IN', 'NOT IN', 'IS', 'IS NOT', 'BETWEEN', 'NOT BETWEEN'] as const),
] as const;
export type Operator = (typeof operators)[number];

/** What each negation negates. */
export const NEGATED = {
  '!=': '=',
  'NOT LIKE': 'LIKE',
  'NOT ILIKE': 'ILIKE',
  'NOT IN': 'IN',
  'NOT BETWEEN': 'BETWEEN',
  'IS NOT': 'IS',
} as const;
export type Negation = keyof typeof NEGATED;
/** An operator that compares with a value: all but `IS` and `IS NOT`. */
export type ValueOperator = Exclude<Operator, 'IS' | 'IS NOT'>;
/** One that negates no other. */
export type PositiveOperator = Exclude<ValueOperator, Negation>;
export const isNegation = (operator: Operator): operator is Negation => operator in NEGATED;

export type Scalar = string | number;
export type Mode = 'AND' | 'OR';

export interface Criterion {
  readonly column: string;
  readonly operator: Operator;
  /**
   * An array for IN, NOT IN, BETWEEN and NOT BETWEEN; null stands for the target's spelling of
   * null.
   */
  readonly value: Scalar | readonly Scalar[] | null;
}

export interface Group {
  /** Left out of the request where undefined: then AND. */
  readonly mode?: Mode | undefined;
  readonly criteria: readonly Criterion[];
}

/** What `filters` and `mode` ask for. */
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

/** A filter of one group, its criteria combined by AND unless a mode is given. */
export const only = (...criteria: readonly Criterion[]): Filter => ({ groups: [{ criteria }] });

/**
 * A filter in words: `(price > 9 OR color = "red") AND (name LIKE "a%")`. A mode that is left out is
 * AND.
 */
export function describeFilter({ mode, groups }: Filter): string {
  const parts = groups.map(({ mode: inner, criteria }) => {
    const text = criteria.map(describeCriterion).join(` ${inner ?? 'AND'} `);
    return groups.length > 1 && criteria.length > 1 ? `(${text})` : text;
  });
  return parts.join(` ${mode ?? 'AND'} `);
}

export const describeCriterion = ({ column, operator, value }: Criterion): string =>
  `${column} ${operator} ${value === null ? 'NULL' : JSON.stringify(value)}`;

/**
 * A filter and more criteria that must hold besides; undefined where its modes leave no place for
 * them.
 */
export function alongWith(filter: Filter, besides: readonly Criterion[] = []): Filter | undefined {
  const { mode, groups } = filter;
  if (besides.length === 0) return filter;
  const joins = (group: Group): boolean => group.mode !== 'OR' || group.criteria.length === 1;
  if ((mode === 'OR' || groups.length === 1) && groups.every(joins)) {
    const joined = groups.map(({ mode: inner, criteria }) => ({
      mode: inner === 'OR' ? undefined : inner,
      criteria: [...criteria, ...besides],
    }));
    return { mode, groups: joined };
  }
  if (mode === 'OR' && groups.length > 1) return undefined;
  return { mode: mode === 'OR' ? undefined : mode, groups: [...groups, { criteria: besides }] };
}

/** The filters that a filter is with a mode, a group or a criterion less. */
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
