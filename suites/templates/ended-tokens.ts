import {
  type Answer,
  type Context,
  describeAnswer,
  deviates,
  skip,
  warns,
} from '../../src/harness/index.js';
import { must } from '../../src/harness/topic.js';
import { lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import { membersOf } from '../../src/schema/json-value.js';
import { revocationUrlOf, revoke } from './documents.js';
import { callAgain, renewal, secondToken } from './renewal.js';
import { givesTemplates } from './rights.js';
import * as tokens from './tokens.js';
import type { TemplatesTopics } from './topic.js';

/** ETM-AUTH-3 allows that the clocks differ by this number of seconds. */
export const LEEWAY_SECONDS = 60;

/** The check waits this time after a token has expired, because `expires_in` has whole seconds. */
const ROUNDING_MS = 1100;

/** The clause that an expired or revoked token returns 401 (ETM-AUTH-3). */
export const endedTokens = {
  'ETM-AUTH-3': {
    clause: must('an expired or revoked token returns 401')
      .in('Authentication, Export-template API, item 8')
      .judged(
        'Waits until a token has expired, unless this takes longer than the setting `patience`. A token that is accepted for up to 60 s longer is a warning.',
      ),
    checks: {
      'templates.lifetime.revoked': {
        title: 'a revoked token',
        requests: { own: { least: 3, most: 4 } },
        needs: ['templates.baseUrl'],
        permission: 'unsafeMethods',
        walks: expectRevokedRefused,
      },
      'templates.lifetime.expired': {
        title: 'an expired token',
        requests: { own: { least: 1, most: 2 } },
        needs: ['templates.baseUrl'],
        walks: expectExpiredRefused,
      },
    },
  },
} satisfies TemplatesTopics;

async function expectRevokedRefused(context: Context): Promise<string> {
  const authorized = await tokens.controlResponse(context);
  const url = await revocationUrlOf(context);
  // TOK-LIFE-2 uses the second token, so its requests are sent before the token is revoked.
  await renewal(context);
  const second = await secondToken(context);
  const token = tokens.needToken(second);
  if (token === tokenIn(await tokens.formTokenResponse(context))) {
    skip('configuration', 'the server returns the same token again, and other checks use it');
  }
  const before = await callAgain(context, second);
  if (!before.ok) {
    skip(
      'prerequisite',
      `the token must be accepted before it is revoked, but the response is ${describeAnswer(before)}`,
    );
  }
  const revoked = await revoke(context, url, token);
  const command = 'npx --no -- assay token --tamper revoked';
  context.secrets.registerToken(token, command, 'this check');
  if (revoked.status >= 400 && membersOf(revoked.json).error === 'unsupported_token_type') {
    const reason = 'unsupported_token_type (RFC 7009 section 2.2.1)';
    skip('configuration', `the server revokes no access tokens: ${reason}`);
  }
  if (revoked.status !== 200) {
    skip('prerequisite', `revocation returned ${describeAnswer(revoked)}`);
  }
  const after = await callAgain(context, second);
  // This is only a warning, because an API that verifies JWTs locally does not notice a revocation.
  if (givesTemplates(after, authorized)) {
    const actual = describeAnswer(after);
    const sentence = `the response to a revoked token is ${actual}; it must be 401`;
    warns({ expected: '401 for a revoked token', actual, sentence }, after);
  }
  expect401(after, 'for a revoked token');
  await expectRefusedAgain(context, second, 3);
  return 'accepted before the revocation, 401 after it';
}

async function expectExpiredRefused(context: Context): Promise<string> {
  const authorized = await tokens.controlResponse(context);
  const first = await tokens.formTokenResponse(context);
  const token = tokens.needToken(first);
  const seconds = lifetimeOf(first) / 1000;
  const patience = context.target.patienceMs / 1000;
  if (seconds < 1 || seconds > patience) {
    const reason = "the token does not expire within the target's patience";
    skip('configuration', `${reason}: expires_in is ${seconds} s, patience ${patience} s`);
  }
  const command = 'npx --no -- assay token --tamper expired';
  context.secrets.registerToken(token, command, 'this check');
  // The check waits for the leeway only if the token is still accepted after it has expired.
  await tokens.waitUntil(context, first.sentAt + seconds * 1000 + ROUNDING_MS);
  const justExpired = await callAgain(context, first);
  if (!justExpired.ok && !givesTemplates(justExpired, authorized)) {
    expect401(justExpired, 'for an expired token');
    await expectRefusedAgain(context, first, 1);
    return `401 after the ${seconds} s of the token had passed`;
  }
  await tokens.waitUntil(context, first.sentAt + (seconds + LEEWAY_SECONDS) * 1000 + ROUNDING_MS);
  const afterLeeway = await callAgain(context, first);
  if (afterLeeway.ok || givesTemplates(afterLeeway, authorized)) {
    const actual = describeAnswer(afterLeeway);
    const after = `after ${seconds + LEEWAY_SECONDS} s`;
    const deviation = {
      expected: `401 for a token of ${seconds} s ${after}`,
      actual,
      sentence: `a token that is valid for ${seconds} s gets ${actual} ${after}; it must get 401`,
    };
    deviates(deviation, afterLeeway);
  }
  expect401(afterLeeway, 'for an expired token');
  const leeway = `a leeway of up to ${LEEWAY_SECONDS} s`;
  const deviation = {
    expected: `401 as soon as the ${seconds} s of the token have passed`,
    actual: leeway,
    sentence: `a token is accepted for some time after its ${seconds} s (${leeway}); it must get 401`,
  };
  return warns(deviation, justExpired, afterLeeway);
}

function expect401(answer: Answer, what: string): void {
  if (answer.status !== 401)
    deviates({ expected: `status 401 ${what}`, actual: describeAnswer(answer) }, answer);
}

/**
 * Requires that the token is refused again, if the budget allows another request. `sent` is the
 * number of requests that the check has already sent.
 */
async function expectRefusedAgain(context: Context, issued: Answer, sent: number): Promise<void> {
  for (const one of context.budget.take([issued], { reserved: sent })) {
    const answer = await callAgain(context, one);
    expect401(answer, 'for a token that was refused before');
  }
}
