import { requestProducts } from '../ask.js';
import { check } from '../check.js';

const ROOT = { route: 'root' } as const;

/** The welcome page. */
export const welcome = [
  check({
    id: 'export.root.status',
    clauses: ['EXP-ROOT-1'],
    title: 'GET of the base URL',
    requests: 1,
    factless: () => [ROOT],
  }),
  check({
    id: 'export.root.greeting',
    clauses: ['EXP-ROOT-2'],
    title: 'the body of the welcome page',
    requests: 0,
    take: { least: 1 },
    factless: () => [ROOT],
  }),
  check({
    id: 'export.root.token-ignored',
    clauses: ['EXP-ROOT-3'],
    title: 'the welcome page with no token, a malformed, a valid and a foreign one',
    requests: { least: 2, most: 3 },
    take: { besides: -2 },
    async factless(context) {
      // A page that differs from one moment to the next differs without a token as well.
      await requestProducts(context, ROOT, { fresh: true });
      const own = context.target.export?.destination?.token ?? '';
      return [ROOT, ...['not.a/token', own, 'no-such-token-0123456789'].map((token) => ({ ...ROOT, token }))];
    },
  }),
];
