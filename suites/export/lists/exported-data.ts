import { type Answer, deviates, type ProductRecord, skip } from '../../../src/harness/suite.js';
import { exportOf } from '../ask.js';
import { check } from '../check.js';
import type { Survey, SurveyedPage } from '../survey/data.js';
import { canonical } from '../survey/identity.js';
import { surveyOf } from '../survey/survey.js';

/** Whether a value is served as it was loaded: numbers by value, text by code point, null in any of three ways. */
function servedAs(loaded: unknown, served: unknown): boolean {
  if (loaded === null || loaded === undefined) return served === null || served === undefined || served === '';
  if (typeof loaded === 'number')
    return (
      (typeof served === 'number' || (typeof served === 'string' && served.trim() !== '')) && Number(served) === loaded
    );
  if (typeof loaded === 'object') return canonical(served) === canonical(loaded);
  return served === loaded;
}

const differing = (loaded: ProductRecord, served: ProductRecord): string | undefined =>
  Object.keys(loaded).find((name) => !servedAs(loaded[name], served[name]));

export const exportedData = [
  check({
    id: 'export.data.fixture',
    clauses: ['EXP-DATA-1'],
    title: 'the products are the records that were loaded: every record, every value',
    requests: 0,
    needs: ['export.fixture'],
    async run(context) {
      const fixture = exportOf(context).fixture ?? [];
      const survey = await surveyOf(context);
      if (!survey.complete) return skip('data', `needs the whole dataset: ${survey.incomplete}`);
      if (survey.records.length !== fixture.length)
        deviates(`${fixture.length} records`, `${survey.records.length}`, pageOf(survey));
      const key = keyOf(fixture);
      const byKey = new Map<string, ProductRecord[]>();
      for (const record of survey.records) {
        const id = key === undefined ? '' : String(record[key] ?? '');
        byKey.set(id, [...(byKey.get(id) ?? []), record]);
      }
      for (const loaded of fixture) {
        const candidates = byKey.get(key === undefined ? '' : String(loaded[key] ?? '')) ?? [];
        const found = candidates.findIndex((served) => differing(loaded, served) === undefined);
        if (found >= 0) {
          candidates.splice(found, 1);
          continue;
        }
        const name = key === undefined ? 'a record' : `the record with ${key} ${JSON.stringify(loaded[key])}`;
        const [near] = candidates;
        const column = near && differing(loaded, near);
        if (near === undefined || column === undefined)
          deviates(name, `none, for ${JSON.stringify(loaded).slice(0, 160)}`, pageOf(survey));
        deviates(
          `${name} with ${column} ${JSON.stringify(loaded[column])}`,
          JSON.stringify(near[column]) ?? 'nothing',
          pageOf(survey, near),
        );
      }
      return `all ${fixture.length} records, value by value`;
    },
  }),
];

/** The page that a record was read from, as far as it is kept; else the widest. */
function pageOf({ pages }: Survey, record?: ProductRecord): Answer {
  const holding = record && pages.find(({ page }) => page.records.includes(record));
  const [widest] = pages.toSorted((a, b) => b.page.records.length - a.page.records.length);
  return ((holding ?? widest) as SurveyedPage).page.answer;
}

/** A column that tells every record of the fixture from every other. */
function keyOf(fixture: readonly ProductRecord[]): string | undefined {
  return Object.keys(fixture[0] ?? {}).find(
    (name) => new Set(fixture.map((record) => record[name])).size === fixture.length,
  );
}
