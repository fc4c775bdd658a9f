/**
 * Makes a products request that satisfies given conditions, with values from the records of the
 * server under test.
 */

import type { Context } from '../../../src/harness/context.js';
import {
  type Criterion,
  type Filter,
  positiveOf,
  takes,
  where,
} from '../../../src/protocol/export/filter.js';
import type { FilteredRoute, ProductsQuestion } from '../../../src/protocol/export/question.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { freeColumns, sortable } from '../model/columns.js';
import type { Known } from '../model/data.js';
import { exportOf } from '../model/export-target.js';
import { matching, within } from '../model/key-range.js';
import { type Column, cellValue, hasOnlyDates } from '../model/oracle/column.js';
import { patternOf } from '../questions/random-filters.js';
import { secretOf, tokensFor } from '../questions/tokens.js';
import { groupable } from '../wrong-readings/column-readings.js';
import { distinguishingCriteria } from '../wrong-readings/distinguishing-criteria.js';
import {
  distinguishingFilters,
  filterOfShape,
  pick,
  plainValues,
  simpleCriterion,
} from '../wrong-readings/distinguishing-filters.js';
import { ACCEPTS, COUNTS, type Conditions, MISTAKES } from './conditions.js';

/** What generated requests are made from. */
export interface Material {
  readonly context: Context;
  readonly known: Known;
  /** Legacy filtered routes with different values in the path. */
  readonly filtered: readonly FilteredRoute[];
  readonly random: () => number;
}

/**
 * Returns undefined if the data has no values for the conditions, or if a setting for the mistake
 * is missing.
 */
export function requestFor(
  conditions: Required<Conditions>,
  material: Material,
): ProductsQuestion | undefined {
  const { known, random } = material;
  const filter = conditions.groups === '0' ? undefined : filterFor(conditions, material);
  const route = conditions.route === 'filtered' ? pick(material.filtered, random) : undefined;
  const by = pick(orderingColumns(conditions, known), random);
  const group = conditions.groupBy === 'none' ? undefined : pick(groupable(known.survey), random);
  const isMissing =
    (conditions.groups !== '0' && filter === undefined) ||
    (conditions.route === 'filtered' && route === undefined) ||
    (conditions.groupBy !== 'none' && group === undefined);
  const mistake = isMissing ? undefined : mistakeFor(conditions, material);
  if (mistake === undefined) return undefined;
  const request: ProductsQuestion = {
    ...plainRequest(conditions),
    orderBy: by === undefined ? undefined : known.orderBy(by),
    groupBy: group?.name,
    wireEncoding: known.wireEncoding,
    ...(route === undefined ? {} : { route }),
    ...(filter === undefined ? {} : { filter }),
    ...mistake,
  };
  const restricted = isRestricted(request, material) ? within(known, request) : request;
  return { ...restricted, offset: offsetFor(conditions, restricted, known) };
}

function plainRequest(conditions: Required<Conditions>): ProductsQuestion {
  const { route, accept, limit, mode } = conditions;
  return {
    route: route === 'legacy' ? 'legacy' : 'v2',
    accept: ACCEPTS[accept],
    limit: limit === 'none' ? undefined : Number(limit),
    filter: mode === 'none' ? undefined : { mode, groups: [] },
  };
}

/**
 * The columns for `orderBy`. An order by text may also use columns that contain only ISO 8601
 * dates, because their order is the same in every collation.
 */
function orderingColumns({ orderBy }: Required<Conditions>, { survey }: Known): readonly Column[] {
  const dates =
    orderBy === 'text' ? [...survey.columns.values()].filter((column) => hasOnlyDates(column)) : [];
  return [...sortable(survey).filter(({ kind }) => kind === orderBy), ...dates];
}

function mistakeFor(
  { mistake }: Required<Conditions>,
  { context, random }: Material,
): ProductsQuestion | undefined {
  const target = exportOf(context);
  return MISTAKES[mistake](target, () => {
    const near = pick(tokensFor(target, 'export.auth.token-near'), random);
    if (near === undefined) return undefined;
    // Who knows the altered token can guess the valid one, so it is removed from all output, too.
    const { value, name, recipe } = secretOf(near);
    context.secrets.register(value, name, recipe);
    return value;
  });
}

/**
 * Whether a request is restricted to the key range, a part of the data whose records are all known.
 * A request with filters always is. A request with only an order or grouping is restricted in half
 * of the cases.
 */
const isRestricted = (
  { filter, orderBy, groupBy }: ProductsQuestion,
  { known, random }: Material,
): boolean =>
  known.survey.keyRange !== undefined &&
  ((filter?.groups.length ?? 0) > 0 || ((orderBy ?? groupBy) !== undefined && random() < 0.5));

/**
 * Keeps the offset below the number of matches, because a larger offset would return an empty list.
 */
function offsetFor(
  { offset }: Required<Conditions>,
  request: ProductsQuestion,
  known: Known,
): number | undefined {
  if (offset === 'none') return undefined;
  const { required } = matching(request, known);
  const { groupBy } = request;
  const groups =
    groupBy === undefined
      ? required
      : new Set(required.map((record) => cellValue(record, groupBy)));
  const matches = [...groups].length;
  if (offset === 'half') return Math.floor(matches / 2);
  const last = Math.max(0, matches - 1);
  return offset === 'last' ? last : Math.min(Number(offset), last);
}

/**
 * Makes two random filters and returns the filter that detects more wrong implementations, such as
 * OR instead of AND.
 */
function filterFor(conditions: Required<Conditions>, material: Material): Filter | undefined {
  const { known, random } = material;
  const count = Number(conditions.groups);
  const size = Number(conditions.criteria);
  const mode = conditions.mode === 'none' ? undefined : conditions.mode;
  const groupMode = conditions.groupMode === 'none' ? undefined : conditions.groupMode;
  // With AND, each criterion must match most records, so that some records match all criteria.
  const usesAnd = (groupMode !== 'OR' && size > 1) || (mode !== 'OR' && count > 1);
  const filters = [1, 2].flatMap(() => {
    // The main criterion is put at a random position, because some servers misread criteria or
    // groups after the first.
    const mainPlace = Math.floor(random() * count * size);
    const shape = { mode, groups: Array.from({ length: count }, () => [groupMode, size] as const) };
    const criterionAt = (place: number): Criterion | undefined =>
      place === mainPlace
        ? mainCriterion(conditions, material)
        : simpleCriterion(known, random, usesAnd ? 'most' : 'few');
    return filterOfShape(shape, criterionAt) ?? [];
  });
  return distinguishingFilters(filters, known, 1)[0] ?? filters[0];
}

/** Makes the criterion that has the operator, kind and number of values of the conditions. */
function mainCriterion(
  { operator, kind, values: count }: Required<Conditions>,
  { known, random }: Material,
): Criterion | undefined {
  if (takes(operator, 'null')) {
    const nullable = [...known.survey.columns.values()].filter(
      (column) => column.nulls > 0 && (column.kind === 'number' || column.kind === 'text'),
    );
    const column = pick(nullable, random);
    return column && where(column.name, operator, null);
  }
  const column = pick(freeColumns(known.survey, kind), random);
  if (column === undefined) return undefined;
  const values = plainValues(column, known);
  const picked = pick(values, random);
  if (picked === undefined) return undefined;
  if (takes(operator, 'list')) {
    const start = Math.floor(random() * Math.max(1, values.length - COUNTS[count]));
    return where(column.name, operator, values.slice(start, start + COUNTS[count]));
  }
  if (takes(operator, 'range')) {
    const two = [picked, pick(values, random) ?? picked].map(Number).sort((a, b) => a - b);
    return where(column.name, operator, two);
  }
  const distinguishing =
    random() < 0.5 ? pick(distinguishingCriteria(operator, kind, known.survey), random) : undefined;
  if (distinguishing !== undefined || !takes(operator, 'pattern'))
    return distinguishing ?? where(column.name, operator, picked);
  const pattern = patternOf(String(picked), (some) => pick(some, random) ?? some[0]);
  const isCaseSwapped = positiveOf(operator) === 'ILIKE' && /^[\x20-\x7e]+$/.test(pattern);
  return where(column.name, operator, isCaseSwapped ? swapCase(pattern) : pattern);
}
