import { describeAnswer, deviates, expectStatus } from '../../../src/harness/index.js';
import type { Header, Request } from '../../../src/http/index.js';
import { TOKEN_HEADER } from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/index.js';
import { exportOf } from '../ask.js';
import { check } from '../check.js';

const rootRequest = ({ baseUrl }: ExportTarget, headers: readonly Header[] = []): Request => ({
  interface: 'export',
  url: `${baseUrl}/`,
  headers,
  reveal: [TOKEN_HEADER],
});

/** The welcome page. */
export const welcome = [
  check({
    id: 'export.root.status',
    clauses: ['EXP-ROOT-1'],
    title: 'the welcome page answers 200',
    requests: 1,
    async run(context) {
      const answer = await context.ask(rootRequest(exportOf(context)));
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
      const answer = await context.ask(rootRequest(exportOf(context)));
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
    requests: { least: 2, most: 3 },
    async run(context) {
      const target = exportOf(context);
      const bare = await context.ask(rootRequest(target));
      expectStatus(bare, 200);
      const tokens = Object.entries({
        malformed: 'not.a/token',
        valid: target.destination?.token ?? '',
        foreign: 'no-such-token-0123456789',
      });
      const asked = context.budget.take(tokens);
      for (const [name, token] of asked) {
        const answer = await context.ask(rootRequest(target, [[TOKEN_HEADER, token]]));
        if (answer.status === bare.status && answer.body.equals(bare.body)) continue;
        // A page that differs from one moment to the next differs without a token as well.
        const again = await context.ask(rootRequest(target), { fresh: true });
        if (answer.status === bare.status && !again.body.equals(bare.body)) continue;
        deviates(`the same answer as without a token, with a ${name} token`, describeAnswer(answer), bare, answer);
      }
      return `the same answer without a token and with a ${asked.map(([name]) => name).join(', ')} one`;
    },
  }),
];
