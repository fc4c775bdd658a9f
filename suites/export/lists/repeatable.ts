import { type Context, deviates } from '../../../src/harness/suite.js';
import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import { expectPage, firstPage, type ProductPage, requestProducts, skipIfEmpty } from '../ask.js';
import { check } from '../check.js';
import { columnsOf } from '../survey/columns.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-encoding.js';
import { restsOnStillData, surveyOf } from '../survey/survey.js';

/** The same request, asked twice (EXP-LIST-11). */
export const repeatable = [
  check({
    id: 'export.list.repeatable',
    clauses: ['EXP-LIST-11'],
    title: 'the same request twice gives the same answer while the data does not change',
    requests: { least: 1, most: 8 },
    async run(context) {
      skipIfEmpty((await firstPage(context)).answer);
      await restsOnStillData(context);
      const [tied] = columnsOf(await surveyOf(context), 'text');
      const requests = [
        { accept: JSON_API },
        { accept: PLAIN },
        ...(tied === undefined ? [] : [{ orderBy: await orderedBy(context, tied) }]),
        { accept: JSON_API },
      ];
      const asked = context.budget.take(requests);
      for (const request of asked) {
        const [first, again] = [
          await requestProducts(context, request),
          await requestProducts(context, request, { fresh: true }),
        ];
        const [a, b] = [expectPage(first), expectPage(again)];
        const same =
          a.records.length === b.records.length &&
          a.records.every((record, index) => identity(record) === identity(b.records[index] ?? {}));
        if (!same || a.meta?.total !== b.meta?.total) {
          const known = new Set(a.records.map(identity));
          const others = b.records.filter((record) => !known.has(identity(record))).length;
          deviates(
            'the same records again',
            `${b.records.length} records${others === 0 ? ' in another order' : `, ${others} of them others`}, total ${b.meta?.total ?? 'not given'}`,
            first,
            again,
          );
        }
      }
      const further = context.budget.take([together], { besides: 4 });
      for (const ask of further) await ask(context);
      return `the same answer ${asked.length + 1} times${further.length > 0 ? ', and of three requests at once each got its own' : ''}`;
    },
  }),
];

/** Different requests at the same moment: each gets the answer to its own. */
async function together(context: Context): Promise<void> {
  const windows = [{ limit: 3 }, { limit: 5, offset: 2 }, { limit: 4, offset: 1 }];
  const alone: ProductPage[] = [];
  for (const window of windows) alone.push(expectPage(await requestProducts(context, window)));
  const answers = await Promise.all(windows.map((window) => requestProducts(context, window, { fresh: true })));
  for (const [index, answer] of answers.entries()) {
    const [wanted, got] = [alone[index], expectPage(answer)];
    const same = wanted !== undefined && wanted.records.map(identity).join() === got.records.map(identity).join();
    if (!same)
      deviates(
        `the answer to ${JSON.stringify(windows[index])}, as when it is asked alone`,
        `${got.records.length} records, meta ${JSON.stringify(got.meta)}`,
        answer,
      );
  }
}
