import { describeAnswer, deviates, expectStatus } from '../../src/harness/index.js';
import type { Answer, Header, Request } from '../../src/http/index.js';
import type { ExportTarget } from '../../src/target/index.js';
import { exportOf, TOKEN_HEADER } from './ask.js';
import { check } from './check.js';

const rootRequest = ({ baseUrl }: ExportTarget, headers: readonly Header[] = []): Request => ({
  interface: 'export',
  url: `${baseUrl}/`,
  headers,
  reveal: [TOKEN_HEADER],
});

/** Letters and digits of no destination, and a character that no token may hold. */
const TOKENS = { malformed: 'not.a/token', foreign: 'no-such-token-0123456789' } as const;

const sameBody = (a: Answer, b: Answer): boolean => a.status === b.status && a.body.equals(b.body);

export const root = [
  check({
    id: 'export.root.status',
    clauses: ['EXP-ROOT-1'],
    title: 'the welcome page answers 200',
    requests: 1,
    async run(context) {
      const answer = await context.send(rootRequest(exportOf(context)));
      expectStatus(answer, 200);
      return `${answer.request.url} answered 200`;
    },
  }),
  check({
    id: 'export.root.greeting',
    clauses: ['EXP-ROOT-2'],
    title: 'the welcome page is a text/html greeting',
    requests: 0,
    async run(context) {
      const answer = await context.send(rootRequest(exportOf(context)));
      if (answer.mediaType !== 'text/html')
        deviates('media type text/html', answer.mediaType || 'no Content-Type', answer);
      if (answer.text.trim() === '') deviates('a greeting', 'an empty body', answer);
      return `${answer.body.length} bytes of text/html`;
    },
  }),
  check({
    id: 'export.root.token-ignored',
    clauses: ['EXP-ROOT-3'],
    title: 'the token header has no effect on the welcome page',
    requests: 4,
    async run(context) {
      const target = exportOf(context);
      const bare = await context.send(rootRequest(target));
      expectStatus(bare, 200);
      // A page that differs from one moment to the next would differ with a token as well.
      const again = await context.send(rootRequest(target), { fresh: true });
      const steady = sameBody(bare, again);
      const tokens = { valid: target.destination?.token ?? '', ...TOKENS };
      for (const [name, token] of Object.entries(tokens)) {
        const answer = await context.send(rootRequest(target, [[TOKEN_HEADER, token]]));
        if (answer.status !== bare.status || (steady && !sameBody(bare, answer))) {
          deviates(`the same answer as without a token, with a ${name} token`, describeAnswer(answer), bare, answer);
        }
      }
      return 'the same answer with a valid, a malformed, a foreign and no token';
    },
  }),
];
