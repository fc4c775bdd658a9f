/**
 * Builds filters of many criteria that detect wrong readings: ways in which a faulty server
 * misinterprets a criterion.
 */

import { memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  type Filter,
  type Mode,
  type PositiveOperator,
  type Scalar,
  where,
} from '../../../src/protocol/export/filter.js';
import { fitColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { expectedRecords, isSure } from '../model/expected-records.js';
import { type Column, cellValue, mayBeEnumeration } from '../model/oracle/column.js';
import { candidates, kindsFor, sample } from '../wrong-readings/candidate-values.js';
import { memoizedByData } from '../wrong-readings/distinguishing-criteria.js';
import { contraryOf, operatorReadings } from '../wrong-readings/operator-readings.js';
import { kindsOfText } from './unusual-texts.js';

/**
 * More than ten criteria also test indexes of two digits in parameter names. With more than 16, a
 * URL may be too long for some servers.
 */
const MAX_CRITERIA = 16;
/** The most values that are tried for each column and operator. */
const MAX_TRIED_VALUES = 16;
/** The longest text of a criterion, in characters. A list may be four times as long. */
const MAX_TEXT_LENGTH = 24;

/**
 * Makes a filter of criteria with many operators, in one group or each in its own group. The
 * criteria are chosen so that each misread criterion changes the result. Returns undefined if there
 * are fewer than three such criteria, or if the filter selects none or all of the records.
 */
export function filterOfMany(
  mode: Mode,
  many: 'criteria' | 'groups',
  known: Known,
): Filter | undefined {
  const { survey } = known;
  const sets = memoizedSets(survey, mode, () => criteriaSets(survey, mode));
  const chosen = many === 'groups' ? sets[0] : sets[1];
  const criteria = chosen?.filter((criterion) => isSure(criterion, known)) ?? [];
  if (criteria.length < 3) return undefined;
  const filter: Filter =
    many === 'criteria'
      ? { groups: [{ mode, criteria }] }
      : { mode, groups: criteria.map((criterion) => ({ criteria: [criterion] })) };
  const { length } = expectedRecords(filter, survey, known.comparisonRules).required;
  return length > 0 && length < survey.records.length ? filter : undefined;
}

/** More criteria than the 20 elements up to which many parsers read an array. */
const MORE_THAN_ARRAYS = 24;

/**
 * A group of mode OR with as many criteria, each for another number. Undefined if no column has
 * enough of them, or if they select all records.
 */
export function filterOfMore(known: Known): Filter | undefined {
  const { survey } = known;
  const chosen = fitColumns(survey, 'number')
    .map((column) => [...column.values.keys()].map((value) => where(column.name, '=', value)))
    .map((criteria) => criteria.filter((criterion) => isSure(criterion, known)))
    .find(({ length }) => length > MORE_THAN_ARRAYS);
  return chosen && { groups: [{ mode: 'OR', criteria: chosen.slice(0, MORE_THAN_ARRAYS) }] };
}

/**
 * A criterion, the records that it selects, and for each wrong reading the records that reveal it.
 * A record is given by its position.
 */
interface Candidate {
  readonly criterion: Criterion;
  readonly selects: readonly number[];
  readonly reveals: ReadonlyMap<string, readonly number[]>;
}

const memoizedSets = memoizedByData<readonly (readonly Criterion[])[]>();

/**
 * Returns two sets of criteria. The second set detects wrong readings that the first set does not
 * detect. For AND, the criteria are negated, so that each excludes few records.
 */
function criteriaSets(survey: Survey, mode: Mode): readonly (readonly Criterion[])[] {
  const all = candidatesIn(survey).flatMap(({ column, found }) =>
    // A negated criterion also excludes nulls. Therefore AND does not use columns with many nulls.
    mode === 'AND' && column.nulls * 8 > survey.records.length ? [] : found,
  );
  const seen = new Set<string>();
  const total = survey.records.length;
  const sets = [chooseTogether(all, seen, total), chooseTogether(all, seen, total)];
  const contrary = (one: Criterion): Criterion => ({
    ...one,
    operator: contraryOf(one.operator) ?? one.operator,
  });
  return mode === 'OR' ? sets : sets.map((set) => set.map(contrary));
}

/** The candidates on each column. They are the same for AND and OR. */
const candidatesIn = memoizedByObject((survey: Survey) =>
  [...fitColumns(survey, 'number').slice(0, 2), ...fitColumns(survey, 'text').slice(0, 3)]
    .filter((column) => !mayBeEnumeration(column))
    .map((column) => ({ column, found: candidatesOn(column, survey) })),
);

interface Progress {
  /** Detected wrong readings. */
  readonly seen: Set<string>;
  /** Records that at least one chosen criterion selects. */
  readonly selected: Set<number>;
  /** Records that reveal a wrong reading. No further criterion may select them. */
  readonly witnesses: Set<number>;
}

type Detected = readonly (readonly [wrongReading: string, witness: number])[];

/**
 * Adds criteria while they detect further wrong readings. No criterion selects a witness (a record
 * that reveals a wrong reading) of another criterion, and at least one record satisfies none of the
 * criteria.
 */
function chooseTogether(
  all: readonly Candidate[],
  seen: Set<string>,
  total: number,
): readonly Criterion[] {
  const chosen: Criterion[] = [];
  const progress: Progress = { seen, selected: new Set(), witnesses: new Set() };
  while (chosen.length < MAX_CRITERIA) {
    const best = mostDetecting(all, progress, total);
    if (best === undefined) break;
    chosen.push(best.candidate.criterion);
    addToProgress(best.candidate, best.detected, progress);
  }
  return chosen;
}

function mostDetecting(all: readonly Candidate[], progress: Progress, total: number) {
  let best: { readonly candidate: Candidate; readonly detected: Detected } | undefined;
  for (const candidate of all) {
    if (!fitsIn(candidate, progress, total)) continue;
    const detected = detectedBy(candidate, progress);
    if (detected.length > (best?.detected.length ?? 0)) best = { candidate, detected };
  }
  return best;
}

/**
 * A further criterion must select further records, but not all remaining records, and no record
 * that reveals a wrong reading of another criterion.
 */
function fitsIn({ selects }: Candidate, { selected, witnesses }: Progress, total: number): boolean {
  const more = selects.filter((record) => !selected.has(record)).length;
  if (more === 0 || selected.size + more >= total) return false;
  return !selects.some((record) => witnesses.has(record));
}

const detectedBy = ({ reveals }: Candidate, { seen, selected }: Progress): Detected =>
  [...reveals].flatMap(([wrongReading, records]): Detected => {
    const witness = seen.has(wrongReading) ? undefined : records.find((one) => !selected.has(one));
    return witness === undefined ? [] : [[wrongReading, witness]];
  });

function addToProgress({ selects }: Candidate, detected: Detected, progress: Progress): void {
  const { seen, selected, witnesses } = progress;
  for (const [wrongReading, witness] of detected) {
    seen.add(wrongReading);
    witnesses.add(witness);
  }
  // Only this criterion selects the record, so the record shows if the server ignores this
  // criterion.
  const own = selects.find((record) => !selected.has(record));
  if (own !== undefined) witnesses.add(own);
  for (const record of selects) selected.add(record);
}

/** Returns, for each operator, criteria that only few records satisfy. */
function candidatesOn(column: Column, { records }: Survey): readonly Candidate[] {
  const positions = new Map<Scalar, number[]>();
  for (const [at, record] of records.entries()) {
    const value = cellValue(record, column.name);
    if (value === null || value === undefined) continue;
    positions.set(value, [...(positions.get(value) ?? []), at]);
  }
  const data: ColumnData = {
    column,
    positions,
    sampled: sample(column),
    few: Math.max(1, records.length / 12),
  };
  const operators = Object.keys(operatorReadings) as PositiveOperator[];
  const kind = column.kind === 'number' ? 'number' : 'text';
  return operators
    .filter((operator) => kindsFor(operator).includes(kind))
    .flatMap((operator) => {
      const values = candidates(operator, column, ({ length }) => length <= MAX_TEXT_LENGTH);
      const step = Math.ceil(values.length / MAX_TRIED_VALUES);
      return values
        .filter((_, nth) => nth % step === 0)
        .flatMap((value) => candidateOf(operator, value, data) ?? []);
    });
}

interface ColumnData {
  readonly column: Column;
  /** The positions of the records that contain a value. */
  readonly positions: ReadonlyMap<Scalar, readonly number[]>;
  readonly sampled: readonly Scalar[];
  /** A criterion may select at most this many records. */
  readonly few: number;
}

/**
 * Returns a criterion and the records that reveal a wrong reading of it. Returns undefined if the
 * criterion selects no record or too many.
 */
function candidateOf(
  operator: PositiveOperator,
  value: Parameters<(typeof operatorReadings)[PositiveOperator]['right']>[0],
  { column, positions, sampled, few }: ColumnData,
): Candidate | undefined {
  const { right, wrong } = operatorReadings[operator];
  const isSelected = right(value);
  if (JSON.stringify(value).length > 4 * MAX_TEXT_LENGTH || sampled.filter(isSelected).length > few)
    return undefined;
  const kept = [...positions.keys()].filter(isSelected);
  const selects = kept.flatMap((one) => positions.get(one) ?? []);
  if (selects.length === 0 || selects.length > few) return undefined;
  // A few records are enough to find one that no other criterion selects.
  const someOf = (one: Scalar): readonly number[] => (positions.get(one) ?? []).slice(0, 4);
  const reveals = new Map<string, readonly number[]>();
  for (const [name, reading] of Object.entries(wrong)) {
    const isSelectedWrongly = reading(value);
    const differing = sampled.find((one) => isSelectedWrongly(one) !== isSelected(one));
    if (differing !== undefined) reveals.set(`${operator} ${name}`, someOf(differing));
  }
  // Misreading an unusual text, such as one with quotes, counts as a wrong reading, too.
  const kinds = kept.flatMap((one) =>
    [...kindsOfText(String(one))].map((unusualKind) => ({ one, unusualKind })),
  );
  for (const { one, unusualKind } of kinds)
    if (!reveals.has(`${operator} ${unusualKind}`))
      reveals.set(`${operator} ${unusualKind}`, someOf(one));
  return { criterion: where(column.name, operator, value), selects, reveals };
}
