import { broken, type CheckRow, observed, skip } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { filtered } from '../filters/filtered.js';
import type { Known } from '../model/data.js';
import { JUDGED } from '../model/matching.js';
import { checks, EMPTY, EMPTY_IN_BOTH, requestProducts, tryPage } from '../survey/ask.js';
import { surveyOf } from '../survey/survey.js';
import { tell } from '../survey/tell.js';
import { contrastsOf, mostTelling } from '../wrong-readings/distinguishing-criteria.js';

function totals(known: Known): readonly (ProductsQuestion | undefined)[] {
  const { total } = known.whole;
  tell('EXP-LIST-7', known);
  const example = mostTelling('=', known.survey) ?? contrastsOf('=', known.survey)[0];
  return [
    {},
    total > 1 ? { limit: 1, offset: 1 } : undefined,
    { offset: total + 1000 },
    example && filtered(known, only(example), { limit: 1 }),
    { limit: 2, offset: Math.max(0, total - 1) },
  ];
}

/**
 * Consecutive windows of an odd size, so that offsets are no round numbers: first two that touch,
 * and the last one.
 */
function windowsOver({ total }: Known['whole']): readonly ProductsQuestion[] {
  const limit = Math.min(97, Math.max(1, Math.ceil(total / 4)));
  const last = Math.ceil(total / limit) - 1;
  const [first = 0, second, ...others] = Array.from(
    { length: Math.min(last, 10) },
    (_, place) => place,
  );
  return [first, second, last, ...others].flatMap((place) =>
    place === undefined ? [] : [{ limit, offset: place * limit }],
  );
}

const consecutive = (title: string, order?: 'ordered'): CheckRow<ProductsQuestion, Known> => ({
  title,
  requests: { least: 2, most: 11 },
  lacking: 'needs two records and a column whose values are unique',
  questions(known) {
    const { whole, orderBy } = known;
    const { key, total } = whole;
    if (order !== undefined) tell('EXP-LIST-8', known);
    const windows = key === undefined || total < 2 ? [] : windowsOver(whole);
    return windows.map((window) =>
      order === undefined ? window : { ...window, orderBy: key && orderBy(key) },
    );
  },
  // A window with too few records, or with others than it should have, breaks the cover as well.
  alsoOwns: (clause) => clause === 'EXP-LIST-6' || clause === 'EXP-SORT-1',
});

/** What a list of products looks like, its limit, offset and total, and windows that touch. */
export const listWindows = checks({
  'EXP-LIST-1 export.list.envelope': {
    title: 'the first page in the JSON:API format',
    lacking: EMPTY_IN_BOTH,
    withoutFacts: () => [{}],
  },
  'EXP-LIST-2 export.list.raw-items': {
    title: 'the members of items in both formats',
    lacking: 'needs a product',
    questions: () => [{}, { accept: PLAIN }],
  },
  'EXP-LIST-3 export.list.bare-array': {
    title: 'lists in the legacy format, also with parameters',
    requests: { least: 0, most: 3 },
    take: { least: 1, sharedRequests: 1 },
    lacking: EMPTY_IN_BOTH,
    questions(known) {
      const plain: ProductsQuestion = { accept: PLAIN };
      const example = mostTelling('=', known.survey);
      return [
        plain,
        { ...plain, limit: 1 },
        { ...plain, limit: 2, offset: 1 },
        example && filtered(known, only(example), { ...plain, limit: 5 }),
      ];
    },
  },
  'EXP-LIST-4 export.list.types': {
    title: 'id, name, price, color and category in the records of the first page',
    lacking: 'needs a product with id, name, price, color or category',
    withoutFacts: () => [{}],
  },
  'EXP-LIST-5 export.list.defaults': {
    title: 'lists without limit and offset, in both formats and on the legacy route',
    requests: { least: 0, most: 1 },
    take: { least: 2, sharedRequests: 2 },
    questions(known) {
      tell('EXP-LIST-5', known);
      return [{}, { accept: PLAIN }, { route: 'legacy', accept: PLAIN }];
    },
    alsoOwns: (clause) => clause === 'EXP-ROUTE-7',
  },
  'EXP-LIST-6 export.list.window': {
    title: 'windows at the beginning, within and at the end of the list',
    requests: { least: 2, most: 9 },
    take: { least: 2 },
    questions(known) {
      const { total } = known.whole;
      tell('EXP-LIST-6', known);
      return [
        { limit: 1, offset: total > 1 ? 1 : 0 },
        { limit: 10, offset: Math.max(0, total - 7) },
        { limit: 2, accept: PLAIN },
        { limit: 3 },
        { limit: JUDGED, offset: 1 },
        { limit: 99, offset: 2 },
        { limit: 1, offset: Math.max(0, total - 1) },
        { offset: 5 },
        { limit: 7, offset: 101 },
      ].filter(({ offset = 0 }) => offset === 0 || offset < total);
    },
  },
  'EXP-LIST-7 export.list.total': {
    title: 'meta.total on several pages, past the end and with a filter',
    requests: { least: 3, most: 5 },
    take: { least: 3, sharedRequests: 1 },
    questions: totals,
    alsoOwns: (clause) => clause === 'EXP-FILT-12',
  },
  'EXP-LIST-11 export.list.repeatable': {
    title: 'the same request twice gives the same answer while the data does not change',
    requests: { least: 2, most: 8 },
    take: { each: 2 },
    repeat: 'each',
    lacking: EMPTY,
    questions({ survey: { key, total }, orderBy }, { budget }) {
      // One less than the default, and not from the beginning.
      const window = { limit: 99, offset: total > 2 ? 2 : 0, accept: null };
      const ordered = key === undefined ? {} : { ...window, orderBy: orderBy(key) };
      const windows = [ordered, { accept: PLAIN }, { limit: 5, offset: 2 }];
      // With the first page, which was asked before, no question comes again after three others: a
      // fault may come in threes.
      return budget.requests > 4 ? [{}, ...windows] : windows;
    },
  },
  'EXP-LIST-9 export.list.past-the-end': {
    title: 'an offset past the end, and a filter without matches',
    requests: 3,
    shows: 'response to an empty result',
    async cases(context) {
      const { total, key, columns } = await surveyOf(context);
      const windows = {
        'offset at the end': { offset: total },
        'offset past the end': { offset: total + 1000 },
      };
      const column = key ?? [...columns.values()][0];
      if (column === undefined) return windows;
      const filter = only(
        where(column.name, '=', column.kind === 'number' ? -987654321 : 'assay-matches-nothing'),
      );
      const { status } = await requestProducts(context, { filter });
      context.facts.recordDialect({ emptyResult: status === 200 ? 'list' : String(status) });
      return { ...windows, 'a filter that matches nothing': { filter } };
    },
    async odd(answer, context) {
      const { total, contradiction } = await surveyOf(context);
      if (contradiction !== undefined) return broken(answer);
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
    observe(answers, limited) {
      if (answers.length === 0) skip('prerequisite', 'no request returned a response');
      const told = new Map(
        answers.flatMap(({ headers }) =>
          headers.filter(([name]) => /^(x-)?rate-?limit/i.test(name)),
        ),
      );
      const rows = [...told].map(([name, value]) => ({ question: name, answer: value }));
      if (limited > 0) rows.unshift({ question: 'answers 429', answer: String(limited) });
      return observed(
        rows.length === 0 ? 'no response mentions a rate limit' : 'responses mention a rate limit',
        rows,
      );
    },
  },
  'EXP-LIST-8 export.paging.windows': consecutive(
    'consecutive windows ordered by a unique column',
    'ordered',
  ),
  'EXP-LIST-8 export.paging.unordered': consecutive('consecutive windows without orderBy'),
});
