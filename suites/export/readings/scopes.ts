/** Operators that a server often implements together, so that one mistake is in all of them. */

import { type Operator, type Taken, takes } from '../../../src/protocol/export/filter.js';
import { operatorSlug } from './evaluation.js';

export interface Scope {
  readonly id: string;
  /** How a sentence names the operators. */
  readonly name: string;
  readonly has: (operator: Operator) => boolean;
}

export const single = (operator: Operator): Scope => ({
  id: operatorSlug(operator),
  name: `\`${operator}\``,
  has: (other) => other === operator,
});

export const withNegation = (positive: Operator, negation: Operator): Scope => ({
  id: `${operatorSlug(positive)}-and-negation`,
  name: `\`${positive}\` and \`${negation}\``,
  has: (other) => other === positive || other === negation,
});

/** All operators that take such values. */
export const taking = (id: string, name: string, ...taken: readonly Taken[]): Scope => ({
  id,
  name,
  has: (operator) => takes(operator, ...taken),
});

export const EQUALITY = taking('equality', '`=`, `!=`, `IN` and `NOT IN`', 'value', 'list');
export const PATTERNS = taking('patterns', '`LIKE`, `ILIKE` and their negations', 'pattern');
