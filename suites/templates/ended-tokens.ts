import {
  type Answer,
  type Context,
  describeAnswer,
  deviates,
  type SendOptions,
  skip,
  warns,
} from '../../src/harness/suite.js';
import { lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import { ask, callWith } from './ask.js';
import { isUnsupported, revocationUrlOf, revoke } from './discovery.js';
import { checks, givesTemplates } from './exchange.js';
import { forgedToken } from './forgeries.js';
import { basicToken, formToken, isFresh, needToken, newToken, withToken } from './tokens.js';

/** Seconds that a verifier may allow a clock (ETM-AUTH-3). */
const LEEWAY = 60;

/** A call with an issued token that was made before. */
export const callAgain = (context: Context, issued: Answer): Promise<Answer> =>
  ask(context, callWith(tokenIn(issued) ?? ''), { fresh: true });

/** With the second token of the run as the new one. */
export const renewal = (context: Context): ReturnType<typeof renew> =>
  context.facts.learn('templates.renewal', (inner) => renew(inner, secondToken, {}));

/** The same with a token that is issued then: what was issued before may be forgotten in a deploy. */
export const renewalAgain = (context: Context): ReturnType<typeof renew> => renew(context, newToken, { fresh: true });

/** A call with a spoiled token and, where it is refused with 401, a new token and the call once more (TOK-LIFE-2). */
async function renew(context: Context, next: (context: Context) => Promise<Answer>, options: SendOptions) {
  const spoiled = await forgedToken(context, 'tampered-signature');
  const refused = await ask(context, callWith(spoiled), options);
  if (refused.status !== 401) return { refused, issued: undefined, repeated: undefined };
  const issued = await next(context);
  return { refused, issued, repeated: await ask(context, callWith(needToken(issued)), options) };
}

/** The run's second token, or a new one where that is old. */
async function secondToken(context: Context): Promise<Answer> {
  const { answer } = await basicToken(context);
  return tokenIn(answer) !== undefined && isFresh(answer, context.run.clock.now()) ? answer : newToken(context);
}

/** Tokens that were revoked, or have expired, as far as that can be waited for (ETM-AUTH-3). */
export const endedTokens = checks({
  'ETM-AUTH-3 templates.lifetime.revoked': {
    title: 'a revoked token',
    requests: { least: 3, most: 4 },
    needs: ['templates.baseUrl'],
    permission: 'unsafeMethods',
    async run(context) {
      const authorized = await withToken(context);
      const url = await revocationUrlOf(context);
      // The second token is given up only after everything else that uses it.
      await renewal(context);
      const second = await secondToken(context);
      const token = needToken(second);
      const before = await callAgain(context, second);
      if (!before.ok) skip('prerequisite', `the token must be accepted before, but returns ${describeAnswer(before)}`);
      const revoked = await revoke(context, url, token);
      context.secrets.registerToken(token, 'npx --no -- assay token --tamper revoked', 'this check');
      if (isUnsupported(revoked))
        skip('configuration', 'the server revokes no access tokens: unsupported_token_type (RFC 7009 section 2.2.1)');
      if (revoked.status !== 200) skip('prerequisite', `revocation returned ${describeAnswer(revoked)}`);
      const after = await callAgain(context, second);
      // An API that verifies JWTs by itself does not hear of it: a warning, says the catalogue.
      if (givesTemplates(after, authorized)) warns('401 for a revoked token', describeAnswer(after), after);
      expect401(after, 'for a revoked token');
      await expectRefusedAgain(context, second, 3);
      return 'accepted before, 401 after';
    },
  },
  'ETM-AUTH-3 templates.lifetime.expired': {
    title: 'an expired token',
    requests: { least: 1, most: 2 },
    needs: ['templates.baseUrl'],
    async run(context) {
      const authorized = await withToken(context);
      const first = await formToken(context);
      const token = needToken(first);
      const [seconds, patience] = [lifetimeOf(first) / 1000, context.target.patienceMs / 1000];
      if (seconds < 1 || seconds > patience) {
        skip(
          'configuration',
          `waits for a token to expire only within the target's patience: expires_in is ${seconds} s, patience ${patience} s`,
        );
      }
      context.secrets.registerToken(token, 'npx --no -- assay token --tamper expired', 'this check');
      // A verifier may allow a clock up to a minute, which is a warning. Only who accepts it at first is waited for.
      await waitUntil(context, first.sentAt + seconds * 1000 + 1100);
      const early = await callAgain(context, first);
      if (!early.ok && !givesTemplates(early, authorized)) {
        expect401(early, 'for an expired token');
        await expectRefusedAgain(context, first, 1);
        return `401 after its ${seconds} s had passed`;
      }
      await waitUntil(context, first.sentAt + (seconds + LEEWAY) * 1000 + 1100);
      const late = await callAgain(context, first);
      if (late.ok || givesTemplates(late, authorized))
        deviates(`401 for a token of ${seconds} s after ${seconds + LEEWAY} s`, describeAnswer(late), late);
      expect401(late, 'for an expired token');
      warns(`401 as soon as its ${seconds} s have passed`, `a leeway of up to ${LEEWAY} s`, early, late);
    },
  },
});

function expect401(answer: Answer, what: string): void {
  if (answer.status !== 401) deviates(`status 401 ${what}`, describeAnswer(answer), answer);
}

/** What was refused stays refused. */
async function expectRefusedAgain(context: Context, issued: Answer, besides: number): Promise<void> {
  for (const one of context.budget.take([issued], { besides }))
    expect401(await callAgain(context, one), 'for an expired token that was refused before');
}

export async function waitUntil(context: Context, time: number): Promise<void> {
  const left = time - context.run.clock.now();
  if (left > 0) await context.run.clock.sleep(left);
}
