import { broken, observed, skip } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { checks, EMPTY, requestProducts, tryPage } from '../ask.js';
import type { Known } from '../survey/data.js';
import { surveyOf } from '../survey/survey.js';

/**
 * Consecutive windows over a list, of an odd size, so that offsets are no round numbers: first two that touch, and the
 * last one, which may be short.
 */
function windowsOver({ total }: Known['whole']): readonly ProductsQuestion[] {
  const limit = Math.min(97, Math.max(1, Math.ceil(total / 4)));
  const last = Math.ceil(total / limit) - 1;
  const [first = 0, second, ...others] = Array.from({ length: Math.min(last, 10) }, (_, place) => place);
  return [first, second, last, ...others].flatMap((place) =>
    place === undefined ? [] : [{ limit, offset: place * limit }],
  );
}

/** A window with too few records, or with others than it should have, breaks the cover as well. */
const claims = (clause: string): boolean => clause === 'EXP-LIST-6' || clause === 'EXP-SORT-1';

/** Windows that touch, the same one twice, and those that the document leaves open (EXP-LIST-8 to EXP-LIST-11). */
export const paging = checks({
  'EXP-LIST-11 export.list.repeatable': {
    title: 'the same request twice gives the same answer while the data does not change',
    requests: { least: 2, most: 8 },
    take: { each: 2 },
    again: 'each',
    lacking: EMPTY,
    questions({ survey: { key, total }, orderBy }) {
      // One less than the default, and not from the beginning.
      const window = { limit: 99, offset: total > 2 ? 2 : 0, accept: null };
      const ordered = key === undefined ? {} : { ...window, orderBy: orderBy(key) };
      return [ordered, { accept: PLAIN }, { limit: 5, offset: 2 }, {}];
    },
  },
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
  'EXP-LIMIT-1 export.limit.rate': {
    title: 'rate limiting, if it occurs during the run',
    requests: 0,
    observe(answers, limited) {
      if (answers.length === 0) skip('prerequisite', 'no request returned a response');
      const told = new Map<string, string>();
      for (const { headers } of answers)
        for (const [name, value] of headers) if (/^(x-)?rate-?limit/i.test(name)) told.set(name, value);
      const rows = [...told].map(([name, value]) => ({ question: name, answer: value }));
      if (limited > 0) rows.unshift({ question: 'answers 429', answer: String(limited) });
      return observed(rows.length === 0 ? 'no response mentions a rate limit' : 'responses mention a rate limit', rows);
    },
  },
  'EXP-LIST-8 export.paging.windows': {
    title: 'consecutive windows ordered by a unique column',
    requests: { least: 2, most: 11 },
    lacking: 'needs two records and a column whose values are unique',
    questions: ({ whole, orderBy }) =>
      whole.key === undefined || whole.total < 2
        ? []
        : windowsOver(whole).map((window) => ({ ...window, orderBy: whole.key && orderBy(whole.key) })),
    claims,
  },
  'EXP-LIST-8 export.paging.unordered': {
    title: 'consecutive windows without orderBy',
    requests: { least: 2, most: 11 },
    lacking: 'needs two records and a column whose values are unique',
    questions: ({ whole }) => (whole.key === undefined || whole.total < 2 ? [] : windowsOver(whole)),
    claims,
  },
});
