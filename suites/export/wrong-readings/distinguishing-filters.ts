/**
 * Chooses filters that detect wrong readings of their structure: ways in which a faulty server
 * combines criteria and groups.
 */

import { memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  type Filter,
  type Mode,
  type Scalar,
  where,
} from '../../../src/protocol/export/filter.js';
import { type Random, randomFrom } from '../../../src/random.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { freeColumns } from '../model/columns.js';
import type { Known } from '../model/data.js';
import { type Column, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { equalsNoOther } from '../model/oracle/equality.js';
import { filterEvaluator } from '../model/oracle/filter.js';
import { OPEN, TRUE, type Truth } from '../model/oracle/truth.js';
import { contrastsOf } from './distinguishing-criteria.js';
import { chooseQuestions } from './fewest-questions.js';
import { structureReadings } from './structure-readings.js';

/** The structure of a filter: its mode, and the mode and number of criteria of each group. */
export interface Shape {
  readonly mode?: Mode | undefined;
  readonly groups: readonly (readonly [mode: Mode | undefined, criteria: number])[];
}

export const shapeOf = (mode: Mode | undefined, ...groups: Shape['groups']): Shape => ({
  mode,
  groups,
});
/** A group with one criterion and without a mode. */
export const ONE_CRITERION = [undefined, 1] as const;

/**
 * Makes a filter whose criteria are returned by `criterion`. The result is undefined if `criterion`
 * returns undefined for a position.
 */
export function filterOfShape(
  { mode, groups }: Shape,
  criterion: (position: number) => Criterion | undefined,
): Filter | undefined {
  let position = 0;
  const made = groups.map(([inner, count]) => ({
    mode: inner,
    criteria: Array.from({ length: count }, () => criterion(position++) ?? []).flat(),
  }));
  return made.every(({ criteria }, at) => criteria.length === groups[at]?.[1])
    ? { mode, groups: made }
    : undefined;
}

/** Filters are evaluated only for the first 60 records, to save time. */
const sampleOf = memoizedByObject((records: readonly ProductRecord[]) => records.slice(0, 60));

/**
 * Chooses at most `most` filters that together detect as many wrong readings as possible. If
 * possible, each filter selects some records of a sample and excludes others.
 */
export function distinguishingFilters(
  filters: readonly Filter[],
  known: DataAndRules,
  most: number,
): readonly Filter[] {
  const { records, columns } = known.survey;
  const sample = filterEvaluator(sampleOf(records))(columns)(known.comparisonRules);
  const evaluated = filters.map((filter) => ({ filter, truths: [...sample(filter)] }));
  const differing = evaluated.filter(
    ({ truths }) => truths.includes(TRUE) && truths.some(cannotBeTrue),
  );
  // If no filter selects only a part of the records, as with a single record, any filter is used
  // whose result is certain for every record.
  const candidates =
    differing.length > 0 ? differing : evaluated.filter(({ truths }) => !truths.includes(OPEN));
  const wrong = Object.values(structureReadings).map(
    (change) =>
      ({ filter, truths }: (typeof evaluated)[number]) => {
        const changed = sample(change(filter));
        return truths.some((truth, at) =>
          truth === TRUE
            ? (changed[at] ?? OPEN) !== TRUE
            : cannotBeTrue(truth) && changed[at] === TRUE,
        );
      },
  );
  return chooseQuestions(candidates, wrong, most).map(({ filter }) => filter);
}

const cannotBeTrue = (truth: Truth): boolean => (truth & TRUE) === 0;

/** The seed is fixed, so that the same data always gives the same filters. */
const SEED = 1;
/** The number of random filters from which the best is chosen. */
const TRIES = 60;

/**
 * Returns the random filter of this shape that detects the most wrong readings. Returns undefined
 * if the data allows no such filter.
 */
export function distinguishingFilter(shape: Shape, known: DataAndRules): Filter | undefined {
  const random = randomFrom(SEED);
  // Used if no column has two values: each of these criteria holds for every record or for none.
  const contrasts = (['=', '>', '<='] as const).flatMap((operator) =>
    contrastsOf(operator, known.survey),
  );
  const draw = (): Criterion | undefined =>
    simpleCriterion(known, random, random() < 0.5 ? 'most' : 'few') ?? pick(contrasts, random);
  const filters = Array.from({ length: TRIES }, () => filterOfShape(shape, draw)).flatMap(
    (filter) => filter ?? [],
  );
  return distinguishingFilters(filters, known, 1)[0];
}

/** The learned records, and the rules by which the server compares values. */
export type DataAndRules = Pick<Known, 'survey' | 'comparisonRules'>;

/** Draws an item. Returns undefined if there is none. */
export const pick = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];

// The values of a column are computed only once, because many filters use the same columns.
const textsIn = memoizedByObject((column: Column) =>
  textsOf(column)
    .filter((text) => text.length <= 60 && /^[^%_\\[\],]+$/.test(text) && text.trim() === text)
    .slice(0, 200),
);
const unambiguousTexts = memoizedByObject(({ equals }: DataAndRules['comparisonRules']) =>
  memoizedByObject((column: Column) =>
    textsIn(column).filter((text) => equalsNoOther(text, column, equals)),
  ),
);

/**
 * Returns the numbers of a column, or its short texts. The texts have no wildcards, commas,
 * brackets or outer blanks. If possible, the server treats none of them as equal to another text.
 */
export function plainValues(column: Column, { comparisonRules }: DataAndRules): readonly Scalar[] {
  if (column.kind === 'number') return sortedNumbers(column);
  const sure = unambiguousTexts(comparisonRules)(column);
  return sure.length > 0 ? sure : textsIn(column);
}

/**
 * A criterion that most or few records satisfy. It compares numbers, or tests texts for equality.
 * The operator is simple, because other checks test the operators.
 */
export function simpleCriterion(
  known: DataAndRules,
  random: Random,
  share: 'most' | 'few',
): Criterion | undefined {
  const numbers = freeColumns(known.survey, 'number');
  const texts = freeColumns(known.survey, 'text');
  const column =
    pick(random() < 0.7 && numbers.length > 0 ? numbers : texts, random) ?? pick(numbers, random);
  if (column === undefined) return undefined;
  const values = plainValues(column, known);
  if (column.kind === 'text') {
    const value = pick(values, random);
    return value === undefined
      ? undefined
      : where(column.name, share === 'most' ? '!=' : '=', value);
  }
  const at = (part: number): Scalar =>
    values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
  const part = random() * 0.25;
  const below = random() < 0.5;
  if (share === 'most')
    return below ? where(column.name, '<=', at(1 - part)) : where(column.name, '>=', at(part));
  return below
    ? where(column.name, '<', at(part + 0.05))
    : where(column.name, '>', at(0.95 - part));
}
