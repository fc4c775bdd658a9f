import type { Context } from '../../src/harness/index.js';
import { describeAnswer, deviates, expectStatus, skip, warns } from '../../src/harness/index.js';
import { apiCheck } from './check.js';
import { formToken, type Issued, lifetimeOf, tokenIn } from './issued-tokens.js';
import { LEEWAY, renewal, secondToken } from './renewal.js';
import { revocationUrlOf, revoke } from './revocation.js';
import { askTemplates, givesTemplates, withToken } from './templates.js';

/** Tokens that were revoked, or have expired, as far as that can be waited for (ETM-AUTH-3). */
export const endedTokens = [
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
      context.secrets.registerToken(token, 'npx assay token --tamper revoked', 'this check');
      if (revoked.status !== 200) skip('prerequisite', `revocation is answered ${describeAnswer(revoked)}`);
      const after = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
      // An API that verifies JWTs by itself does not hear of it: a warning, says the catalogue.
      if (givesTemplates(after, authorized)) warns('401 for a revoked token', describeAnswer(after), after);
      expectStatus(after, 401, 'for a revoked token');
      return 'accepted before, 401 after';
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
      context.secrets.registerToken(token, 'npx assay token --tamper expired', 'this check');
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
];

/** A token whose end is told in whole seconds may end up to a second early. */
export const BEFORE_THE_END = 1500;

/** Shortly before its end a token is as good as fresh. */
export async function stillValid(context: Context, token: string, issued: Issued): Promise<void> {
  const lifetime = lifetimeOf(issued);
  const end = issued.at + lifetime;
  await waitUntil(context, end - BEFORE_THE_END);
  const answer = await askTemplates(context, `Bearer ${token}`, '', { fresh: true });
  if (!answer.ok && context.run.clock.now() < end - 50)
    deviates('the token accepted until shortly before its end', describeAnswer(answer), answer);
}

async function waitUntil(context: Context, time: number): Promise<void> {
  const left = time - context.run.clock.now();
  if (left > 0) await context.run.clock.sleep(left);
}
