/**
 * Compares the served list with the fixture, which is the records that were loaded into the server
 * under test.
 */

import type { Context } from '../../../src/harness/context.js';
import { deviates, skip } from '../../../src/harness/finding.js';
import type { Answer } from '../../../src/http/answer.js';
import { grouped } from '../../../src/memoized.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { keyColumn } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { exportOf } from '../model/export-target.js';
import { canonical } from '../model/identity.js';
import { learnColumns } from '../model/oracle/column.js';
import { conversionOf } from './conversions.js';
import { surveyOf } from './survey.js';

/**
 * Whether a value is the same in another form, as a database driver may return it: `true` for 1, or
 * a time in another notation.
 */
function isSameOfDriver(loaded: unknown, served: unknown): boolean {
  const flag = (value: unknown): number | undefined =>
    typeof value === 'boolean' || value === 0 || value === 1 ? Number(value) : undefined;
  if (typeof loaded === 'boolean' || typeof served === 'boolean')
    return flag(loaded) !== undefined && flag(loaded) === flag(served);
  const instant = instantOf(loaded);
  return instant !== undefined && instant === instantOf(served);
}

/** An ISO date, with or without a time. The group is the offset from UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The milliseconds since 1970 of an ISO date or time. Without an offset it is in UTC. `Date.parse`
 * would read a time without an offset as local time (but not a date alone), so `Z` is added.
 */
function instantOf(value: unknown): number | undefined {
  const found = typeof value === 'string' ? INSTANT.exec(value) : null;
  if (found === null) return undefined;
  const [text, offset] = found;
  const isDate = text.length === 'yyyy-mm-dd'.length;
  const time = Date.parse(`${text.replace(' ', 'T')}${offset === undefined && !isDate ? 'Z' : ''}`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Whether a served value is the loaded one. Numbers must be equal by value, and text by code point.
 * Null may be served as null, as a missing member or as empty text.
 */
export function isServedAs(loaded: unknown, served: unknown): boolean {
  if (loaded === null || loaded === undefined)
    return served === null || served === undefined || served === '';
  if (isSameOfDriver(loaded, served)) return true;
  if (typeof loaded === 'number')
    return (
      (typeof served === 'number' || (typeof served === 'string' && served.trim() !== '')) &&
      Number(served) === loaded
    );
  if (typeof loaded === 'object') return canonical(served) === canonical(loaded);
  return served === loaded;
}

const differingColumns = (loaded: ProductRecord, served: ProductRecord): readonly string[] =>
  Object.keys(loaded).filter((name) => !isServedAs(loaded[name], served[name]));

/** A loaded record with the served record that is compared with it. */
interface Pair {
  readonly loaded: ProductRecord;
  readonly served: ProductRecord;
}

/**
 * Ends the check with a failure if records are missing or differ. Otherwise returns what was
 * compared, in words.
 */
export async function compareFixture(context: Context): Promise<string> {
  const fixture = exportOf(context).fixture ?? [];
  const survey = await surveyOf(context);
  if (!survey.complete) return skip('data', `needs the whole dataset: ${survey.whyIncomplete}`);
  if (survey.records.length !== fixture.length) {
    const deviation = {
      expected: `${fixture.length} records`,
      actual: `${survey.records.length}`,
      sentence: `the list has ${survey.records.length} records; it must have the ${fixture.length} that were loaded`,
    };
    deviates(deviation, ...pageOf(survey));
  }
  const key = keyColumn(learnColumns(fixture), fixture.length)?.name;
  const idOf = (record: ProductRecord): string =>
    key === undefined ? '' : textOfValue(record[key] ?? '');
  // Without a key all records are in one group, in which each loaded record takes an equal one, if
  // there is one.
  const byKey = grouped(survey.records, idOf);
  const pairs = fixture.map((loaded): Pair => {
    const candidates = byKey.get(idOf(loaded)) ?? [];
    const same = candidates.findIndex((one) => differingColumns(loaded, one).length === 0);
    const [served] = candidates.splice(Math.max(0, same), 1);
    if (served === undefined) return deviateFromMissing(loaded, key, survey);
    return { loaded, served };
  });
  const differing = pairs.filter(({ loaded, served }) => differingColumns(loaded, served)[0]);
  if (differing.length > 0) return deviateFrom(pairs, differing, { key, survey });
  const ofDriver = columnsOfDriver(pairs);
  const types = ofDriver.length === 0 ? '' : `; in the type of a driver: ${ofDriver.join(', ')}`;
  return `all ${fixture.length} records, value by value${types}`;
}

/** The columns with values that are served in another type, such as `true` for 1. */
const columnsOfDriver = (pairs: readonly Pair[]): readonly string[] => [
  ...new Set(
    pairs.flatMap(({ loaded, served }) =>
      Object.keys(loaded).filter(
        (name) => loaded[name] !== served[name] && isSameOfDriver(loaded[name], served[name]),
      ),
    ),
  ),
];

/** Returns the response with the record, or the response with the most records if none has it. */
function pageOf({ pages }: Survey, record?: ProductRecord): readonly Answer[] {
  const [widest] = pages.toSorted((a, b) => b.page.records.length - a.page.records.length);
  const shown = pages.find(({ page }) => record && page.records.includes(record)) ?? widest;
  return shown === undefined ? [] : [shown.page.answer];
}

const nameOf = (loaded: ProductRecord, key: string | undefined): string =>
  key === undefined ? 'a record' : `the record with ${key} ${JSON.stringify(loaded[key])}`;

function deviateFromMissing(loaded: ProductRecord, key: string | undefined, survey: Survey): never {
  const name = nameOf(loaded, key);
  const shown = `the loaded record is ${JSON.stringify(loaded).slice(0, 160)}`;
  const missing = {
    expected: name,
    actual: `no such record; ${shown}`,
    sentence: `${name} is missing, although it was loaded; ${shown}`,
  };
  return deviates(missing, ...pageOf(survey));
}

/** Fails the check. Names the first value that differs, and the number and columns of all. */
function deviateFrom(
  pairs: readonly Pair[],
  differing: readonly Pair[],
  { key, survey }: { readonly key: string | undefined; readonly survey: Survey },
): never {
  const columns = new Set(
    differing.flatMap(({ loaded, served }) => differingColumns(loaded, served)),
  );
  const [{ loaded, served } = { loaded: {}, served: {} }] = differing;
  const [column = ''] = differingColumns(loaded, served);
  const name = nameOf(loaded, key);
  const value = JSON.stringify(loaded[column]);
  const actual = JSON.stringify(served[column]) ?? 'nothing';
  const conversion = conversionOf(
    pairs.map((pair) => ({ loaded: pair.loaded[column], served: pair.served[column] })),
    isServedAs,
  );
  const what = conversion === undefined ? '' : `${conversion} in ${column}: `;
  const count = differing.length === 1 ? '1 record differs' : `${differing.length} records differ`;
  const different = {
    expected: `${name} with ${column} ${value}`,
    actual,
    sentence: `${what}${column} of ${name} is ${actual}; it must be ${value}, as it was loaded (${count}, in ${[...columns].join(', ')})`,
  };
  return deviates(different, ...pageOf(survey, served));
}
