import { describeAnswer, observed } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { ask, pageIn, platformOf } from './ask.js';
import { collectionsOf, mainOf } from './collections.js';
import { check, type PlatformCheck } from './pages.js';

/** What the document leaves open. */
export const observations: readonly PlatformCheck[] = [
  check({
    id: 'platform.page.open',
    clauses: ['PLT-PAGE-9'],
    title: 'limits and cursors that the document does not specify',
    requests: { least: 3, most: 9 },
    async run(context) {
      const { name: collection, ids } = mainOf(await collectionsOf(context), 1);
      const cases: readonly (readonly [string, Omit<Question, 'collection'>])[] = [
        ['a cursor past the end', { cursor: (ids.at(-1) ?? 0) + 1000 }],
        ['limit=0', { limit: 0 }],
        ['limit=-1', { limit: '-1' }],
        ['limit=abc', { limit: 'abc' }],
        ['cursor=-1', { cursor: '-1', limit: 1 }],
        ['cursor=abc', { cursor: 'abc', limit: 1 }],
        ['previous=abc', { previous: 'abc', limit: 1 }],
        ['limit=1000000', { limit: 1_000_000 }],
        ['previous of the last entity', { previous: ids.at(-1), limit: 1 }],
      ];
      const rows = [];
      let warning: string | undefined;
      for (const [question, query] of context.budget.take(cases)) {
        const answer = await ask(context, { collection, ...query });
        const page = pageIn(answer, context.target);
        const shown = page && `200, ${page.ids.length} entities, ${JSON.stringify(page.cursor)}`;
        rows.push({ question, answer: shown ?? describeAnswer(answer) });
        if (answer.status >= 500) warning = `${question} returns ${answer.status}`;
      }
      return observed('results of unspecified limits and cursors', rows, warning);
    },
  }),
  check({
    id: 'platform.auth.anonymous',
    clauses: ['PLT-AUTH-1'],
    title: 'a request without the configured header',
    requests: 1,
    needs: ['platform.headers'],
    async run(context) {
      const { name: collection } = mainOf(await collectionsOf(context), 1);
      const answer = await ask(context, { collection, anonymous: true });
      const given = pageIn(answer, context.target)?.ids.length ?? 0;
      const headers = Object.keys(platformOf(context.target).headers).join(', ');
      const warning =
        given > 0
          ? `${given} entities are returned without authentication`
          : answer.status >= 500
            ? `returns ${answer.status}`
            : undefined;
      return observed(
        'response without authentication',
        [{ question: `without ${headers}`, answer: describeAnswer(answer) }],
        warning,
      );
    },
  }),
];
