import { type Context, describeAnswer, deviates, skip } from '../../../src/harness/index.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { nameRoute, PLAIN } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectedRecords } from '../judge/expected-records.js';
import { JUDGED } from '../judge/known.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { expectPage, isNoData, skipIfEmpty, tryPage } from '../product-page.js';
import { columnsOf } from '../survey/columns.js';
import { semanticsOf } from '../survey/semantics.js';
import { firstPage, surveyOf } from '../survey/survey.js';

/** How many records there are; an empty list has a window as well, a 404 in its place has none. */
async function totalHeld(context: Context): Promise<number> {
  const { answer, records } = await firstPage(context);
  if (records.length > 0) return (await surveyOf(context)).total;
  if (isNoData(answer)) skipIfEmpty(answer);
  return 0;
}

/** Limit, offset and total (EXP-LIST-5 and on). */
export const listWindow = [
  check({
    id: 'export.list.defaults',
    clauses: ['EXP-LIST-5'],
    title: 'limit is 100 and offset 0 by default, and meta says so',
    requests: { least: 0, most: 1 },
    async run(context) {
      const { answer, records, meta } = await firstPage(context);
      if (meta === undefined) {
        skipIfEmpty(answer);
        return skip('prerequisite', 'needs the JSON:API format');
      }
      if (meta.limit !== 100) deviates('meta.limit 100', String(meta.limit), answer);
      if (meta.offset !== 0) deviates('meta.offset 0', String(meta.offset), answer);
      const wanted = Math.min(100, meta.total);
      if (records.length !== wanted) deviates(`${wanted} records`, String(records.length), answer);
      for (const route of ['v2', ...context.budget.take(['legacy'] as const)] as const) {
        const bare = expectPage(await requestProducts(context, { route, accept: PLAIN }));
        if (bare.records.length !== wanted)
          deviates(
            `${wanted} records in the legacy format on ${nameRoute(route)}`,
            String(bare.records.length),
            bare.answer,
          );
      }
      return `${wanted} of ${meta.total} records, limit 100, offset 0`;
    },
  }),
  check({
    id: 'export.list.window',
    clauses: ['EXP-LIST-6'],
    title: 'limit and offset are echoed, and exactly min(limit, total - offset) records come back',
    requests: { least: 2, most: 9 },
    async run(context) {
      const total = await totalHeld(context);
      const windows = [
        { limit: 1, offset: total > 1 ? 1 : 0 },
        { limit: Math.min(10, JUDGED), offset: Math.max(0, total - 7) },
        { limit: 3 },
        { limit: JUDGED, offset: 1 },
        { limit: 99, offset: 2 },
        { limit: 1, offset: Math.max(0, total - 1) },
        { offset: 5 },
        { limit: 7, offset: 101 },
      ].filter(({ offset = 0 }) => offset === 0 || offset < total);
      const asked = context.budget.take(windows, { least: 2, besides: 1 });
      for (const window of asked) {
        const { limit = 100, offset = 0 } = window;
        const { answer, records, meta } = expectPage(await requestProducts(context, window));
        if (meta === undefined) deviates('meta', describeAnswer(answer), answer);
        if (meta.limit !== limit) deviates(`meta.limit ${limit}`, String(meta.limit), answer);
        if (meta.offset !== offset) deviates(`meta.offset ${offset}`, String(meta.offset), answer);
        const wanted = Math.min(limit, total - offset);
        if (records.length !== wanted)
          deviates(
            `${wanted} records for limit ${limit}, offset ${offset} of ${total}`,
            String(records.length),
            answer,
          );
      }
      for (const accept of context.budget.take([PLAIN], { besides: 2 })) {
        const plain = expectPage(await requestProducts(context, { limit: 2, accept }));
        const few = Math.min(2, total);
        if (plain.records.length !== few)
          deviates(`${few} records for limit 2 in the legacy format`, String(plain.records.length), plain.answer);
      }
      return `${asked.length} windows of ${total} records`;
    },
  }),
  check({
    id: 'export.list.total',
    clauses: ['EXP-LIST-7'],
    title: 'meta.total is the number of matching records, whatever limit and offset',
    requests: { least: 3, most: 5 },
    async run(context) {
      const survey = await surveyOf(context);
      const { complete, total, counted } = survey;
      if (total < 1) skip('data', 'needs a record');
      if (counted !== undefined && counted.records !== total)
        deviates(`meta.total ${counted.records}, as a walk over all pages finds`, String(total), counted.answer);
      const semantics = await semanticsOf(context);
      const windows = [
        { limit: 1, offset: 1 },
        { limit: 2, offset: Math.max(0, total - 1) },
      ].filter(({ offset }) => offset < total);
      for (const window of [{}, ...context.budget.take(windows, { least: 1, besides: 2 })]) {
        const { answer, records, meta } = expectPage(await requestProducts(context, window));
        const { offset = 0 } = window as { readonly offset?: number };
        if (records.length === 0 && offset < total)
          deviates(`a record at offset ${offset}, as meta.total is ${total}`, 'none', answer);
        if (meta?.total !== total)
          deviates(`meta.total ${total}`, meta === undefined ? describeAnswer(answer) : String(meta.total), answer);
      }
      const beyond = await requestProducts(context, { offset: total + 1000 });
      const empty = tryPage(beyond);
      if (empty?.meta !== undefined && empty.records.length === 0 && empty.meta.total !== total)
        deviates(`meta.total ${total} past the end too`, String(empty.meta.total), beyond);
      const column = [...columnsOf(survey, 'number'), ...columnsOf(survey, 'text')].find(
        ({ values }) => values.size > 1,
      );
      const value = column && [...column.values].sort(([, a], [, b]) => b - a)[0]?.[0];
      const criterion =
        column === undefined || value === undefined
          ? contrastsOf('=', survey)[0]?.criterion
          : where(column.name, '=', value);
      if (criterion === undefined || !complete) return `total ${total} on ${1 + windows.length} pages`;
      const want = expectedRecords(only(criterion), survey, semantics);
      const { answer, meta } = expectPage(await requestProducts(context, { filter: want.filter, limit: 1 }));
      const [least, most] = [want.required.length, want.required.length + want.optional.length];
      // An empty result may be answered by a 404, which counts nothing (EXP-LIST-9).
      if (least === 0 && isNoData(answer)) return `total ${total} on every page, and no data where nothing matches`;
      if (meta === undefined || meta.total < least || meta.total > most) {
        deviates(
          `meta.total ${least} for ${criterion.column} = ${JSON.stringify(criterion.value)}`,
          String(meta?.total ?? describeAnswer(answer)),
          answer,
        );
      }
      return `total ${total} on every page, ${meta.total} under a filter`;
    },
  }),
];
