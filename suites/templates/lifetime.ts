import {
  type Context,
  describeAnswer,
  deviates,
  expectStatus,
  inconclusive,
  skip,
  warns,
} from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { apiCheck } from './check.js';
import { BEFORE_THE_END, stillValid } from './ended-tokens.js';
import { basicToken, formToken, type Issued, isAlive, lifetimeOf, newToken, tokenIn } from './issued-tokens.js';
import { renewal, renewalAgain } from './renewal.js';
import { askTemplates, withToken } from './templates.js';

export const lifetime = [
  apiCheck({
    id: 'templates.lifetime.reuse',
    clauses: ['TOK-LIFE-1'],
    title: 'one token serves many calls until expires_in is over',
    requests: { least: 2, most: 25 },
    async run(context) {
      const first = await formToken(context);
      const token = tokenIn(first.answer) ?? skip('prerequisite', 'needs a token');
      const second = await basicToken(context);
      const another = tokenIn(second.answer) !== undefined;
      const calls = Math.max(2, context.budget.requests);
      const refusal = await refusalOf(context, first, second, calls);
      if (refusal !== undefined) {
        const { expected, answers } = refusal;
        const actual = describeAnswer(answers.at(-1) ?? first.answer);
        // A deploy may forget what was issued: what a token shows its successors show as well.
        const successor = await newToken(context);
        const again = await refusalOf(context, successor, await newToken(context), calls);
        if (again === undefined) warns(expected, `${actual}, but not so with the next token`, ...answers);
        deviates(expected, actual, ...answers);
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
      const once = await renewal(context);
      const { refused, repeated, calls, tokenRequests } =
        once.repeated?.ok === false ? await renewalAgain(context) : once;
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
];

interface Refusal {
  readonly expected: string;
  readonly answers: readonly Answer[];
}

/** The first refusal of a token that has time left, called with again and again after a second one was issued. */
async function refusalOf(context: Context, first: Issued, second: Issued, calls: number): Promise<Refusal | undefined> {
  const [token, other] = [tokenIn(first.answer), tokenIn(second.answer)];
  const opening = await askTemplates(context, `Bearer ${token}`);
  const over = !isAlive(first, context.run.clock.now());
  if (other !== undefined && !opening.ok && !over && (await askTemplates(context, `Bearer ${other}`)).ok)
    return {
      expected: 'a token accepted after another has been issued',
      answers: [first.answer, second.answer, opening],
    };
  await withToken(context);
  if (!isAlive(first, context.run.clock.now())) skip('prerequisite', 'the token ended before it could be used again');
  const answers: Answer[] = [opening];
  for (let call = 2; call < calls + 2; call += 1) {
    const answer = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
    answers.push(answer);
    if (!answer.ok && isAlive(first, context.run.clock.now()))
      return { expected: `the token accepted again, call ${call}`, answers };
  }
  return undefined;
}
