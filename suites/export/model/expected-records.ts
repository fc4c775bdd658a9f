/** Computes the records that a filter must and may select, and compares lists of records. */

import { grouped, memoizedByObject } from '../../../src/memoized.js';
import { type Criterion, type Filter, only } from '../../../src/protocol/export/filter.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { isUnsettled, type Known, type Survey } from './data.js';
import { identity, sameRecord } from './identity.js';
import { cellValue } from './oracle/column.js';
import type { ComparisonRules } from './oracle/criterion.js';
import { filterEvaluator } from './oracle/filter.js';
import { membership, OPEN } from './oracle/truth.js';

/**
 * The result of a filter must contain the `required` records, and may contain the `optional`
 * records.
 */
export interface ExpectedRecords {
  readonly required: readonly ProductRecord[];
  readonly optional: readonly ProductRecord[];
}

/** Filters that select the same records share the result. */
export const expectedRecords = (
  filter: Filter,
  survey: Survey,
  comparisonRules: ComparisonRules,
): ExpectedRecords =>
  selectedBy(survey)(filterEvaluator(survey.records)(survey.columns)(comparisonRules)(filter));

const selectedBy = memoizedByObject((survey: Survey) =>
  memoizedByObject((truths: Uint8Array): ExpectedRecords => {
    const required: ProductRecord[] = [];
    const optional: ProductRecord[] = [...(survey.changes?.removed ?? [])];
    for (const [at, record] of survey.records.entries()) {
      const place = membership(truths[at] ?? OPEN);
      if (isUnsettled(record, survey) || place === 'open') optional.push(record);
      else if (place === 'in') required.push(record);
    }
    return { required, optional };
  }),
);

/** Whether it is certain for each known record whether the criterion selects it. */
export const isSure = (criterion: Criterion, { survey, comparisonRules }: Known): boolean =>
  expectedRecords(only(criterion), survey, comparisonRules).optional.length === 0;

/**
 * Removes repeated records. Without a key nothing is removed, because different records may have
 * equal values.
 */
export const onceEach = (
  records: readonly ProductRecord[],
  { key, changing }: Survey,
): readonly ProductRecord[] =>
  key === undefined
    ? records
    : [...new Map(records.map((record) => [identity(record, changing), record])).values()];

/**
 * The returned records that are not among the known records. If a known record is returned twice,
 * the second one counts as unknown. Records are matched by the key and their values, or by their
 * values alone if there is no key.
 */
export function unknownAmong(
  returned: readonly ProductRecord[],
  known: readonly ProductRecord[],
  { key, changing }: Survey,
): readonly ProductRecord[] {
  // Equal records of a run are usually the same object, so sets find most of them quickly.
  const [all, some] = [setOf(known), setOf(returned)];
  const areDistinct = some.size === returned.length && all.size === known.length;
  const others = areDistinct ? returned.filter((record) => !all.has(record)) : returned;
  if (others.length === 0) return [];
  const knownOthers = areDistinct ? known.filter((record) => !some.has(record)) : known;
  if (knownOthers.length === 0) return others;
  const idOf = (record: ProductRecord): string =>
    key === undefined ? identity(record, changing) : textOfValue(record[key.name]);
  const wanted = new Set(others.map(idOf));
  const left = grouped(
    knownOthers.filter((record) => wanted.has(idOf(record))),
    idOf,
  );
  return others.filter((record) => {
    const alike = left.get(idOf(record)) ?? [];
    const index = alike.findIndex((other) => sameRecord(other, record, changing));
    if (index >= 0) alike.splice(index, 1);
    return index < 0;
  });
}

/** The records as a set. */
export const setOf = memoizedByObject((records: readonly ProductRecord[]) => new Set(records));

/** Returned records whose values differ from the known record with the same key. */
export function recordsWithOtherValues(
  returned: readonly ProductRecord[],
  survey: Survey,
): readonly ProductRecord[] {
  const { key, changing, records: known } = survey;
  if (key === undefined) return [];
  const byKey = grouped(known, (record) => record[key.name]);
  return returned.filter((record) => {
    if (isUnsettled(record, survey)) return false;
    const [first, second] = byKey.get(record[key.name]) ?? [];
    return first !== undefined && second === undefined && !sameRecord(first, record, changing);
  });
}

/**
 * The returned records whose key does not occur in the survey (the records that were read first),
 * although the survey appeared to be complete. If the survey is only a sample or has no key, no
 * record is returned.
 */
export const unreadAmong = (
  returned: readonly ProductRecord[],
  survey: Survey,
): readonly ProductRecord[] => unreadBy(survey)(returned);

const unreadBy = memoizedByObject((survey: Survey) =>
  memoizedByObject((returned: readonly ProductRecord[]): readonly ProductRecord[] => {
    const { complete, key } = survey;
    if (!complete || key === undefined) return [];
    const read = keysIn(survey);
    const all = setOf(survey.records);
    return returned.filter((record) => {
      if (all.has(record)) return false;
      const value = record[key.name] ?? undefined;
      return value !== undefined && !read.has(textOfValue(value));
    });
  }),
);

/** The values of the key in the records of a survey, as text. */
const keysIn = memoizedByObject(
  ({ key, records }: Survey) =>
    new Set(key === undefined ? [] : records.map((record) => textOfValue(record[key.name]))),
);

/** The description of several records has at most this length. The first is always described. */
const MOST_SHOWN_LENGTH = 110;

/**
 * Describes up to three records by their key and some columns: `id 17 (price 9, color null) and 4
 * more`.
 */
export function showRecords(
  records: readonly ProductRecord[],
  columns: readonly string[],
  { key }: Survey,
): string {
  const described = records.slice(0, 3).map((record) => {
    const values = columns
      .filter((name) => name !== key?.name)
      .map((name) => `${name} ${JSON.stringify(cellValue(record, name))}`);
    const head =
      key === undefined ? 'a record' : `${key.name} ${JSON.stringify(cellValue(record, key.name))}`;
    return values.length === 0 ? head : `${head} (${values.join(', ')})`;
  });
  const shown = described.filter(
    (_, at) => at === 0 || described.slice(0, at + 1).join(', ').length <= MOST_SHOWN_LENGTH,
  );
  const more = records.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Describes records whose values differ from the known records with the same keys. Names one
 * differing value of the first record: `id 17: color is "red" here and "Red" in the list`.
 */
export function showOtherValues(
  records: readonly ProductRecord[],
  columns: readonly string[],
  survey: Survey,
): string {
  const { key, changing, records: known } = survey;
  const shown = showRecords(records, columns, survey);
  const [record] = records;
  const same = known.find((one) => key !== undefined && one[key.name] === record?.[key.name]);
  if (record === undefined || same === undefined) return shown;
  const names = Object.keys({ ...same, ...record });
  const isChanged = (name: string): boolean =>
    !sameRecord({ [name]: same[name] }, { [name]: record[name] }, changing);
  const column = names.find(isChanged);
  if (column === undefined) return shown;
  const first = records.length > 1 ? 'of the first, ' : '';
  const values = `${valueIn(record, column)} here and ${valueIn(same, column)} in the list`;
  return `${shown}: ${first}${column} is ${values}`;
}

/** A value as JSON, at most 40 characters long, or `missing`. */
function valueIn(record: ProductRecord, column: string): string {
  const text = JSON.stringify(record[column]) ?? 'missing';
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
