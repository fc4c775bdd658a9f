/**
 * Compares the served list with the fixture, which is the records that were loaded into the server
 * under test.
 */

import type { Context } from '../../../src/harness/context.js';
import { deviates, skip } from '../../../src/harness/finding.js';
import type { Answer } from '../../../src/http/answer.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { keyColumn } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { exportOf } from '../model/export-target.js';
import { canonical } from '../model/identity.js';
import { learnColumns } from '../model/oracle/column.js';
import { grouped } from '../model/oracle/memoized.js';
import { surveyOf } from './survey.js';

/**
 * Numbers must be equal by value, and text by code point. Null may be served as null, as a missing
 * member or as empty text.
 */
function isServedAs(loaded: unknown, served: unknown): boolean {
  if (loaded === null || loaded === undefined)
    return served === null || served === undefined || served === '';
  if (typeof loaded === 'number')
    return (
      (typeof served === 'number' || (typeof served === 'string' && served.trim() !== '')) &&
      Number(served) === loaded
    );
  if (typeof loaded === 'object') return canonical(served) === canonical(loaded);
  return served === loaded;
}

const differingColumn = (loaded: ProductRecord, served: ProductRecord): string | undefined =>
  Object.keys(loaded).find((name) => !isServedAs(loaded[name], served[name]));

/**
 * Ends the check with a failure at the first difference. If there is no difference, returns what
 * was compared, in words.
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
  const byKey = grouped(survey.records, idOf);
  for (const loaded of fixture) {
    const candidates = byKey.get(idOf(loaded)) ?? [];
    const found = candidates.findIndex((served) => differingColumn(loaded, served) === undefined);
    if (found < 0) return deviateFrom(loaded, candidates[0], key, survey);
    candidates.splice(found, 1);
  }
  return `all ${fixture.length} records, value by value`;
}

/** Returns the response with the record, or the response with the most records if none has it. */
function pageOf({ pages }: Survey, record?: ProductRecord): readonly Answer[] {
  const [widest] = pages.toSorted((a, b) => b.page.records.length - a.page.records.length);
  const shown = pages.find(({ page }) => record && page.records.includes(record)) ?? widest;
  return shown === undefined ? [] : [shown.page.answer];
}

/** Fails the check because of a missing record, or because of the first value that differs. */
function deviateFrom(
  loaded: ProductRecord,
  candidate: ProductRecord | undefined,
  key: string | undefined,
  survey: Survey,
): never {
  const name =
    key === undefined ? 'a record' : `the record with ${key} ${JSON.stringify(loaded[key])}`;
  const column = candidate && differingColumn(loaded, candidate);
  if (candidate === undefined || column === undefined) {
    const shown = `the loaded record is ${JSON.stringify(loaded).slice(0, 160)}`;
    const missing = {
      expected: name,
      actual: `no such record; ${shown}`,
      sentence: `${name} is missing, although it was loaded; ${shown}`,
    };
    return deviates(missing, ...pageOf(survey));
  }
  const value = JSON.stringify(loaded[column]);
  const actual = JSON.stringify(candidate[column]) ?? 'nothing';
  const different = {
    expected: `${name} with ${column} ${value}`,
    actual,
    sentence: `${column} of ${name} is ${actual}; it must be ${value}, as it was loaded`,
  };
  return deviates(different, ...pageOf(survey, candidate));
}
