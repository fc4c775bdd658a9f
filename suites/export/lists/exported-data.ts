import { type Answer, deviates, type ProductRecord, skip } from '../../../src/harness/suite.js';
import { keyColumn } from '../model/columns.js';
import { canonical } from '../model/identity.js';
import { learnColumns } from '../model/oracle/column.js';
import { grouped } from '../model/oracle/memoized.js';
import { checks, exportOf } from '../survey/ask.js';
import { surveyOf } from '../survey/survey.js';

/**
 * Whether a value is served as it was loaded: numbers by value, text by code point, null in any of
 * three ways.
 */
function servedAs(loaded: unknown, served: unknown): boolean {
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

const differing = (loaded: ProductRecord, served: ProductRecord): string | undefined =>
  Object.keys(loaded).find((name) => !servedAs(loaded[name], served[name]));

export const exportedData = checks({
  'EXP-DATA-1 export.data.fixture': {
    title: 'the whole list, compared with the records that were loaded',
    needs: ['export.fixture'],
    async run(context) {
      const fixture = exportOf(context).fixture ?? [];
      const survey = await surveyOf(context);
      const [widest] = survey.pages.toSorted(
        (a, b) => b.page.records.length - a.page.records.length,
      );
      const shown = (record?: ProductRecord): readonly Answer[] =>
        [
          survey.pages.find(({ page }) => record && page.records.includes(record)) ?? widest,
        ].flatMap((one) => one?.page.answer ?? []);
      if (!survey.complete) return skip('data', `needs the whole dataset: ${survey.incomplete}`);
      if (survey.records.length !== fixture.length)
        deviates(`${fixture.length} records`, `${survey.records.length}`, ...shown());
      const key = keyColumn(learnColumns(fixture), fixture.length)?.name;
      const idOf = (record: ProductRecord): string =>
        key === undefined ? '' : String(record[key] ?? '');
      const byKey = grouped(survey.records, idOf);
      for (const loaded of fixture) {
        const candidates = byKey.get(idOf(loaded)) ?? [];
        const found = candidates.findIndex((served) => differing(loaded, served) === undefined);
        if (found >= 0) {
          candidates.splice(found, 1);
          continue;
        }
        const name =
          key === undefined ? 'a record' : `the record with ${key} ${JSON.stringify(loaded[key])}`;
        const [near] = candidates;
        const column = near && differing(loaded, near);
        if (near === undefined || column === undefined)
          return deviates(name, `none, for ${JSON.stringify(loaded).slice(0, 160)}`, ...shown());
        const expected = `${name} with ${column} ${JSON.stringify(loaded[column])}`;
        deviates(expected, JSON.stringify(near[column]) ?? 'nothing', ...shown(near));
      }
      return `all ${fixture.length} records, value by value`;
    },
  },
});
