import { type Answer, type Context, describeAnswer, deviates, skip, warns } from '../../src/harness/suite.js';
import { isAliveAt, lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask, callWith, templatesOf } from './ask.js';
import { callAgain, renewal, renewalAgain, waitUntil } from './ended-tokens.js';
import { checks } from './exchange.js';
import { asTaken, BY_FORM, basicToken, formToken, needToken, newToken, withToken } from './tokens.js';

/** Tokens that are tried where one after the other ends meanwhile. */
const TURNS = 3;
/** Tokens that must be refused: a deploy may forget what was issued, and so may another one. */
const TOKENS = 3;

export const lifetime = checks({
  'TOK-LIFE-1 templates.lifetime.reuse': {
    title: 'many calls with one token, after the client requested other tokens',
    requests: { least: 2, most: 25 },
    needs: ['templates.baseUrl'],
    async run(context) {
      const first = await formToken(context);
      needToken(first);
      const calls = Math.max(2, context.budget.requests);
      const later = context.budget.take(await laterTokens(context), { least: 1, besides: 3 });
      const issue = async (fresh: boolean): Promise<readonly Answer[]> => {
        const answers: Answer[] = [];
        for (const question of later) answers.push(await ask(context, question, { fresh }));
        return answers;
      };
      const refusals: { readonly expected: string; readonly answers: readonly Answer[] }[] = [];
      let over = 0;
      for (let turn = 0; refusals.length < TOKENS && over <= TURNS; turn += 1) {
        const issued = turn === 0 ? first : await newToken(context);
        const found = await refusalOf(context, issued, await issue(turn > 0), calls);
        if (found === undefined) break;
        if (found === 'over') over += 1;
        else {
          refusals.push(found);
          over = 0;
        }
      }
      const [refusal] = refusals;
      if (refusal !== undefined) {
        const { expected, answers } = refusal;
        const actual = describeAnswer(answers.at(-1) ?? first);
        if (refusals.length === TOKENS) deviates(expected, actual, ...answers);
        const which = refusals.length === 1 ? 'the next' : 'a later';
        warns(expected, `${actual}, but not with ${which} token`, ...answers);
      }
      if (over > TURNS) return skip('prerequisite', 'the token expired before it could be used again');
      const near = lifetimeOf(first) <= context.target.patienceMs && lifetimeOf(first) > 2 * BEFORE_THE_END;
      if (near) await stillValid(context, first);
      return `${calls + 1} calls with one token, ${later.length} more requested${near ? ', and again shortly before it expired' : ''}`;
    },
  },
  'TOK-LIFE-2 templates.lifetime.retry': {
    title: 'a call with an invalid token, a token request, and the repeated call',
    requests: 3,
    needs: ['templates.baseUrl'],
    async run(context) {
      await withToken(context);
      const once = await renewal(context);
      const { refused, issued, repeated } = once.repeated?.ok === false ? await renewalAgain(context) : once;
      if (issued === undefined || repeated === undefined)
        return deviates('status 401 for an invalid token', describeAnswer(refused), refused);
      if (repeated.ok) return '2 calls, 1 token request';
      if (!isAliveAt(issued, repeated.receivedAt)) skip('data', 'needs a token that is valid for longer than a call');
      return deviates('the repeated call accepted', describeAnswer(repeated), refused, repeated);
    },
  },
});

/** Token requests after the first one, of the same client and of the second. */
async function laterTokens(context: Context): Promise<readonly TokenQuestion[]> {
  const { raw } = await basicToken(context);
  const hasOther = templatesOf(context.target).otherClient !== undefined;
  return [
    asTaken({ ...BY_FORM, way: 'basic' }, raw),
    { ...BY_FORM, reversed: true },
    ...(hasOther ? [{ ...BY_FORM, client: 'other' } as const] : []),
  ];
}

/** The first refusal of a token that has time left, called with again and again after others were issued. */
async function refusalOf(context: Context, first: Answer, others: readonly Answer[], calls: number) {
  const isOver = (): boolean => !isAliveAt(first, context.run.clock.now());
  const opening = await ask(context, callWith(tokenIn(first) ?? ''));
  const issued = others.findLast((other) => tokenIn(other) !== undefined);
  if (issued !== undefined && !opening.ok && !isOver() && (await ask(context, callWith(tokenIn(issued) ?? ''))).ok)
    return { expected: 'a token accepted after another has been issued', answers: [first, ...others, opening] };
  await withToken(context);
  if (isOver()) return 'over';
  const answers: Answer[] = [opening];
  for (let call = 2; call < calls + 2; call += 1) {
    const answer = await callAgain(context, first);
    answers.push(answer);
    if (!answer.ok) return isOver() ? 'over' : { expected: `the token accepted again, call ${call}`, answers };
  }
  return undefined;
}

/** A token whose end is told in whole seconds may end up to a second early. */
const BEFORE_THE_END = 1500;

/** Shortly before its end a token is as good as fresh. */
async function stillValid(context: Context, issued: Answer): Promise<void> {
  const end = issued.sentAt + lifetimeOf(issued);
  await waitUntil(context, end - BEFORE_THE_END);
  const answer = await callAgain(context, issued);
  if (!answer.ok && context.run.clock.now() < end - 50)
    deviates('the token accepted until shortly before it expires', describeAnswer(answer), answer);
}
