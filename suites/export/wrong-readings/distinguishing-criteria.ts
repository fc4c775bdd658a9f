/**
 * Chooses criteria that detect many wrong readings (implementations) of an operator on the given
 * data.
 */

import { createHash } from 'node:crypto';
import { memoized, memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  isNegation,
  type PositiveOperator,
  positiveOf,
  type Scalar,
  takes,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { fitColumns } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { type Column, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { isUnusualText, TEXT_CLASSES } from '../model/oracle/unusual-text.js';
import { candidates, kindsFor, sample } from './candidate-values.js';
import type { Asked, OperatorReading } from './comparison-readings.js';
import { chooseScored } from './fewest-questions.js';
import { ABSENT, absentNumber, operatorReadings } from './operator-readings.js';

/**
 * Returns at most `most` criteria, which together detect as many wrong readings as possible. The
 * result is empty if no value selects some records and excludes others. Only texts for which `fits`
 * is true are used.
 */
export function distinguishingCriteria(
  operator: ValueOperator,
  kind: 'text' | 'number',
  survey: Survey,
  {
    most = MAX_CRITERIA,
    fits,
  }: { readonly most?: number; readonly fits?: (text: string) => boolean } = {},
): readonly Criterion[] {
  const positive = positiveOf(operator);
  const find = () => findDiscriminating(positive, columnsFor(positive, kind, survey), fits);
  const found = fits === undefined ? memoizedCriteria(survey, `${positive} ${kind}`, find) : find();
  return found
    .filter(({ keepsAll }) => !(keepsAll && isNegation(operator)))
    .slice(0, most)
    .map(({ column, value }) => where(column, operator, value));
}

/**
 * The criterion that detects the most wrong readings, on a column of texts if possible, otherwise
 * of numbers.
 */
export const mostDistinguishing = (
  operator: ValueOperator,
  survey: Survey,
): Criterion | undefined =>
  kindsFor(operator).flatMap((kind) =>
    distinguishingCriteria(operator, kind, survey, { most: 1 }),
  )[0];

/** The most criteria that are chosen for one operator and kind of columns. */
const MAX_CRITERIA = 9;

const hashOfData = memoizedByObject((columns: Survey['columns']) => {
  const data = [...columns.values()].map(({ values, ...column }) => [column, ...values]);
  return createHash('sha256').update(JSON.stringify(data)).digest('base64');
});

/**
 * Stores results that depend only on the data, for runs against other servers with the same data.
 */
export function memoizedByData<T>(): (survey: Survey, name: string, find: () => T) => T {
  const ofData = memoized((_: string) => new Map<string, T>(), 60);
  return ({ columns }, name, find) => {
    const known = ofData(hashOfData(columns));
    const found = known.get(name) ?? find();
    known.set(name, found);
    return found;
  };
}
const memoizedCriteria = memoizedByData<ReturnType<typeof findDiscriminating>>();

function findDiscriminating(
  operator: PositiveOperator,
  columns: readonly Column[],
  fits?: (text: string) => boolean,
) {
  const scored = columns.flatMap((column) =>
    fits === undefined
      ? scoredValues(column)(operator)
      : scoreValues(operator, column, candidates(operator, column, fits)),
  );
  return chooseScored(scored, MAX_CRITERIA);
}

/**
 * The scores are kept for each column, because several questions are chosen from different sets of
 * columns.
 */
const scoredValues = memoizedByObject((column: Column) =>
  memoized((operator: PositiveOperator) =>
    scoreValues(
      operator,
      column,
      candidates(operator, column, () => true),
    ),
  ),
);

/**
 * For each value, finds the wrong readings that a criterion with this value detects. Values that
 * select every record or no record are left out.
 */
function scoreValues(operator: PositiveOperator, column: Column, values: readonly Asked[]) {
  const { right, wrong } = operatorReadings[operator];
  const readings = Object.values(wrong);
  const sampled = sample(column);
  return values.flatMap((value) => {
    const kept = sampled.map(right(value));
    // If true, the criterion excludes only nulls.
    const keepsAll = !kept.includes(false);
    if ((keepsAll && column.nulls === 0) || !kept.includes(true)) return [];
    const differs = (reading: OperatorReading): boolean => {
      const holds = reading(value);
      return sampled.some((one, at) => holds(one) !== kept[at]);
    };
    const question = { column: column.name, value, keepsAll };
    return [{ question, rulesOut: readings.filter(differs) }];
  });
}

const countUnusualTexts = memoizedByObject(
  (column: Column) => textsOf(column).filter((text) => isUnusualText(text)).length,
);

/**
 * The first columns in the order of `fitColumns`. For texts also the two columns with the most
 * unusual texts and, unless the operator is LIKE or ILIKE, a column for each class of text.
 */
function columnsFor(
  operator: ValueOperator,
  kind: 'text' | 'number',
  survey: Survey,
): readonly Column[] {
  const fit = fitColumns(survey, kind);
  if (kind === 'number') return fit.slice(0, 4);
  const mostUnusual = [...fit]
    .sort((a, b) => countUnusualTexts(b) - countUnusualTexts(a))
    .slice(0, 2);
  if (takes(operator, 'pattern')) return [...new Set([...fit.slice(0, 2), ...mostUnusual])];
  const ofClasses = Object.values(TEXT_CLASSES).flatMap(
    (shape) => fit.find((column) => textsOf(column).some((text) => shape.test(text))) ?? [],
  );
  return [...new Set([...fit.slice(0, 4), ...mostUnusual, ...ofClasses])];
}

/**
 * Returns two criteria for data with a single value: a criterion that excludes this value and then
 * a criterion that selects it. They detect an operator that is ignored or finds nothing. The result
 * is empty if no column has a usable value, and for operators with lists, because the encoding of
 * lists can be learned only from different values.
 */
export function contrastsOf(operator: ValueOperator, { columns }: Survey): readonly Criterion[] {
  const positive = positiveOf(operator);
  if (takes(positive, 'list', 'range')) return [];
  for (const column of columns.values()) {
    if (!kindsFor(operator).some((kind) => kind === column.kind)) continue;
    const existing = column.kind === 'number' ? sortedNumbers(column) : textsOf(column);
    const isSatisfied = (asked: Scalar): boolean =>
      existing.some(operatorReadings[positive].right(asked));
    const around =
      column.kind === 'number' ? aroundNumbers(sortedNumbers(column)) : aroundText(textsOf(column));
    const satisfied = around.find(isSatisfied);
    const unsatisfied = around.find((asked) => !isSatisfied(asked));
    if (satisfied === undefined || unsatisfied === undefined) continue;
    const [keeps, leavesOut] = isNegation(operator)
      ? [unsatisfied, satisfied]
      : [satisfied, unsatisfied];
    return [where(column.name, operator, leavesOut), where(column.name, operator, keeps)];
  }
  return [];
}

/**
 * Numbers of this size or more are not used, because a 16-bit column may refuse their neighbours.
 */
const TOO_LARGE = 30_000;

function aroundNumbers(existing: readonly number[]): readonly number[] {
  const low = existing[0];
  const high = existing.at(-1);
  if (
    low === undefined ||
    high === undefined ||
    Math.max(Math.abs(low), Math.abs(high)) >= TOO_LARGE
  )
    return [];
  return [low, high, Math.ceil(low) - 1, Math.floor(high) + 1, absentNumber(existing)];
}

/**
 * Values to compare with an existing text: a pattern that matches no text, a pattern for the
 * beginning of the text in the other letter case, the same pattern in its own case, and the text.
 */
function aroundText(existing: readonly string[]): readonly string[] {
  const text = existing.find((one) => /^[A-Za-z0-9 -]{2,60}$/.test(one) && one.trim() === one);
  if (text === undefined) return [];
  const start = [...text].slice(0, 2).join('');
  return [
    `${ABSENT.text}%`,
    // In Turkish, the other letter case of i is not I.
    ...(/i/i.test(start) ? [] : [`${swapCase(start)}%`]),
    `${start}%`,
    text,
  ];
}
