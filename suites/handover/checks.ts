import { type Check, describeAnswer, deviates, observed } from '../../src/harness/index.js';
import { askHandover, type HandoverAsk, nobodies } from './ask.js';
import { check } from './check.js';
import { invalidCredentials, MOST_CREDENTIALS } from './invalid-credentials.js';
import { expectNothingMoved, expectRefusal, speaksOfTransfer } from './messages.js';

const user = '00000000-0000-4000-8000-000000000000';

/** Bodies and methods that the document leaves open. */
const openCases: readonly (readonly [string, () => HandoverAsk])[] = [
  ['an empty object', () => ({ body: '{}' })],
  ['malformed JSON', () => ({ body: '{"from":' })],
  ['users that are no UUID', () => ({ body: '{"from":"a","to":"b"}' })],
  ['the same user twice', () => ({ body: JSON.stringify({ from: user, to: user }) })],
  ['an empty body', () => ({ body: '' })],
  ['text/plain', () => ({ contentType: 'text/plain', body: nobodies() })],
  ['a GET', () => ({ method: 'GET' })],
  ['an array', () => ({ body: '[]' })],
];

export const checks: readonly Check[] = [
  check({
    id: 'handover.auth.missing',
    clauses: ['HND-AUTH-1'],
    title: 'without authorization a message says that it is required, and nothing is transferred',
    requests: 1,
    async run(context) {
      const answer = await context.facts.learn('handover.anonymous', (inner) => askHandover(inner, {}));
      return `${answer.status} "${expectRefusal(answer, 'a request without authorization')}"`;
    },
  }),
  check({
    id: 'handover.auth.invalid',
    clauses: ['HND-AUTH-2'],
    title: 'an invalid bearer token, or another scheme, transfers nothing',
    requests: { least: 2, most: MOST_CREDENTIALS },
    async run(context) {
      const anonymous = await context.facts.learn('handover.anonymous', (inner) => askHandover(inner, {}));
      const asked = context.budget.take(invalidCredentials(context));
      for (const [name, authorization] of asked)
        expectNothingMoved(await askHandover(context, { authorization }), name, anonymous);
      return `refused: ${asked.map(([name]) => name).join(', ')}`;
    },
  }),
  check({
    id: 'handover.media-type',
    clauses: ['HND-BODY-2'],
    title: "the answer's media type is application/json",
    requests: 0,
    async run(context) {
      const answer = await context.facts.learn('handover.anonymous', (inner) => askHandover(inner, {}));
      if (answer.mediaType !== 'application/json')
        deviates('Content-Type application/json', answer.mediaType || 'none', answer);
      return 'application/json';
    },
  }),
  check({
    id: 'handover.body.open',
    clauses: ['HND-BODY-1'],
    title: 'bodies and methods that the document leaves open, without authorization',
    requests: { least: 2, most: openCases.length },
    async run(context) {
      const rows = [];
      let warning: string | undefined;
      for (const [question, asked] of context.budget.take(openCases)) {
        const answer = await askHandover(context, asked());
        rows.push({ question, answer: describeAnswer(answer) });
        if (answer.status >= 500) warning = `${question} answers ${answer.status}`;
        if (speaksOfTransfer(answer)) warning = `${question} is answered as a handover`;
      }
      return observed('what odd bodies and methods give without authorization', rows, warning);
    },
  }),
];
