import { type Answer, type Context, deviates, type ProductRecord, skip, warns } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { expectPage, requestProducts, totalOf, tryPage } from '../ask.js';
import { check } from '../check.js';
import { showRecords } from '../judge/expected-records.js';
import { type Column, cellValue } from '../oracle/column.js';
import { findDisorder } from '../oracle/order.js';
import type { Survey } from '../survey/data.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-encoding.js';
import { surveyOf } from '../survey/survey.js';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Windows of a list, each with what it holds; a record met twice is a deviation of all windows so far. */
async function readWindows(
  context: Context,
  windows: readonly Window[],
  orderBy: string | undefined,
  survey: Survey,
  complain: typeof deviates,
): Promise<{
  readonly records: readonly ProductRecord[];
  readonly answers: readonly Answer[];
  readonly pageOf: (record: ProductRecord) => Answer | undefined;
}> {
  const answers: Answer[] = [];
  const seen = new Map<string, Answer>();
  const all: ProductRecord[] = [];
  for (const { offset, limit } of windows) {
    const { answer, records } = expectPage(await requestProducts(context, { offset, limit, orderBy }));
    answers.push(answer);
    const wanted = Math.min(limit, survey.total - offset);
    if (records.length !== wanted) deviates(`${wanted} records at offset ${offset}`, `${records.length}`, answer);
    for (const record of records) {
      const before = seen.get(identity(record));
      if (before !== undefined && survey.key !== undefined) {
        await expectUnique(context, survey, survey.key, record);
        complain(
          'each record on one page',
          `${showRecords([record], [], survey)} at offset ${offset} and before`,
          before,
          answer,
        );
      }
      seen.set(identity(record), answer);
      all.push(record);
    }
  }
  return { records: all, answers, pageOf: (record) => seen.get(identity(record)) };
}

/** A column that told all records of a sample apart may not tell those of the whole: skips where it does not. */
async function expectUnique(context: Context, survey: Survey, { name }: Column, record: ProductRecord): Promise<void> {
  const value = cellValue(record, name);
  if (survey.complete || value === null || value === undefined) return;
  const page = tryPage(await requestProducts(context, { filter: only(where(name, '=', value)), limit: 2 }));
  if (page !== undefined && totalOf(page) > 1)
    skip('data', `${name} ${JSON.stringify(value)} is on ${totalOf(page)} records, so that their order is open`);
}

/** More windows than anybody reads: what a target claims to hold is a number that it made up. */
const MOST = 64;

/** Consecutive windows over the whole list, of at most 100 records; of very many the first ones and the last. */
const windowsOver = (total: number, count: number): readonly Window[] => {
  // An odd size, so that offsets are no round numbers.
  const limit = Math.min(97, Math.max(1, Math.ceil(total / Math.max(2, count))));
  const number = Math.ceil(total / limit);
  return Array.from({ length: Math.min(number, MOST) }, (_, index) => ({
    offset: (index === MOST - 1 ? number - 1 : index) * limit,
    limit,
  }));
};

export const paging = [
  check({
    id: 'export.paging.windows',
    clauses: ['EXP-LIST-8'],
    title: 'consecutive windows ordered by a unique column cover every record once',
    requests: { least: 2, most: 11 },
    async run(context) {
      const survey = await surveyOf(context);
      const { key, total, complete } = survey;
      if (total < 2 || key === undefined) return skip('data', 'needs two records and a column whose values are unique');
      const every = windowsOver(total, 4);
      // Without room for all: the first two, which touch, and the last, which may be short.
      const first = context.budget.take(every.slice(0, -1), { least: 2, besides: 1 });
      const windows = [...first, ...context.budget.take(every.slice(-1), { besides: first.length })];
      const orderBy = await orderedBy(context, key);
      const { records, answers, pageOf } = await readWindows(context, windows, orderBy, survey, deviates);
      const ascending = findDisorder(records, key);
      if (ascending !== undefined && findDisorder(records, key, -1) !== undefined)
        deviates(
          `pages in the order of ${key.name}`,
          'records of a later page that belong before an earlier one',
          ...[ascending.first, ascending.second].flatMap((record) => pageOf(record) ?? []),
        );
      if (windows.length === every.length && complete) {
        const seen = new Set(records.map(identity));
        const lost = survey.records.filter((record) => !seen.has(identity(record)));
        if (lost.length > 0)
          deviates(
            `all ${total} records on ${windows.length} pages`,
            `without ${showRecords(lost, [], survey)}`,
            ...answers.slice(-2),
          );
      }
      return `${records.length} of ${total} records on ${windows.length} pages, each once, in the order of ${key.name}`;
    },
  }),
  check({
    id: 'export.paging.unordered',
    clauses: ['EXP-LIST-8'],
    title: 'consecutive windows without orderBy cover every record once',
    requests: { least: 2, most: 11 },
    async run(context) {
      const survey = await surveyOf(context);
      if (survey.total < 2 || survey.key === undefined)
        return skip('data', 'needs two records and a column whose values are unique');
      const windows = context.budget.take(windowsOver(survey.total, 4));
      const { records } = await readWindows(context, windows, undefined, survey, warns);
      return `${records.length} records on ${windows.length} pages, each once`;
    },
  }),
];
