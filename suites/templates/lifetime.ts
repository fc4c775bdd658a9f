import { describeAnswer, deviates, expectStatus, inconclusive, skip } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { apiCheck } from './check.js';
import { BEFORE_THE_END, stillValid } from './ended-tokens.js';
import { basicToken, formToken, isAlive, lifetimeOf, tokenIn } from './issued-tokens.js';
import { renewal } from './renewal.js';
import { askTemplates, withToken } from './templates.js';

export const lifetime = [
  // TOK-LIFE-1: one token serves many API calls until `expires_in` is over
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
  // TOK-LIFE-2: the retry rule works against the target: a call with a spoiled token is refused with 401, one new
  // token is requested, the call repeated once is accepted
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
];
