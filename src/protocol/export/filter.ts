/** The filter of a products request: groups of criteria, their modes and their operators. */

import { memoizedByObject } from '../../memoized.js';

/**
 * What the value of a criterion is: one value, a bound of an order, a pattern with wildcards, a
 * list of values, the two ends of a range, or null.
 */
export type Taken = 'value' | 'bound' | 'pattern' | 'list' | 'range' | 'null';

/**
 * The operators that the specification of the export API lists. `takes` is what the value of a
 * criterion is. `negates` is the operator whose result a negation reverses.
 */
const OPERATORS = {
  '=': { takes: 'value' },
  '!=': { takes: 'value', negates: '=' },
  '>': { takes: 'bound' },
  '<': { takes: 'bound' },
  '>=': { takes: 'bound' },
  '<=': { takes: 'bound' },
  LIKE: { takes: 'pattern' },
  'NOT LIKE': { takes: 'pattern', negates: 'LIKE' },
  ILIKE: { takes: 'pattern' },
  'NOT ILIKE': { takes: 'pattern', negates: 'ILIKE' },
  IN: { takes: 'list' },
  'NOT IN': { takes: 'list', negates: 'IN' },
  IS: { takes: 'null' },
  'IS NOT': { takes: 'null', negates: 'IS' },
  BETWEEN: { takes: 'range' },
  'NOT BETWEEN': { takes: 'range', negates: 'BETWEEN' },
} as const satisfies Readonly<Record<string, { takes: Taken; negates?: string }>>;
type Operators = typeof OPERATORS;

export type Operator = keyof Operators;
export type Negation = {
  [O in Operator]: Operators[O] extends { readonly negates: string } ? O : never;
}[Operator];
type TakerOf<T extends Taken> = {
  [O in Operator]: Operators[O] extends { readonly takes: T } ? O : never;
}[Operator];
/** The operators that compare with a value. */
export type ValueOperator = Exclude<Operator, TakerOf<'null'>>;
export type PositiveOperator = Exclude<ValueOperator, Negation>;

export const operators = Object.keys(OPERATORS) as readonly Operator[];

/** What the operator takes as its value. */
export const takenBy = (operator: Operator): Taken => OPERATORS[operator].takes;

/** Tells whether the operator takes one of these as its value. */
export const takes = <T extends Taken>(
  operator: Operator,
  ...taken: readonly T[]
): operator is TakerOf<T> => taken.some((one) => one === OPERATORS[operator].takes);

export const isNegation = (operator: Operator): operator is Negation =>
  'negates' in OPERATORS[operator];

/** Returns the operator that a negation negates, or else the operator itself. */
export function positiveOf<O extends Operator>(operator: O): Exclude<O, Negation> | NegatedBy<O>;
export function positiveOf(operator: Operator): Operator {
  return isNegation(operator) ? OPERATORS[operator].negates : operator;
}
type NegatedBy<O extends Operator> = Operators[O & Negation]['negates'];

/** Returns undefined for operators of order, which have no negation. */
export const negationOf = (positive: Operator): Negation | undefined =>
  operators.filter(isNegation).find((one) => OPERATORS[one].negates === positive);

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

/** Returns the criteria of all groups. */
export function criteriaOf({
  filter,
}: {
  readonly filter?: Filter | undefined;
}): readonly Criterion[] {
  return filter === undefined ? [] : criteriaIn(filter);
}

/** They are kept, because they are asked for hundreds of thousands of times. */
const criteriaIn = memoizedByObject(({ groups }: Filter): readonly Criterion[] =>
  groups.flatMap(({ criteria }) => criteria),
);

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
 * the groups and modes of a filter cannot express this: the criteria are added to every group in
 * which AND combines the criteria, or else they become a group that AND combines with the others.
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
  // With a single group the mode had no effect. With the added group it must not be OR.
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
