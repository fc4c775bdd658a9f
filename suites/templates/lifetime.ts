import {
  type Answer,
  type Context,
  describeAnswer,
  deviates,
  skip,
  warns,
} from '../../src/harness/suite.js';
import { isAliveAt, lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask, callWith, templatesOf } from './ask.js';
import { revocationUrlOf, revoke } from './discovery.js';
import { checks, givesTemplates } from './exchange.js';
import { forgedToken } from './forgeries.js';
import * as tokens from './tokens.js';

/** Tokens that must be refused, as two deploys may forget what was issued; and that are tried where each ends meanwhile. */
const TOKENS = 3;
/** Seconds that a verifier may allow a clock (ETM-AUTH-3). */
const LEEWAY = 60;

/** How long tokens live, and what is of them when they were revoked or have expired, as far as that can be waited for. */
export const lifetime = checks({
  'TOK-LIFE-1 templates.lifetime.reuse': {
    title: 'many calls with one token, after the client requested other tokens',
    requests: { least: 2, most: 25 },
    needs: ['templates.baseUrl'],
    async run(context) {
      const first = await tokens.formToken(context);
      tokens.needToken(first);
      const calls = Math.max(2, context.budget.requests);
      const { question: byBasic } = await tokens.basicToken(context);
      const hasOther = templatesOf(context.target).otherClient !== undefined;
      const ofOther: readonly TokenQuestion[] = hasOther
        ? [{ ...tokens.BY_FORM, client: 'other' }]
        : [];
      const possible = [byBasic, { ...tokens.BY_FORM, reversed: true }, ...ofOther];
      const later = context.budget.take(possible, { least: 1, reserved: 3 });
      const refusals: Exclude<Awaited<ReturnType<typeof refusalOf>>, 'over' | undefined>[] = [];
      let over = 0;
      for (let turn = 0; refusals.length < TOKENS && over <= TOKENS; turn += 1) {
        const issued = turn === 0 ? first : await tokens.newToken(context);
        const others: Answer[] = [];
        for (const question of later)
          others.push(await ask(context, question, { fresh: turn > 0 }));
        const found = await refusalOf(context, issued, others, calls);
        if (found === undefined) break;
        over = found === 'over' ? over + 1 : 0;
        if (found !== 'over') refusals.push(found);
      }
      const [refusal] = refusals;
      if (refusal !== undefined) {
        const { expected, answers } = refusal;
        const actual = describeAnswer(answers.at(-1) ?? first);
        if (refusals.length === TOKENS) deviates(expected, actual, ...answers);
        const which = refusals.length === 1 ? 'the next' : 'a later';
        warns(expected, `${actual}, but not with ${which} token`, ...answers);
      }
      if (over > TOKENS)
        return skip('prerequisite', 'the token expired before it could be used again');
      const near =
        lifetimeOf(first) <= context.target.patienceMs && lifetimeOf(first) > 2 * BEFORE_THE_END;
      if (near) await stillValid(context, first);
      return `${calls + 1} calls with one token, ${later.length} more requested${near ? ', and again shortly before it expired' : ''}`;
    },
  },
  'TOK-LIFE-2 templates.lifetime.retry': {
    title: 'a call with an invalid token, a token request, and the repeated call',
    requests: 3,
    needs: ['templates.baseUrl'],
    async run(context) {
      await tokens.withToken(context);
      const once = await renewal(context);
      // What was issued before may be forgotten in a deploy, a token that is issued now is not.
      const { refused, issued, repeated } =
        once.repeated?.ok === false ? await renew(context, tokens.newToken, true) : once;
      if (issued === undefined || repeated === undefined)
        return deviates('status 401 for an invalid token', describeAnswer(refused), refused);
      if (repeated.ok) return '2 calls, 1 token request';
      if (!isAliveAt(issued, repeated.receivedAt))
        skip('data', 'needs a token that is valid for longer than a call');
      return deviates('the repeated call accepted', describeAnswer(repeated), refused, repeated);
    },
  },
  'ETM-AUTH-3 templates.lifetime.revoked': {
    title: 'a revoked token',
    requests: { least: 3, most: 4 },
    needs: ['templates.baseUrl'],
    permission: 'unsafeMethods',
    async run(context) {
      const authorized = await tokens.withToken(context);
      const url = await revocationUrlOf(context);
      // The second token is given up only after everything else that uses it.
      await renewal(context);
      const second = await secondToken(context);
      const token = tokens.needToken(second);
      const before = await callAgain(context, second);
      if (!before.ok)
        skip(
          'prerequisite',
          `the token must be accepted before, but returns ${describeAnswer(before)}`,
        );
      const revoked = await revoke(context, url, token);
      context.secrets.registerToken(
        token,
        'npx --no -- assay token --tamper revoked',
        'this check',
      );
      if (revoked.status >= 400 && Object(revoked.json).error === 'unsupported_token_type')
        skip(
          'configuration',
          'the server revokes no access tokens: unsupported_token_type (RFC 7009 section 2.2.1)',
        );
      if (revoked.status !== 200)
        skip('prerequisite', `revocation returned ${describeAnswer(revoked)}`);
      const after = await callAgain(context, second);
      // An API that verifies JWTs by itself does not hear of it: a warning, says the catalogue.
      if (givesTemplates(after, authorized))
        warns('401 for a revoked token', describeAnswer(after), after);
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
      const authorized = await tokens.withToken(context);
      const first = await tokens.formToken(context);
      const token = tokens.needToken(first);
      const [seconds, patience] = [lifetimeOf(first) / 1000, context.target.patienceMs / 1000];
      const why = `waits for a token to expire only within the target's patience: expires_in is ${seconds} s, patience ${patience} s`;
      if (seconds < 1 || seconds > patience) skip('configuration', why);
      context.secrets.registerToken(
        token,
        'npx --no -- assay token --tamper expired',
        'this check',
      );
      // A verifier may allow a clock up to a minute, which is a warning. Only who accepts it at first is waited for.
      await tokens.waitUntil(context, first.sentAt + seconds * 1000 + 1100);
      const early = await callAgain(context, first);
      if (!early.ok && !givesTemplates(early, authorized)) {
        expect401(early, 'for an expired token');
        await expectRefusedAgain(context, first, 1);
        return `401 after its ${seconds} s had passed`;
      }
      await tokens.waitUntil(context, first.sentAt + (seconds + LEEWAY) * 1000 + 1100);
      const late = await callAgain(context, first);
      if (late.ok || givesTemplates(late, authorized))
        deviates(
          `401 for a token of ${seconds} s after ${seconds + LEEWAY} s`,
          describeAnswer(late),
          late,
        );
      expect401(late, 'for an expired token');
      warns(
        `401 as soon as its ${seconds} s have passed`,
        `a leeway of up to ${LEEWAY} s`,
        early,
        late,
      );
    },
  },
});

/** A call with an issued token that was made before. */
const callAgain = (context: Context, issued: Answer): Promise<Answer> =>
  ask(context, callWith(tokenIn(issued) ?? ''), { fresh: true });

/** With the second token of the run as the new one. */
const renewal = (context: Context): ReturnType<typeof renew> =>
  context.facts.learn('templates.renewal', (inner) => renew(inner, secondToken, false));

/** A call with a spoiled token and, where it is refused with 401, a new token and the call once more (TOK-LIFE-2). */
async function renew(
  context: Context,
  next: (context: Context) => Promise<Answer>,
  fresh: boolean,
) {
  const spoiled = await forgedToken(context, 'tampered-signature');
  const refused = await ask(context, callWith(spoiled), { fresh });
  if (refused.status !== 401) return { refused, issued: undefined, repeated: undefined };
  const issued = await next(context);
  return {
    refused,
    issued,
    repeated: await ask(context, callWith(tokens.needToken(issued)), { fresh }),
  };
}

/** The run's second token, or a new one where that is old. */
async function secondToken(context: Context): Promise<Answer> {
  const { answer } = await tokens.basicToken(context);
  return tokenIn(answer) !== undefined && tokens.isFresh(answer, context.run.clock.now())
    ? answer
    : tokens.newToken(context);
}

/** The first refusal of a token that has time left, called with again and again after others were issued. */
async function refusalOf(
  context: Context,
  first: Answer,
  others: readonly Answer[],
  calls: number,
) {
  const isOver = (): boolean => !isAliveAt(first, context.run.clock.now());
  const opening = await ask(context, callWith(tokenIn(first) ?? ''));
  const issued = others.findLast((other) => tokenIn(other) !== undefined);
  if (
    issued !== undefined &&
    !opening.ok &&
    !isOver() &&
    (await ask(context, callWith(tokenIn(issued) ?? ''))).ok
  )
    return {
      expected: 'a token accepted after another has been issued',
      answers: [first, ...others, opening],
    };
  await tokens.withToken(context);
  if (isOver()) return 'over';
  const answers: Answer[] = [opening];
  for (let call = 2; call < calls + 2; call += 1) {
    const answer = await callAgain(context, first);
    answers.push(answer);
    if (!answer.ok)
      return isOver() ? 'over' : { expected: `the token accepted again, call ${call}`, answers };
  }
  return undefined;
}

/** A token whose end is told in whole seconds may end up to a second early. */
const BEFORE_THE_END = 1500;

/** Shortly before its end a token is as good as fresh. */
async function stillValid(context: Context, issued: Answer): Promise<void> {
  const end = issued.sentAt + lifetimeOf(issued);
  await tokens.waitUntil(context, end - BEFORE_THE_END);
  const answer = await callAgain(context, issued);
  if (!answer.ok && context.run.clock.now() < end - 50)
    deviates('the token accepted until shortly before it expires', describeAnswer(answer), answer);
}

function expect401(answer: Answer, what: string): void {
  if (answer.status !== 401) deviates(`status 401 ${what}`, describeAnswer(answer), answer);
}

/** What was refused stays refused. */
async function expectRefusedAgain(
  context: Context,
  issued: Answer,
  reserved: number,
): Promise<void> {
  for (const one of context.budget.take([issued], { reserved }))
    expect401(await callAgain(context, one), 'for an expired token that was refused before');
}
