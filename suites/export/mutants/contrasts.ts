import {
  type Criterion,
  isNegation,
  NEGATED,
  type PositiveOperator,
  type Scalar,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import type { Survey } from '../survey/data.js';
import { ABSENT, absentNumber } from './list-mutants.js';

/** A value that what is held satisfies, and one that it does not. */
type Contrast = readonly [satisfied: Scalar, not: Scalar];
type Contrasts = Readonly<Partial<Record<PositiveOperator, Contrast>>>;

/**
 * For data whose values do not differ, such as a single record: two criteria of an operator, one that keeps a value
 * which a column holds and one that leaves it out. Together they rule out that the operator is ignored or finds
 * nothing. Empty where no column holds a value to ask with, and for lists: how they are written is learned from values
 * that differ.
 */
export function contrastsOf(operator: ValueOperator, { columns }: Survey): readonly Criterion[] {
  const positive = isNegation(operator) ? NEGATED[operator] : operator;
  for (const column of columns.values()) {
    const [satisfied, not] = contrastOn(positive, column) ?? [];
    if (satisfied === undefined || not === undefined) continue;
    const [keeps, leavesOut] = isNegation(operator) ? [not, satisfied] : [satisfied, not];
    return [where(column.name, operator, leavesOut), where(column.name, operator, keeps)];
  }
  return [];
}

function contrastOn(operator: PositiveOperator, column: Column): Contrast | undefined {
  if (column.kind === 'number') {
    const held = sortedNumbers(column);
    const [low, high] = [held[0], held.at(-1)];
    const hasRoom = low !== undefined && high !== undefined && Math.max(Math.abs(low), Math.abs(high)) < WIDEST;
    return hasRoom ? onNumbers(operator, low, high, absentNumber(held)) : undefined;
  }
  const plain = textsOf(column).find((text) => /^[A-Za-z0-9 -]{2,60}$/.test(text) && text.trim() === text);
  return column.kind === 'text' && plain !== undefined ? onText(operator, plain) : undefined;
}

/** Numbers beyond it no column of 16 bits takes. */
const WIDEST = 30_000;

function onNumbers(operator: PositiveOperator, low: number, high: number, absent: number): Contrast | undefined {
  const contrasts: Contrasts = {
    '=': [low, absent],
    '>': [Math.ceil(low) - 1, high],
    '<': [Math.floor(high) + 1, low],
    '>=': [low, Math.floor(high) + 1],
    '<=': [high, Math.ceil(low) - 1],
  };
  return contrasts[operator];
}

function onText(operator: PositiveOperator, text: string): Contrast | undefined {
  const start = [...text].slice(0, 2).join('');
  const contrasts: Contrasts = {
    '=': [text, ABSENT.text],
    LIKE: [`${start}%`, `${ABSENT.text}%`],
    ILIKE: [`${/i/i.test(start) ? start : swapCase(start)}%`, `${ABSENT.text}%`],
  };
  return contrasts[operator];
}
