import type { PositiveOperator } from '../../../src/protocol/export/filter.js';
import { ORDERS } from '../oracle/criterion.js';
import { equalsMutants } from './equals-mutants.js';
import { inMutants } from './list-mutants.js';
import { betweenMutants, boundMutants } from './number-mutants.js';
import type { Holds, OperatorMutants } from './operator-reading.js';
import { likeMutants, withoutCase } from './pattern-mutants.js';

const inverse =
  (reading: Holds): Holds =>
  (asked) => {
    const holds = reading(asked);
    return (held) => !holds(held);
  };

/** A server may take an operator for its negation. */
const orOpposite = ({ right, wrong }: OperatorMutants): OperatorMutants => ({
  right,
  wrong: { ...wrong, 'means the opposite': inverse(right) },
});

/** Operators that are negations have the wrong readings of what they negate. `IS` takes no value. */
export const operatorMutants: Readonly<Record<PositiveOperator, OperatorMutants>> = {
  '=': orOpposite(equalsMutants),
  '>': boundMutants(ORDERS['>'], ORDERS['>=']),
  '>=': boundMutants(ORDERS['>='], ORDERS['>']),
  '<': boundMutants(ORDERS['<'], ORDERS['<=']),
  '<=': boundMutants(ORDERS['<='], ORDERS['<']),
  LIKE: orOpposite(likeMutants),
  ILIKE: orOpposite(withoutCase(likeMutants)),
  IN: orOpposite(inMutants),
  BETWEEN: orOpposite(betweenMutants),
};
