import { type Check, type Context, describeAnswer, deviates, observed, skip } from '../../src/harness/index.js';
import { check } from './check.js';
import { askPage, needPage, type PageQuery, pageIn, platformOf, readPage } from './page.js';
import { mainCollection } from './survey.js';

/** Other parameters, and what the document leaves open. */
export const pagesOpen: readonly Check[] = [
  // PLT-PAGE-11: `limit`, `cursor` and `previous` are accepted, alone and together, with integers
  check({
    id: 'platform.page.parameters',
    clauses: ['PLT-PAGE-11'],
    title: 'limit, cursor and previous are accepted, alone and together',
    requests: { least: 2, most: 4 },
    async run(context) {
      // The first page alone is rested on: where parameters are refused there is no more to rest on.
      const { name, id } = await anyEntity(context);
      const questions: readonly PageQuery[] = [
        { previous: id },
        { limit: 2, cursor: id, previous: id },
        { cursor: id },
        { limit: 1 },
      ];
      for (const question of context.budget.take(questions)) readPage(context, await askPage(context, name, question));
      return 'each answered with a page';
    },
  }),
  // PLT-PAGE-9: `previous` in the request; `next` on the last page; limit 0, negative, non-numeric, huge; a cursor
  // past the end, negative, non-numeric
  check({
    id: 'platform.page.open',
    clauses: ['PLT-PAGE-9'],
    title: 'limits and cursors that the document leaves open',
    requests: { least: 3, most: 9 },
    async run(context) {
      const { name, ids } = await mainCollection(context, 1);
      const cases: readonly (readonly [string, PageQuery])[] = [
        ['a cursor past the end', { cursor: (ids.at(-1) ?? 0) + 1000 }],
        ['limit=0', { limit: 0 }],
        ['limit=-1', { limit: -1 }],
        ['limit=abc', { limit: 'abc' }],
        ['cursor=-1', { cursor: -1, limit: 1 }],
        ['cursor=abc', { cursor: 'abc', limit: 1 }],
        ['previous=abc', { previous: 'abc', limit: 1 }],
        ['limit=1000000', { limit: 1_000_000 }],
        ['previous of the last entity', { previous: ids.at(-1), limit: 1 }],
      ];
      const rows = [];
      let warning: string | undefined;
      for (const [question, query] of context.budget.take(cases)) {
        const answer = await askPage(context, name, query);
        const page = pageIn(context, answer);
        rows.push({
          question,
          answer:
            page === undefined
              ? describeAnswer(answer)
              : `200, ${page.ids.length} entities, ${JSON.stringify(page.cursor)}`,
        });
        if (answer.status >= 500) warning = `${question} answers ${answer.status}`;
      }
      return observed('what odd limits and cursors give', rows, warning);
    },
  }),
  // PLT-PAGE-10: other methods do not answer a page ("GET only")
  check({
    id: 'platform.page.methods',
    clauses: ['PLT-PAGE-10'],
    title: 'other methods than GET do not answer a page',
    requests: 2,
    permission: 'unsafeMethods',
    async run(context) {
      const { name } = await mainCollection(context, 1);
      for (const method of ['POST', 'DELETE']) {
        const answer = await askPage(context, name, {}, { method });
        if (pageIn(context, answer) !== undefined) deviates(`no page for ${method}`, describeAnswer(answer), answer);
      }
      return 'POST and DELETE answer no page';
    },
  }),
  // PLT-AUTH-1: authentication of this API; the header is configuration (name and value)
  check({
    id: 'platform.auth.anonymous',
    clauses: ['PLT-AUTH-1'],
    title: 'what a request without the configured header is answered',
    requests: 1,
    needs: ['platform.headers'],
    async run(context) {
      const { name } = await mainCollection(context, 1);
      const answer = await askPage(context, name, {}, { anonymous: true });
      const given = pageIn(context, answer)?.ids.length ?? 0;
      const rows = [
        { question: `without ${Object.keys(platformOf(context).headers).join(', ')}`, answer: describeAnswer(answer) },
      ];
      const warning =
        given > 0
          ? `${given} entities come back without authentication`
          : answer.status >= 500
            ? `answers ${answer.status}`
            : undefined;
      return observed('what an anonymous request is answered', rows, warning);
    },
  }),
];

/** The first entity of the first collection that has one, from the pages that ask for nothing. */
async function anyEntity(context: Context): Promise<{ readonly name: string; readonly id: number }> {
  for (const name of platformOf(context).collections) {
    const [id] = (await needPage(context, name)).ids;
    if (id !== undefined) return { name, id };
  }
  return skip('data', 'needs a collection of at least 1 entity');
}
