import type { Context } from '../../../src/harness/suite.js';
import { type Criterion, type Filter, where } from '../../../src/protocol/export/filter.js';
import type { FilteredRoute } from '../../../src/protocol/export/question.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { patternOf } from '../filters/random-filters.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { distinguishingFilters, filterOfShape } from '../mutants/distinguishing-filters.js';
import { pick, plainValues, simpleCriterion } from '../mutants/simple-criteria.js';
import { freeColumns } from '../survey/columns.js';
import type { Known } from '../survey/data.js';
import { COUNTS, type Conditions } from './conditions.js';

/** What rows are made from: the target's settings, what is known of its data, and numbers that make the choice. */
export interface Material {
  readonly context: Context;
  readonly known: Known;
  /** The legacy filtered route: for one value, and for several. */
  readonly filtered: readonly FilteredRoute[];
  readonly random: () => number;
}

const TRIES = 2;

/** A filter of the shape, on values for which as many wrong readings of its structure as possible give another answer. */
export function filterFor(conditions: Required<Conditions>, material: Material): Filter | undefined {
  const filters = Array.from({ length: TRIES }, () => someFilter(conditions, material) ?? []).flat();
  return distinguishingFilters(filters, material.known, 1)[0] ?? filters[0];
}

function someFilter(conditions: Required<Conditions>, material: Material): Filter | undefined {
  const [count, size] = [Number(conditions.groups), Number(conditions.criteria)];
  const [mode, inner] = [conditions.mode, conditions.groupMode].map((one) => (one === 'none' ? undefined : one));
  // Many criteria together should still keep some records and leave out some.
  const joined = (inner !== 'OR' && size > 1) || (mode !== 'OR' && count > 1);
  // The row's own operator stands anywhere: some servers go wrong from the second criterion or group on.
  const main = Math.floor(material.random() * count * size);
  return filterOfShape({ mode, groups: Array.from({ length: count }, () => [inner, size]) }, (place) =>
    place === main
      ? mainCriterion(conditions, material)
      : simpleCriterion(material.known, material.random, joined ? 'most' : 'few'),
  );
}

/** The criterion of the row's operator, on a column of its kind. */
function mainCriterion(
  { operator, kind, values: count }: Required<Conditions>,
  { known, random }: Material,
): Criterion | undefined {
  if (operator === 'IS' || operator === 'IS NOT') {
    const nullable = [...known.survey.columns.values()].filter(
      ({ nulls, kind: of }) => nulls > 0 && (of === 'number' || of === 'text'),
    );
    const column = pick(nullable, random);
    return column && where(column.name, operator, null);
  }
  const column = pick(freeColumns(known.survey, kind), random);
  if (column === undefined) return undefined;
  const values = plainValues(column, known);
  const picked = pick(values, random);
  if (picked === undefined) return undefined;
  if (operator.endsWith('IN')) {
    const start = Math.floor(random() * Math.max(1, values.length - COUNTS[count]));
    return where(column.name, operator, values.slice(start, start + COUNTS[count]));
  }
  if (operator.endsWith('BETWEEN')) {
    const two = [picked, pick(values, random) ?? picked].map(Number).sort((a, b) => a - b);
    return where(column.name, operator, two);
  }
  const told = random() < 0.5 ? pick(distinguishingCriteria(operator, kind, known.survey), random) : undefined;
  if (told !== undefined || !operator.includes('LIKE')) return told ?? where(column.name, operator, picked);
  const pattern = patternOf(String(picked), (some) => pick(some, random) ?? some[0]);
  const isFolded = operator.includes('ILIKE') && /^[\x20-\x7e]+$/.test(pattern);
  return where(column.name, operator, isFolded ? swapCase(pattern) : pattern);
}
