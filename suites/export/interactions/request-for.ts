import type { Context } from '../../../src/harness/index.js';
import { swapCase } from '../../../src/harness/index.js';
import { nearTokens } from '../authentication/made-tokens.js';
import { type Known, matching } from '../judge/any-page.js';
import { structureMutants } from '../mutants/structure-mutants.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { isAlone } from '../oracle/equality.js';
import { Truths } from '../oracle/filter.js';
import { heldBy } from '../oracle/held.js';
import { membership, OPEN, TRUE } from '../oracle/truth.js';
import {
  type Criterion,
  type Filter,
  type Group,
  type Mode,
  type Operator,
  type Scalar,
  where,
} from '../request/filter.js';
import { exportOf, type FilteredRoute, JSON_API, PLAIN, type ProductsRequest } from '../request/products-request.js';
import { freeColumns, sortable } from '../survey/columns.js';
import type { Conditions } from './factors.js';

/** What rows are made from: the target's settings, what is known of its data, and numbers that make the choice. */
export interface Material {
  readonly context: Context;
  readonly known: Known;
  readonly filtered: FilteredRoute | undefined;
  readonly random: () => number;
}

const ACCEPTS = { 'json-api': JSON_API, plain: PLAIN, none: null } as const;

/** The request that brings the conditions together; undefined where the data has no values for it. */
export function requestFor(conditions: Required<Conditions>, material: Material): ProductsRequest | undefined {
  const { known, context, filtered } = material;
  const target = exportOf(context);
  const { survey, orderBy } = known;
  const filter = conditions.groups === '0' ? undefined : filterFor(conditions, material);
  if (conditions.groups !== '0' && filter === undefined) return undefined;
  if (conditions.route === 'filtered' && filtered === undefined) return undefined;
  const sorted = sortable(survey);
  const by = conditions.orderBy === 'none' ? undefined : sorted.find(({ kind }) => kind === conditions.orderBy);
  const group = conditions.groupBy === 'none' ? undefined : groupColumn(known);
  if (conditions.groupBy !== 'none' && group === undefined) return undefined;
  const destination =
    conditions.destination === 'another'
      ? target.otherDestination
      : conditions.destination === 'without data'
        ? target.emptyDestination
        : undefined;
  const elsewhere = destination ?? target.destination;
  const request: ProductsRequest = {
    route:
      conditions.route === 'filtered' && filtered !== undefined
        ? filtered
        : conditions.route === 'unknown'
          ? { path: '/assay/unknown/route' }
          : conditions.route === 'legacy'
            ? 'legacy'
            : 'v2',
    accept: ACCEPTS[conditions.accept],
    destination,
    destinationId:
      conditions.destination === 'header missing'
        ? null
        : conditions.destination === 'header malformed'
          ? `${elsewhere?.id}abc`
          : undefined,
    token: tokenFor(conditions, material, elsewhere?.token ?? ''),
    limit: conditions.limit === 'none' ? undefined : Number(conditions.limit),
    orderBy: by === undefined ? undefined : orderBy(by),
    groupBy: group?.name,
    filter: filter ?? (conditions.mode === 'none' ? undefined : { mode: conditions.mode, groups: [] }),
    spelling: known.spelling,
  };
  return { ...request, offset: offsetFor(conditions, matchesOf(request, known)) };
}

/** How many records or groups there are to page through: an offset past them shows nothing. */
function matchesOf(request: ProductsRequest, known: Known): number {
  const { required } = matching(request, known);
  const { groupBy } = request;
  return groupBy === undefined ? required.length : new Set(required.map((record) => heldBy(record, groupBy))).size;
}

function tokenFor({ token, destination }: Conditions, { context }: Material, own: string): string | null | undefined {
  const target = exportOf(context);
  switch (token) {
    case 'missing':
      return null;
    case 'malformed':
      return `${own}.x`;
    case 'foreign':
      return 'assay-foreign-token';
    case 'almost right': {
      const near = swapCase(own) === own ? (nearTokens(own)[0]?.token ?? `${own}x`) : swapCase(own);
      return near;
    }
    case 'of another destination':
      return destination === 'another' ? target.destination?.token : target.otherDestination?.token;
    default:
      return undefined;
  }
}

function offsetFor({ offset }: Conditions, matches: number): number | undefined {
  if (offset === undefined || offset === 'none') return undefined;
  if (offset === 'half') return Math.floor(matches / 2);
  return offset === 'last' ? Math.max(0, matches - 1) : Math.min(Number(offset), Math.max(0, matches - 1));
}

/** A column of few values, each on several records; one whose values are surely different ones first. */
function groupColumn({ survey, semantics }: Known): Column | undefined {
  const columns = [...survey.columns.values()]
    .filter(({ kind, values }) => (kind === 'text' || kind === 'number') && values.size > 1 && values.size <= 60)
    .sort((a, b) => Math.abs(a.values.size - 8) - Math.abs(b.values.size - 8));
  const isSure = (column: Column): boolean =>
    [...column.values.keys()].every((value) => isAlone(String(value), column, semantics.equals));
  return columns.find(isSure) ?? columns[0];
}

const TRIES = 4;

/** A filter of the shape, on values for which as many wrong readings of its structure as possible give another answer. */
function filterFor(conditions: Required<Conditions>, material: Material): Filter | undefined {
  // A single criterion has no structure to tell apart.
  const single = conditions.groups === '1' && conditions.criteria === '1';
  let best: Filter | undefined;
  let most = -1;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const filter = someFilter(conditions, material);
    if (filter === undefined) return best;
    const told = tellsApart(filter, material.known);
    if (told > most) [best, most] = [filter, told];
    if (single && told > 0) break;
  }
  return best;
}

/** Records that filters are told apart by. */
const SAMPLE = 40;

/** How many faulty readings of a filter's structure its answer rules out; none where it keeps nothing or everything. */
function tellsApart(filter: Filter, { survey, semantics }: Known): number {
  const truths = new Truths(survey.records.slice(0, SAMPLE), survey.columns, semantics);
  const kept = truths.of(filter);
  const open = kept.filter((truth) => membership(truth) === 'open').length;
  if (!kept.includes(TRUE) || kept.every((truth) => truth === TRUE)) return open > 0 ? -1 : 0;
  const told = Object.values(structureMutants).filter((change) =>
    truths.of(change(filter)).some((truth, at) => membership(truth) !== membership(kept[at] ?? OPEN)),
  );
  return 1 + told.length - 3 * open;
}

function someFilter(conditions: Required<Conditions>, material: Material): Filter | undefined {
  const groups: Group[] = [];
  const mode = conditions.groupMode === 'none' ? undefined : conditions.groupMode;
  for (let group = 0; group < Number(conditions.groups); group += 1) {
    const criteria: Criterion[] = [];
    for (let place = 0; place < Number(conditions.criteria); place += 1) {
      const first = group === 0 && place === 0;
      const last = group === Number(conditions.groups) - 1 && place === Number(conditions.criteria) - 1;
      const made = first
        ? mainCriterion(conditions, material)
        : simpleCriterion(material, last, keeps(conditions, mode));
      if (made === undefined) return undefined;
      criteria.push(made);
    }
    groups.push({ mode, criteria });
  }
  return { mode: conditions.mode === 'none' ? undefined : (conditions.mode as Mode), groups };
}

/** Whether criteria should keep most records or few, so that many of them together still keep some and leave out some. */
const keeps = ({ mode, groups, criteria }: Required<Conditions>, inner: Mode | undefined): 'most' | 'few' => {
  const joined = (inner ?? 'AND') === 'AND' && Number(criteria) > 1;
  const across = (mode === 'none' ? 'AND' : mode) === 'AND' && Number(groups) > 1;
  return joined || across ? 'most' : 'few';
};

const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

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

/** Rows ask for the same columns again and again. */
function remembered<T>(memory: WeakMap<Column, T>, column: Column, find: () => T): T {
  const value = memory.get(column) ?? find();
  memory.set(column, value);
  return value;
}
const texts = new WeakMap<Column, readonly string[]>();
const numbers = new WeakMap<Column, readonly number[]>();
const numbersOf = (column: Column): readonly number[] => remembered(numbers, column, () => sortedNumbers(column));

/** Values that nothing but themselves equals, without wildcards, commas or blanks at an end. */
const plainTexts = (column: Column, known: Known): readonly string[] =>
  remembered(texts, column, () => findPlainTexts(column, known));

const findPlainTexts = (column: Column, { semantics }: Known): readonly string[] => {
  const plain = textsOf(column).filter(
    (text) => text.length <= 60 && /^[^%_\\[\],]+$/.test(text) && text.trim() === text,
  );
  const few = plain.slice(0, 200);
  const alone = few.filter((text) => isAlone(text, column, semantics.equals));
  return alone.length > 0 ? alone : few;
};

const COUNTS = { one: 1, two: 2, twenty: 20, sixty: 60 } as const;

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
  if (operator === 'IN' || operator === 'NOT IN') {
    const start = Math.floor(random() * Math.max(1, values.length - COUNTS[count]));
    return where(column.name, operator, values.slice(start, start + COUNTS[count]));
  }
  if (operator === 'BETWEEN' || operator === 'NOT BETWEEN') {
    const two = [picked, pick(values, random) ?? picked].map(Number).sort((a, b) => a - b);
    return where(column.name, operator, two);
  }
  return where(column.name, operator, operator.includes('LIKE') ? patternOf(String(picked), operator, random) : picked);
}

/** A pattern that the text matches: cut at a random place, with the case changed for ILIKE. */
function patternOf(text: string, operator: Operator, random: () => number): string {
  const characters = [...text];
  const at = Math.floor(random() * characters.length);
  const cut = random() < 0.5 ? `${characters.slice(0, at + 1).join('')}%` : `%${characters.slice(at).join('')}`;
  return operator.includes('ILIKE') && /^[\x20-\x7e]+$/.test(text) ? swapCase(cut) : cut;
}
