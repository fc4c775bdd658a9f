import { describeAnswer, deviates, skip } from '../../../src/harness/suite.js';
import { checks, EMPTY, requestProducts } from '../ask.js';

const ROOT = { route: 'root' } as const;

/** The welcome page, and the v2 route and the legacy one: the same products. */
export const productRoutes = checks({
  'EXP-ROOT-1 export.root.status': {
    title: 'GET of the base URL',
    requests: 1,
    factless: () => [ROOT],
  },
  'EXP-ROOT-2 export.root.greeting': {
    title: 'the body of the welcome page',
    requests: 0,
    factless: () => [ROOT],
  },
  'EXP-ROOT-3 export.root.token-ignored': {
    title: 'the welcome page without a token, and with a malformed, a valid and an unknown one',
    requests: { least: 1, most: 3 },
    async run(context) {
      const bare = await requestProducts(context, ROOT);
      const own = context.target.export?.destination?.token ?? '';
      const tokens = { malformed: 'not.a/token', valid: own, foreign: 'no-such-token-0123456789' };
      const asked = context.budget.take(Object.entries(tokens));
      for (const [name, token] of asked) {
        const answer = await requestProducts(context, { ...ROOT, token });
        if (answer.status === bare.status && answer.body.equals(bare.body)) continue;
        // A page that differs from one moment to the next differs without a token as well.
        const again = await requestProducts(context, ROOT, { fresh: true });
        if (answer.status === bare.status && !again.body.equals(bare.body)) continue;
        deviates(`the same response as without a token, with a ${name} token`, describeAnswer(answer), bare, answer);
      }
      if (bare.status !== 200)
        skip('prerequisite', `the welcome page must return 200, but returns ${describeAnswer(bare)}`);
      return `the same response without a token and with a ${asked.map(([name]) => name).join(', ')} one`;
    },
  },
  'EXP-ROUTE-1 export.route.v2': {
    title: 'the v2 route with a valid token',
    requests: { least: 0, most: 2 },
    take: { least: 1 },
    again: { token: null },
    lacking: EMPTY,
    factless: () => [{}],
  },
  'EXP-ROUTE-2 export.route.legacy': {
    title: 'the whole list on the legacy route',
    requests: 1,
    // Of more than one page the last, which shows whether all of them are there.
    questions: ({ whole: { total, pageSize } }) => [
      { route: 'legacy', limit: pageSize, ...(total > pageSize ? { offset: total - pageSize } : {}) },
    ],
    claims: (_, { route }) => route === 'legacy',
  },
});
