import type { Context } from '../../../src/harness/suite.js';
import { type Criterion, type Filter, type Scalar, where } from '../../../src/protocol/export/filter.js';
import type { FilteredRoute } from '../../../src/protocol/export/question.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { patternOf } from '../filters/drawn-filter.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { distinguishingFilters, filterOfShape } from '../mutants/distinguishing-filters.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { isAlone } from '../oracle/equality.js';
import { keptFor } from '../oracle/memoized.js';
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

/** One of several, by a number from 0 to 1; undefined of none. */
export const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

const TRIES = 2;

/** A filter of the shape, on values for which as many wrong readings of its structure as possible give another answer. */
export function filterFor(conditions: Required<Conditions>, material: Material): Filter | undefined {
  const { survey, comparisonRules } = material.known;
  const filters = Array.from({ length: TRIES }, () => someFilter(conditions, material) ?? []).flat();
  return distinguishingFilters(filters, survey, comparisonRules, 1)[0] ?? filters[0];
}

function someFilter(conditions: Required<Conditions>, material: Material): Filter | undefined {
  const [count, size] = [Number(conditions.groups), Number(conditions.criteria)];
  const [mode, inner] = [conditions.mode, conditions.groupMode].map((one) => (one === 'none' ? undefined : one));
  const made = mainCriterion(conditions, material);
  if (made === undefined) return undefined;
  // Many criteria together should still keep some records and leave out some.
  const joined = (inner !== 'OR' && size > 1) || (mode !== 'OR' && count > 1);
  // The row's own operator stands anywhere: some servers go wrong from the second criterion or group on.
  const main = Math.floor(material.random() * count * size);
  return filterOfShape({ mode, groups: Array.from({ length: count }, () => [inner, size]) }, (place) =>
    place === main ? made : (simpleCriterion(material, place === count * size - 1, joined ? 'most' : 'few') ?? made),
  );
}

/** A comparison of numbers or an equality, whose treatment other checks judge. */
function simpleCriterion({ known, random }: Material, last: boolean, share: 'most' | 'few'): Criterion | undefined {
  const column = pick(freeColumns(known.survey, 'number'), random) ?? pick(freeColumns(known.survey, 'text'), random);
  if (column === undefined) return undefined;
  if (column.kind === 'text') {
    const value = pick(plainTexts(column, known), random);
    return value === undefined ? undefined : where(column.name, share === 'most' ? '!=' : '=', value);
  }
  const sorted = numbersOf(column);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const part = random() * (last ? 0.4 : 0.2);
  const below = random() < 0.5;
  if (share === 'most') return below ? where(column.name, '<=', at(1 - part)) : where(column.name, '>=', at(part));
  return below ? where(column.name, '<', at(part + 0.05)) : where(column.name, '>', at(0.95 - part));
}

// Rows ask for the same columns again and again.
const numbersOf = keptFor(sortedNumbers);
const textsIn = keptFor((column: Column) =>
  textsOf(column)
    .filter((text) => text.length <= 60 && /^[^%_\\[\],]+$/.test(text) && text.trim() === text)
    .slice(0, 200),
);
const alone = keptFor(({ equals }: Known['comparisonRules']) =>
  keptFor((column: Column) => textsIn(column).filter((text) => isAlone(text, column, equals))),
);

/** Values that nothing but themselves equals, without wildcards, commas or blanks at an end. */
function plainTexts(column: Column, { comparisonRules }: Known): readonly string[] {
  const sure = alone(comparisonRules)(column);
  return sure.length > 0 ? sure : textsIn(column);
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
  const values: readonly Scalar[] = kind === 'number' ? numbersOf(column) : plainTexts(column, known);
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
