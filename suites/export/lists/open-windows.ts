import { broken } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { requestProducts, tryPage } from '../ask.js';
import { checks } from '../check.js';
import { surveyOf } from '../survey/survey.js';

/** Windows that the document leaves open (EXP-LIST-9 and 10). */
export const openWindows = checks({
  'EXP-LIST-9 export.list.past-the-end': {
    title: 'an offset past the end, and a filter without matches',
    requests: 3,
    shows: 'response to an empty result',
    async cases(context) {
      const { total, key, columns } = await surveyOf(context);
      const windows = { 'offset at the end': { offset: total }, 'offset past the end': { offset: total + 1000 } };
      const column = key ?? [...columns.values()][0];
      if (column === undefined) return windows;
      const filter = only(where(column.name, '=', column.kind === 'number' ? -987654321 : 'assay-matches-nothing'));
      const { status } = await requestProducts(context, { filter });
      context.facts.recordDialect({ emptyResult: status === 200 ? 'list' : String(status) });
      return { ...windows, 'a filter that matches nothing': { filter } };
    },
    async odd(answer, context) {
      const { total } = await surveyOf(context);
      const { records = [], meta } = tryPage(answer) ?? {};
      // Neither an empty list nor 404: whoever pages until nothing comes would never stop.
      const isEndless = records.length > 0 && (meta?.total ?? total) <= total;
      return isEndless ? `returns ${records.length} records of ${total}` : broken(answer);
    },
  },
  'EXP-LIST-10 export.list.odd-limits': {
    title: 'limits and offsets that the document does not specify',
    requests: { least: 4, most: 11 },
    shows: 'results of unspecified limits and offsets',
    cases: () => ({
      'limit=0': { limit: 0 },
      'limit=-1': { limit: -1 },
      'limit=abc': { limit: 'abc' },
      'offset=-1': { offset: -1, limit: 1 },
      'limit=1000000': { limit: 1_000_000 },
      'limit empty': { limit: '' },
      'limit=2.5': { limit: '2.5' },
      'offset=abc': { offset: 'abc', limit: 1 },
      'limit given twice': { limit: 1, extra: [['limit', '2']] },
      'limit as an array': { extra: [['limit[]', '1']] },
      'an unknown parameter': { limit: 1, extra: [['assay', '1']] },
    }),
  },
});
