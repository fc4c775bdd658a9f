import {
  type Criterion,
  isNegation,
  NEGATED,
  type Scalar,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { sortedNumbers, textsOf } from '../oracle/column.js';
import type { Survey } from '../survey/data.js';
import { kindsFor } from './candidate-values.js';
import { ABSENT, absentNumber, operatorMutants } from './operator-mutants.js';

/**
 * For data whose values do not differ, such as a single record: two criteria of an operator, one that keeps a value
 * which a column holds and one that leaves it out. Together they rule out that the operator is ignored or finds
 * nothing. Empty where no column holds a value to ask with, and for lists: how they are written is learned from values
 * that differ.
 */
export function contrastsOf(operator: ValueOperator, { columns }: Survey): readonly Criterion[] {
  const positive = isNegation(operator) ? NEGATED[operator] : operator;
  if (positive === 'IN' || positive === 'BETWEEN') return [];
  for (const column of columns.values()) {
    if (!kindsFor(operator).some((kind) => kind === column.kind)) continue;
    const held = column.kind === 'number' ? sortedNumbers(column) : textsOf(column);
    const isSatisfied = (asked: Scalar): boolean => held.some(operatorMutants[positive].right(asked));
    const around = column.kind === 'number' ? aroundNumbers(sortedNumbers(column)) : aroundText(textsOf(column));
    const [satisfied, not] = [around.find(isSatisfied), around.find((asked) => !isSatisfied(asked))];
    if (satisfied === undefined || not === undefined) continue;
    const [keeps, leavesOut] = isNegation(operator) ? [not, satisfied] : [satisfied, not];
    return [where(column.name, operator, leavesOut), where(column.name, operator, keeps)];
  }
  return [];
}

/** Numbers beyond it no column of 16 bits takes. */
const WIDEST = 30_000;

/** What is held, what stands beside it, and what is far from it. */
function aroundNumbers(held: readonly number[]): readonly number[] {
  const [low, high] = [held[0], held.at(-1)];
  if (low === undefined || high === undefined || Math.max(Math.abs(low), Math.abs(high)) >= WIDEST) return [];
  return [low, high, Math.ceil(low) - 1, Math.floor(high) + 1, absentNumber(held)];
}

/** What is not held, patterns that find what is, in another case and in its own, and the text itself. */
function aroundText(held: readonly string[]): readonly string[] {
  const text = held.find((one) => /^[A-Za-z0-9 -]{2,60}$/.test(one) && one.trim() === one);
  if (text === undefined) return [];
  const start = [...text].slice(0, 2).join('');
  return [`${ABSENT.text}%`, ...(/i/i.test(start) ? [] : [`${swapCase(start)}%`]), `${start}%`, text];
}
