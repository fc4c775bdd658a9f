/** Builds random filters from values of the data. */

import { memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  type Filter,
  type Mode,
  type Operator,
  takes,
  where,
} from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { randomFrom } from '../../../src/random.js';
import { bestColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { type Column, sortedNumbers, textsOf } from '../model/oracle/column.js';
import type { ExportSettings } from '../topic.js';
import { operatorsOn } from '../wrong-readings/candidate-values.js';
import { distinguishingFilters, filterOfShape } from '../wrong-readings/distinguishing-filters.js';
import { filtered } from './filtered.js';

/** Draws one of the given values. */
export type Draw = <T>(values: readonly [T, ...T[]]) => T;

const MODES: readonly [undefined, ...Mode[]] = [undefined, 'AND', 'OR'];
const COUNTS = [1, 2, 3] as const;

const MAX_VALUES = 10_000;

/**
 * Returns a function that draws a value of the column, or a similar value, for an operator. Returns
 * undefined for a column without a usable value. `commas` says whether a value of a list may
 * contain a comma.
 */
export const valuesOn = (column: Column, commas: boolean) =>
  (commas ? valuesWithCommas : valuesWithoutCommas)(column);

const valuesWithCommas = memoizedByObject((column: Column) => makeValues(column, true));
const valuesWithoutCommas = memoizedByObject((column: Column) => makeValues(column, false));

function makeValues(column: Column, commas: boolean) {
  const isNumber = column.kind === 'number';
  const texts = textsOf(column).filter((text) => text.length <= 120);
  const [first, ...others] = (isNumber ? sortedNumbers(column) : texts).slice(0, MAX_VALUES);
  if (first === undefined) return undefined;
  const all = [first, ...others] as const;
  const listed = all.filter((value) => commas || !String(value).includes(','));
  const inLists = isNumber ? all : (['assayabsent', ...listed] as const);
  return (operator: Operator, draw: Draw): Exclude<Criterion['value'], null> => {
    if (takes(operator, 'list'))
      return [draw(inLists), draw(inLists), ...(draw([true, false]) ? [draw(inLists)] : [])];
    if (takes(operator, 'range'))
      return [Number(draw(all)), Number(draw(all))].sort((a, b) => a - b);
    return takes(operator, 'pattern') ? patternOf(String(draw(all)), draw) : draw(all);
  };
}

/**
 * Cuts a part out of the text and adds wildcards. Leaves out characters that escape or form
 * character classes in some databases.
 */
export function patternOf(text: string, draw: Draw): string {
  const characters = [...text].filter((c) => !/[\\[\]\p{M}]/u.test(c));
  const places = [0, ...characters.map((_, at) => at + 1)] as const;
  const [start, end] = [draw(places), draw(places)].sort((a, b) => a - b) as [number, number];
  const wild = draw(['%', '_', '']);
  const before = start > 0 ? '%' : '';
  const after = end < characters.length ? '%' : '';
  return `${before}${characters.slice(start, end).join('')}${wild}${after}` || '%';
}

/**
 * Returns a function that draws criteria with values of the data or similar values. Returns
 * undefined if no column has two different values. `writable` says whether a filter may contain
 * null, and whether a value of a list may contain a comma.
 */
export function criteriaOn(
  survey: Survey,
  writable: { readonly nulls: boolean; readonly commas: boolean },
): ((draw: Draw) => Criterion) | undefined {
  const [first, ...others] = (['number', 'text'] as const).flatMap((kind) =>
    bestColumns(survey, kind).flatMap((column) => {
      const value = valuesOn(column, writable.commas);
      return value === undefined ? [] : [{ column, value, operators: operatorsOn(kind) }];
    }),
  );
  if (first === undefined) return undefined;
  const [nullable, ...more] = [...survey.columns.values()].filter(
    ({ nulls, kind }) => writable.nulls && nulls > 0 && kind !== 'other',
  );
  return (draw) => {
    // One criterion in eight compares with null.
    if (nullable !== undefined && draw([true, false, false, false, false, false, false, false]))
      return where(draw([nullable, ...more]).name, draw(['IS', 'IS NOT']), null);
    const { column, value, operators } = draw([first, ...others]);
    const operator = draw<Operator>(operators);
    return where(column.name, operator, value(operator, draw));
  };
}

function filterOf(criterion: (draw: Draw) => Criterion, draw: Draw): Filter {
  const groups = COUNTS.slice(0, draw(COUNTS)).map(() => [draw(MODES), draw(COUNTS)] as const);
  return filterOfShape({ mode: draw(MODES), groups }, () => criterion(draw)) ?? { groups: [] };
}

/** Examples are chosen from this many random filters. */
const POOL_SIZE = 160;

/** The same seed always draws the same values. */
const drawing = (seed: number): Draw => {
  const random = randomFrom(seed);
  return (values) => values[Math.floor(random() * values.length)] ?? values[0];
};

/**
 * Returns fixed examples, which depend only on the data, and then filters drawn with the seed of
 * the run.
 */
export function randomQuestions(
  known: Known,
  { requests, seed }: ExportSettings,
): readonly ProductsQuestion[] {
  const { survey, wireEncoding, nullSpelling } = known;
  const writable = {
    nulls: nullSpelling !== undefined,
    commas: wireEncoding.arrayEncoding !== 'comma',
  };
  const criterion = criteriaOn(survey, writable);
  if (criterion === undefined || !survey.complete) return [];
  const fixedDraw = drawing(1);
  const pool = Array.from({ length: POOL_SIZE }, () => filterOf(criterion, fixedDraw));
  const examples = distinguishingFilters(pool, known, Math.ceil(requests / 2));
  const draw = drawing(seed);
  const random = Array.from({ length: Math.max(1, requests - examples.length) }, () =>
    filtered(known, filterOf(criterion, draw), {
      route: draw(['v2', 'v2', 'legacy']),
      accept: draw([undefined, undefined, PLAIN]),
    }),
  );
  return [...examples.map((filter) => filtered(known, filter)), ...random];
}
