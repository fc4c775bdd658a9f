import { type Criterion, isNegation, NEGATED, type Operator, type Scalar } from '../request/filter.js';
import type { Column, Value } from './column.js';
import { type Equality, EXACT, UNLEARNED } from './equality.js';
import { equalText, likeText, sameText } from './text.js';
import { and, FALSE, not, OPEN, or, TRUE, type Truth, truth, UNKNOWN } from './truth.js';

/** How a target settled what the clauses leave to it; learned by the survey, followed by the oracle. */
export interface Semantics {
  /** How a column compares in `=`, `!=`, `IN` and `NOT IN` (EXP-FILT-1, EXP-FILT-4). */
  readonly equals: (column: string) => Equality;
  /** How it compares in `LIKE` and `NOT LIKE`. */
  readonly like: (column: string) => Equality;
  /** How it compares in `ILIKE` and `NOT ILIKE`. */
  readonly ilike: (column: string) => Equality;
  /** EXP-FILT-18: whether null is left out of negations as in SQL, or consistently let in. */
  readonly nulls: 'out' | 'in';
  /** Nulls are served as empty text, or may be: empty text is then null or text, and either conforms. */
  readonly emptyMayBeNull: boolean;
}

/** What SQL says of text without a collation: by code point. */
export const sqlSemantics: Semantics = {
  equals: () => EXACT,
  like: () => EXACT,
  ilike: () => ({ ...EXACT, case: 'folded', dots: 'folded' }),
  nulls: 'out',
  emptyMayBeNull: false,
};

/** Before anything was learned of the columns. */
export const unlearnedSemantics: Semantics = {
  ...sqlSemantics,
  equals: () => UNLEARNED,
  like: () => UNLEARNED,
  ilike: () => ({ ...UNLEARNED, case: 'folded' }),
};

/** What a criterion may come to for one value of its column, in SQL's three values. */
export function evaluate({ operator, value }: Criterion, held: Value, column: Column, semantics: Semantics): Truth {
  const empty = held === '' && (semantics.emptyMayBeNull || column.kind === 'number' || column.kind === 'numeric-text');
  if (empty) {
    const asNull = evaluate({ column: column.name, operator, value }, null, column, semantics);
    const asText = column.kind === 'text' ? evaluateValue(operator, value, '', column, semantics) : 0;
    return asNull | asText;
  }
  if (operator === 'IS' || operator === 'IS NOT')
    return truth((held === null || held === undefined) === (operator === 'IS'));
  if (held === null || held === undefined) return semantics.nulls === 'in' && isNegation(operator) ? TRUE : UNKNOWN;
  return evaluateValue(operator, value, held, column, semantics);
}

function evaluateValue(
  operator: Operator,
  value: Criterion['value'],
  held: Scalar,
  column: Column,
  semantics: Semantics,
): Truth {
  if (isNegation(operator)) return not(evaluateValue(NEGATED[operator], value, held, column, semantics));
  if (value === null) return operator === 'IS' ? FALSE : OPEN;
  if (typeof value === 'object') {
    if (operator === 'IN') return value.map((value) => equal(held, value, column, semantics)).reduce(or, FALSE);
    const [low, high] = value;
    if (operator !== 'BETWEEN' || low === undefined || high === undefined) return OPEN;
    // The document asks for two values and says nothing of their order (EXP-FILT-16).
    if (column.kind === 'number' && Number(low) > Number(high)) return OPEN;
    // Whatever the collation: between a text and itself lies that text, and what the collation takes for it.
    if (column.kind === 'text' && low === high) return sameText(String(held), String(low));
    return and(
      compare(held, low, column, (order) => order >= 0),
      compare(held, high, column, (order) => order <= 0),
    );
  }
  switch (operator) {
    case '=':
      return equal(held, value, column, semantics);
    case 'LIKE':
      return column.kind === 'text' ? likeText(String(held), String(value), semantics.like(column.name)) : OPEN;
    case 'ILIKE':
      return column.kind === 'text' ? likeText(String(held), String(value), semantics.ilike(column.name)) : OPEN;
    case '>':
      return compare(held, value, column, (order) => order > 0);
    case '<':
      return compare(held, value, column, (order) => order < 0);
    case '>=':
      return compare(held, value, column, (order) => order >= 0);
    case '<=':
      return compare(held, value, column, (order) => order <= 0);
    default:
      return OPEN;
  }
}

function equal(held: Scalar, asked: Scalar, { kind, name }: Column, { equals }: Semantics): Truth {
  if (kind === 'text') return equalText(String(held), String(asked), equals(name));
  if (kind === 'typed') return String(held) === String(asked) ? TRUE : OPEN;
  const number = asNumber(asked);
  if (number === undefined) return OPEN;
  if (kind === 'number') return truth(Number(held) === number);
  // Text that reads as a number: equal as text is equal; equal as numbers alone may be either.
  return String(held) === String(asked) ? TRUE : Number(held) === number ? OPEN : FALSE;
}

/** Order as numbers where the column holds numbers; where it is text that reads as numbers, what both orders agree on. */
function compare(held: Scalar, asked: Scalar, { kind }: Column, rule: (order: number) => boolean): Truth {
  const number = asNumber(asked);
  if (kind === 'text' || kind === 'typed' || kind === 'other' || number === undefined) return OPEN;
  const numeric = rule(Math.sign(Number(held) - number));
  if (kind === 'number') return truth(numeric);
  const [a, b] = [String(held), String(asked)];
  return rule(a < b ? -1 : a > b ? 1 : 0) === numeric ? truth(numeric) : OPEN;
}

const asNumber = (value: Scalar): number | undefined => {
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
};
