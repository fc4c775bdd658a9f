import {
  type Check,
  type Context,
  describeAnswer,
  deviates,
  inconclusive,
  observed,
  skip,
} from '../../src/harness/index.js';
import { type Answer, Lost } from '../../src/http/index.js';
import { askHandover, type HandoverAsk, handoverOf, nobodies } from './ask.js';
import { check } from './check.js';
import { interactions } from './interactions.js';
import { invalidCredentials, MOST_CREDENTIALS } from './invalid-credentials.js';
import { expectNothingMoved, expectRefusal, expectTransferred, speaksOfTransfer } from './messages.js';

/** Ids of the resources of a user, by the listing that the target offers. */
async function resourcesOf(context: Context, user: string): Promise<readonly string[]> {
  const { baseUrl, listing = '', token } = handoverOf(context);
  const path = listing.replace('{user}', encodeURIComponent(user));
  const url = `${baseUrl}${path.startsWith('/') ? '' : '/'}${path}`;
  const answer = await context.send(
    {
      interface: 'handover',
      url,
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', `Bearer ${token}`],
      ],
    },
    { fresh: true },
  );
  const body = answer.json;
  const list = Array.isArray(body) ? body : (body as { readonly data?: unknown } | undefined)?.data;
  if (!answer.ok || !Array.isArray(list))
    return skip('prerequisite', `the listing of ${user} answers ${describeAnswer(answer)}`);
  return list.map((item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null && 'id' in item ? item.id : item),
  );
}

const count = (ids: readonly string[], id: string): number => ids.filter((other) => other === id).length;

interface Transfer {
  readonly answer: Answer;
  readonly before?: { readonly from: readonly string[]; readonly to: readonly string[] };
}

const realUsers = (context: Context): string => {
  const { from = '', to = '' } = handoverOf(context);
  return JSON.stringify({ from, to });
};

/** What is answered to those who may not hand over, for users that are there. */
const trespass = (context: Context): Promise<readonly (readonly [name: string, answer: Answer])[]> =>
  context.shared('handover.trespass', async (inner) => {
    const body = realUsers(inner);
    inner.intend('handover.trespass');
    const answers: (readonly [string, Answer])[] = [];
    for (const [name, authorization] of [['no authorization', undefined] as const, ...invalidCredentials(inner)])
      answers.push([name, await askHandover(inner, { body, authorization })]);
    return answers;
  });

/** The one real handover of a run; asked once, after those that must be refused, and never undone. */
const transfer = (context: Context): Promise<Transfer> =>
  context.shared('handover.transfer', async (inner) => {
    const { token, from = '', to = '', listing } = handoverOf(inner);
    await trespass(inner);
    const before =
      listing === undefined ? undefined : { from: await resourcesOf(inner, from), to: await resourcesOf(inner, to) };
    inner.intend('handover.transfer');
    const answer = await askHandover(inner, {
      body: realUsers(inner),
      authorization: `Bearer ${token}`,
    }).catch((error: unknown) => {
      if (error instanceof Lost)
        inconclusive(`${error.message}; whether resources were transferred is not known, and it is not asked again`);
      throw error;
    });
    return before === undefined ? { answer } : { answer, before };
  });

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
      const answer = await context.shared('handover.anonymous', (inner) => askHandover(inner, {}));
      return `${answer.status} "${expectRefusal(answer, 'a request without authorization')}"`;
    },
  }),
  check({
    id: 'handover.auth.invalid',
    clauses: ['HND-AUTH-2'],
    title: 'an invalid bearer token, or another scheme, transfers nothing',
    requests: { least: 2, most: MOST_CREDENTIALS },
    async run(context) {
      const anonymous = await context.shared('handover.anonymous', (inner) => askHandover(inner, {}));
      const asked = invalidCredentials(context).slice(0, context.allowance);
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
      const answer = await context.shared('handover.anonymous', (inner) => askHandover(inner, {}));
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
      for (const [question, asked] of openCases.slice(0, context.allowance)) {
        const answer = await askHandover(context, asked());
        rows.push({ question, answer: describeAnswer(answer) });
        if (answer.status >= 500) warning = `${question} answers ${answer.status}`;
        if (speaksOfTransfer(answer)) warning = `${question} is answered as a handover`;
      }
      return observed('what odd bodies and methods give without authorization', rows, warning);
    },
  }),
  check({
    id: 'handover.transfer.unauthorized',
    clauses: ['HND-AUTH-2'],
    title: 'for users that are there, too, invalid credentials transfer nothing',
    requests: 10,
    needs: ['handover.token', 'handover.from', 'handover.to'],
    permission: 'destructive',
    async run(context) {
      const [anonymous, ...others] = await trespass(context);
      if (anonymous === undefined) return skip('budget', 'no request is left');
      for (const [name, answer] of [anonymous, ...others]) expectNothingMoved(answer, name, anonymous[1]);
      return `refused: ${others.map(([name]) => name).join(', ')}`;
    },
  }),
  check({
    id: 'handover.transfer.message',
    clauses: ['HND-OK-1'],
    title: 'a handover with a valid token answers that all resources were transferred',
    requests: 1,
    needs: ['handover.token', 'handover.from', 'handover.to'],
    permission: 'destructive',
    async run(context) {
      const { answer } = await transfer(context);
      if (!answer.ok) deviates('a status 2xx', describeAnswer(answer), answer);
      return `${answer.status} "${expectTransferred(answer)}"`;
    },
  }),
  check({
    id: 'handover.transfer.media-type',
    clauses: ['HND-BODY-2'],
    title: 'the success is application/json as well',
    requests: 0,
    needs: ['handover.token', 'handover.from', 'handover.to'],
    permission: 'destructive',
    async run(context) {
      const { answer } = await transfer(context);
      if (answer.mediaType !== 'application/json')
        deviates('Content-Type application/json', answer.mediaType || 'none', answer);
      return 'application/json';
    },
  }),
  check({
    id: 'handover.transfer.complete',
    clauses: ['HND-OK-2'],
    title: 'afterwards all resources of the giver belong to the receiver',
    requests: 4,
    needs: ['handover.token', 'handover.from', 'handover.to', 'handover.listing'],
    permission: 'destructive',
    async run(context) {
      const { answer, before } = await transfer(context);
      const { from = '', to = '' } = handoverOf(context);
      if (!answer.ok || before === undefined) return skip('prerequisite', 'the handover itself must succeed');
      if (before.from.length === 0) return skip('data', 'needs a giver who owns a resource');
      const [left, owned] = [await resourcesOf(context, from), await resourcesOf(context, to)];
      const shown = [answer, ...context.answers.slice(-2)];
      const missing = [...before.from, ...before.to].filter((id) => !owned.includes(id));
      if (missing.length > 0)
        deviates(
          `all ${before.from.length} resources of the giver with the receiver`,
          `without ${missing.slice(0, 5).join(', ')}`,
          ...shown,
        );
      const twice = owned.find((id) => count(owned, id) > count(before.from, id) + count(before.to, id));
      if (twice !== undefined) deviates('each resource with the receiver once', `${twice} more than once`, ...shown);
      const kept = left.filter((id) => before.from.includes(id));
      if (kept.length > 0) deviates('no resource left with the giver', kept.slice(0, 5).join(', '), ...shown);
      return `${before.from.length} resources moved to a receiver of ${before.to.length}`;
    },
  }),
  ...interactions,
];
