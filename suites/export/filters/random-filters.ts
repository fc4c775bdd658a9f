import type { Context } from '../../../src/harness/suite.js';
import {
  type Criterion,
  type Filter,
  type Mode,
  type Operator,
  where,
} from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { randomFrom } from '../../../src/random.js';
import { columnsOf } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { type Column, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { checks } from '../survey/ask.js';
import { distinguishingFilters, filterOfShape } from '../wrong-readings/distinguishing-filters.js';
import { filtered, isOfRecords } from './filtered.js';

/** Draws one of some values. */
export type Draw = <T>(values: readonly [T, ...T[]]) => T;

/** The operators of columns of each kind. */
export const OPERATORS = {
  number: ['=', '!=', '>', '<', '>=', '<=', 'IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN'],
  text: ['=', '!=', 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE', 'IN', 'NOT IN'],
} as const satisfies Readonly<Record<string, readonly Operator[]>>;
const MODES: readonly [undefined, ...Mode[]] = [undefined, 'AND', 'OR'];
const COUNTS = [1, 2, 3] as const;

/** Values of a column to draw from. */
const MANY = 10_000;

/**
 * Values that one column holds, or nearly, for whichever operator; undefined for a column that
 * holds none to ask for.
 */
export function valuesOn(column: Column, commas: boolean) {
  const isNumber = column.kind === 'number';
  const texts = textsOf(column).filter((text) => text.length <= 120);
  const [first, ...others] = (isNumber ? sortedNumbers(column) : texts).slice(0, MANY);
  if (first === undefined) return undefined;
  const all = [first, ...others] as const;
  const listed = all.filter((value) => commas || !String(value).includes(','));
  const inLists = isNumber ? all : (['assayabsent', ...listed] as const);
  return (operator: Operator, draw: Draw): Exclude<Criterion['value'], null> => {
    if (operator.endsWith('IN'))
      return [draw(inLists), draw(inLists), ...(draw([true, false]) ? [draw(inLists)] : [])];
    if (operator.endsWith('BETWEEN'))
      return [Number(draw(all)), Number(draw(all))].sort((a, b) => a - b);
    return operator.includes('LIKE') ? patternOf(String(draw(all)), draw) : draw(all);
  };
}

/**
 * A pattern made from a text by cutting and by putting wildcards in; escapes and classes are no
 * part of it.
 */
export function patternOf(text: string, draw: Draw): string {
  const characters = [...text].filter((c) => !/[\\[\]\p{M}]/u.test(c));
  const places = [0, ...characters.map((_, at) => at + 1)] as const;
  const [start, end] = [draw(places), draw(places)].sort((a, b) => a - b) as [number, number];
  const wild = draw(['%', '_', '']);
  const [before, after] = [start > 0 ? '%' : '', end < characters.length ? '%' : ''];
  return `${before}${characters.slice(start, end).join('')}${wild}${after}` || '%';
}

/**
 * Draws criteria on values that the data holds, or nearly; undefined where no column tells values
 * apart. `writable`: whether null can be written, and a list that holds a comma.
 */
export function criteriaOn(
  survey: Survey,
  writable: { readonly nulls: boolean; readonly commas: boolean },
): ((draw: Draw) => Criterion) | undefined {
  const [first, ...others] = (['number', 'text'] as const).flatMap((kind) =>
    columnsOf(survey, kind).flatMap((column) => {
      const value = valuesOn(column, writable.commas);
      return value === undefined ? [] : [{ column, value, operators: OPERATORS[kind] }];
    }),
  );
  if (first === undefined) return undefined;
  const [nullable, ...more] = [...survey.columns.values()].filter(
    ({ nulls, kind }) => writable.nulls && nulls > 0 && kind !== 'other',
  );
  return (draw) => {
    if (nullable !== undefined && draw([true, false, false, false, false, false, false, false]))
      return where(draw([nullable, ...more]).name, draw(['IS', 'IS NOT']), null);
    const { column, value, operators } = draw([first, ...others]);
    const operator = draw<Operator>(operators);
    return where(column.name, operator, value(operator, draw));
  };
}

/** A filter of up to three groups of up to three criteria. */
function filterOf(criterion: (draw: Draw) => Criterion, draw: Draw): Filter {
  const groups = COUNTS.slice(0, draw(COUNTS)).map(() => [draw(MODES), draw(COUNTS)] as const);
  return filterOfShape({ mode: draw(MODES), groups }, () => criterion(draw)) ?? { groups: [] };
}

/** Random filters to choose examples from. */
const POOL = 160;

const drawing = (seed: number): Draw => {
  const random = randomFrom(seed);
  return (values) => values[Math.floor(random() * values.length)] ?? values[0];
};

function questions(known: Known, { budget, run }: Context): readonly ProductsQuestion[] {
  const { survey, wireEncoding, nullSpelling } = known;
  const writable = {
    nulls: nullSpelling !== undefined,
    commas: wireEncoding.arrayEncoding !== 'comma',
  };
  const criterion = criteriaOn(survey, writable);
  if (criterion === undefined || !survey.complete) return [];
  // The same ones for the same data whatever the seed.
  const same = drawing(1);
  const pool = Array.from({ length: POOL }, () => filterOf(criterion, same));
  const examples = distinguishingFilters(pool, known, Math.ceil(budget.requests / 2));
  const draw = drawing(run.seed);
  const random = Array.from({ length: Math.max(1, budget.requests - examples.length) }, () =>
    filtered(known, filterOf(criterion, draw), {
      route: draw(['v2', 'v2', 'legacy']),
      accept: draw([undefined, undefined, PLAIN]),
    }),
  );
  return [...examples.map((filter) => filtered(known, filter)), ...random];
}

export const randomFilters = checks({
  'EXP-FILT-17 export.filter.random': {
    title: 'random filters, compared with an independent evaluation of the snapshot',
    requests: { least: 1, most: 22 },
    lacking: 'needs the whole dataset as a snapshot, and a column with two different values',
    questions,
    alsoOwns: (clause, { filter }) => isOfRecords(clause) && filter !== undefined,
  },
});
