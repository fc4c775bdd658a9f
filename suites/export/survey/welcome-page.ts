/** Compares the welcome page with and without a token (EXP-ROOT-3). */

import type { Context } from '../../../src/harness/context.js';
import { describeAnswer, deviates, skip } from '../../../src/harness/finding.js';
import type { Answer } from '../../../src/http/answer.js';
import { requestProducts } from './ask.js';

const ROOT = { route: 'root' } as const;

/**
 * Ends the check at the first difference. Otherwise returns a sentence about the compared tokens.
 */
export async function compareTokens(context: Context): Promise<string> {
  const bare = await requestProducts(context, ROOT);
  const own = context.target.export?.destination?.token ?? '';
  const tokens = { malformed: 'not.a/token', valid: own, foreign: 'no-such-token-0123456789' };
  const affordable = context.budget.take(Object.entries(tokens));
  for (const [name, token] of affordable) {
    const answer = await requestProducts(context, { ...ROOT, token });
    if (await isSamePage(context, bare, answer)) continue;
    const actual = describeAnswer(answer);
    const deviation = {
      expected: `the same response as without a token, with a ${name} token`,
      actual,
      sentence: `with a token (${name}) the response is ${actual}; it must be the same as without one`,
    };
    deviates(deviation, bare, answer);
  }
  if (bare.status !== 200) {
    const actual = describeAnswer(bare);
    skip('prerequisite', `the welcome page must return 200, but returns ${actual}`);
  }
  const names = affordable.map(([name]) => name).join(', ');
  return `the same response without a token and with each of these tokens: ${names}`;
}

/** Compares two pages. A page that varies even without a token counts as the same. */
async function isSamePage(context: Context, bare: Answer, answer: Answer): Promise<boolean> {
  if (answer.status !== bare.status) return false;
  if (answer.body.equals(bare.body)) return true;
  const again = await requestProducts(context, ROOT, { fresh: true });
  return !again.body.equals(bare.body);
}
