import type { Context } from '../../src/harness/index.js';
import { describeAnswer, deviates, expectStatus, inconclusive, skip, warns } from '../../src/harness/index.js';
import { type Answer, TokenClient } from '../../src/http/index.js';
import { apiCheck } from './check.js';
import { discovery } from './discovery.js';
import {
  accessToken,
  askToken,
  basicToken,
  clientOf,
  credentials,
  formToken,
  GRANT,
  type Issued,
  isAlive,
  isFresh,
  lifetimeOf,
  templatesOf,
  tokenIn,
  tokenUrlOf,
} from './endpoint.js';
import { askTemplates, givesTemplates, withToken } from './templates.js';

/** Seconds that a verifier may allow a clock (ETM-AUTH-3). */
const LEEWAY = 60;

/** A call with a spoiled token, and what the retry rule made of it (TOK-LIFE-2). */
interface Renewal {
  readonly refused: Answer;
  readonly repeated: Answer | undefined;
  readonly calls: number;
  readonly tokenRequests: number;
}

/** Our own token client holds a spoiled token and calls; its one new token is the second one of the run. */
const renewal = (context: Context): Promise<Renewal> =>
  context.shared('templates.renewal', async (inner) => {
    const token = await accessToken(inner);
    const [header, payload, signature = ''] = token.split('.');
    const spoiled = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    inner.hide(spoiled, 'TOKEN_SPOILED', '"$(npx assay token --tamper tampered-signature)"');
    const answers: Answer[] = [];
    const client = new TokenClient({
      url: tokenUrlOf(inner),
      client: clientOf(inner),
      send: () => secondToken(inner),
      clock: inner.clock,
      holds: { token: spoiled, lifetimeMs: 60_000 },
    });
    const last = await client.call(async (held) => {
      const answer = await askTemplates(inner, `Bearer ${held}`);
      answers.push(answer);
      return answer;
    });
    return { refused: answers[0] ?? last, repeated: answers[1], calls: answers.length, tokenRequests: client.requests };
  });

/** The run's second token, or a new one where that is old. */
async function secondToken(context: Context): Promise<Answer> {
  const second = await basicToken(context);
  return tokenIn(second.answer) !== undefined && isFresh(second, context.clock.now())
    ? second.answer
    : askToken(context, { form: { ...GRANT, ...credentials(clientOf(context)) } });
}

export const lifetime = [
  apiCheck({
    id: 'templates.lifetime.reuse',
    clauses: ['TOK-LIFE-1'],
    title: 'one token serves many calls until expires_in is over',
    requests: { least: 2, most: 9 },
    async run(context) {
      const first = await formToken(context);
      const token = tokenIn(first.answer) ?? skip('prerequisite', 'needs a token');
      const second = tokenIn((await basicToken(context)).answer);
      const another = second !== undefined;
      const opening = await askTemplates(context, `Bearer ${token}`);
      const over = !isAlive(first, context.clock.now());
      if (second !== undefined && !opening.ok && !over && (await askTemplates(context, `Bearer ${second}`)).ok)
        deviates(
          'a token accepted after another has been issued',
          describeAnswer(opening),
          first.answer,
          (await basicToken(context)).answer,
          opening,
        );
      await withToken(context);
      const calls = Math.max(2, context.allowance);
      if (!isAlive(first, context.clock.now())) skip('prerequisite', 'the token ended before it could be used again');
      const given: Answer[] = [opening];
      for (let call = 0; call < calls; call += 1) {
        given.push(await askTemplates(context, `Bearer ${token}`, '', { fresh: true }));
        const answer = given.at(-1) ?? opening;
        if (!answer.ok && isAlive(first, context.clock.now()))
          deviates(`the token accepted again, call ${call + 2}`, describeAnswer(answer), ...given);
      }
      const near = lifetimeOf(first) <= context.target.patienceMs && lifetimeOf(first) > 2 * BEFORE_THE_END;
      if (near) await stillValid(context, token, first);
      return `${calls + 1} calls with one token${another ? ', after another had been issued' : ''}${near ? ', and again shortly before its end' : ''}`;
    },
  }),
  apiCheck({
    id: 'templates.lifetime.retry',
    clauses: ['TOK-LIFE-2'],
    title:
      'the retry rule works: a spoiled token is refused, one new token is requested, the repeated call is accepted',
    requests: 3,
    async run(context) {
      await withToken(context);
      const { refused, repeated, calls, tokenRequests } = await renewal(context);
      expectStatus(refused, 401, 'for a spoiled token');
      const brief = lifetimeOf(await formToken(context)) / 1000;
      if (repeated?.ok === false && brief > 0 && brief < 5)
        inconclusive(`a token of ${brief} s may have ended before the repeated call was answered`);
      if (repeated === undefined || !repeated.ok)
        deviates(
          'the repeated call accepted',
          repeated === undefined ? 'no repetition' : describeAnswer(repeated),
          refused,
          ...(repeated === undefined ? [] : [repeated]),
        );
      return `${calls} calls, ${tokenRequests} token request`;
    },
  }),
  apiCheck({
    id: 'templates.lifetime.expired',
    clauses: ['ETM-AUTH-3'],
    title: 'an expired token is answered 401',
    requests: 1,
    async run(context) {
      const authorized = await withToken(context);
      const first = await formToken(context);
      const token = tokenIn(first.answer) ?? skip('prerequisite', 'needs a token');
      const [seconds, patience] = [lifetimeOf(first) / 1000, context.target.patienceMs / 1000];
      if (seconds === 0 || seconds > patience) {
        skip(
          'configuration',
          `waits for a token to expire only within the target's patience: expires_in is ${seconds} s, patience ${patience} s`,
        );
      }
      context.issued(token, 'npx assay token --tamper expired', 'this check');
      // A verifier may allow a clock up to a minute, which is a warning. Only who accepts it at first is waited for.
      await waitUntil(context, first.at + seconds * 1000 + 1100);
      const early = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
      if (!early.ok && !givesTemplates(early, authorized)) {
        expectStatus(early, 401, 'for an expired token');
        return `401 after its ${seconds} s were over`;
      }
      await waitUntil(context, first.at + (seconds + LEEWAY) * 1000 + 1100);
      const late = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
      if (late.ok || givesTemplates(late, authorized))
        deviates(`401 for a token of ${seconds} s after ${seconds + LEEWAY} s`, describeAnswer(late), late);
      expectStatus(late, 401, 'for an expired token');
      warns(`401 as soon as its ${seconds} s are over`, `a leeway of up to ${LEEWAY} s`, early, late);
    },
  }),
  apiCheck({
    id: 'templates.lifetime.revoked',
    clauses: ['ETM-AUTH-3'],
    title: 'a revoked token is answered 401',
    requests: 3,
    permission: 'unsafeMethods',
    async run(context) {
      const authorized = await withToken(context);
      const url = await revocationUrlOf(context);
      // The second token is given up only after everything else that uses it.
      await renewal(context);
      const token = tokenIn(await secondToken(context)) ?? skip('prerequisite', 'needs a second token');
      const before = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
      if (!before.ok)
        skip('prerequisite', `the token must be accepted before, but is answered ${describeAnswer(before)}`);
      const revoked = await revoke(context, url, token);
      context.issued(token, 'npx assay token --tamper revoked', 'this check');
      if (revoked.status !== 200) skip('prerequisite', `revocation is answered ${describeAnswer(revoked)}`);
      const after = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
      // An API that verifies JWTs by itself does not hear of it: a warning, says the catalogue.
      if (givesTemplates(after, authorized)) warns('401 for a revoked token', describeAnswer(after), after);
      expectStatus(after, 401, 'for a revoked token');
      return 'accepted before, 401 after';
    },
  }),
];

/** Where tokens are revoked (RFC 7009); skips where nothing says so, or where it is on another host. */
export async function revocationUrlOf(context: Context): Promise<string> {
  const url = templatesOf(context).revocationUrl ?? (await discovery(context))?.revocation_endpoint;
  if (url === undefined)
    return skip(
      'configuration',
      'needs a revocation endpoint (RFC 7009), named by discovery or in templates.revocationUrl',
    );
  if (new URL(url).origin !== new URL(tokenUrlOf(context)).origin)
    return skip('safety', `credentials are not sent to ${url}, on another host`);
  return url;
}

/** Gives a token up (RFC 7009 section 2.1). */
export const revoke = (context: Context, url: string, token: string): Promise<Answer> =>
  context.send({
    interface: 'templates',
    lane: 'token',
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams({
      token,
      token_type_hint: 'access_token',
      ...credentials(clientOf(context)),
    }).toString(),
  });

/** Shortly before its end a token is as good as fresh: asked once in the last fifth of its life. */
/** A token whose end is told in whole seconds may end up to a second early. */
const BEFORE_THE_END = 1500;

async function stillValid(context: Context, token: string, issued: Issued): Promise<void> {
  const lifetime = lifetimeOf(issued);
  const end = issued.at + lifetime;
  await waitUntil(context, end - BEFORE_THE_END);
  const answer = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
  if (!answer.ok && context.clock.now() < end - 50)
    deviates('the token accepted until shortly before its end', describeAnswer(answer), answer);
}

async function waitUntil(context: Context, time: number): Promise<void> {
  const left = time - context.clock.now();
  if (left > 0) await context.clock.sleep(left);
}
