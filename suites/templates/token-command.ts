import { type Answer, type Context, describeAnswer, inconclusive, skip } from '../../src/harness/suite.js';
import { lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import { ask } from './ask.js';
import { revocationUrlOf, revoke } from './discovery.js';
import { FORGERIES, forge } from './forgeries.js';
import { BY_FORM, basicToken, formToken } from './tokens.js';

/** Which token a command wants. */
export interface WantedToken {
  /** Obtained with HTTP Basic instead of the form. */
  readonly basic?: boolean;
  /** Of the second organization. */
  readonly client?: 'other';
  /** What is done to it. */
  readonly tamper?: string;
}

/** Ways to make of a token one that no verifier may take, by name. */
export const tamperings: Readonly<
  Record<string, (context: Context, issued: Answer, token: string) => Promise<string>>
> = {
  ...Object.fromEntries(
    FORGERIES.map((name) => [name, (context: Context, _: Answer, token: string) => forge(name, token, context)]),
  ),
  expired,
  revoked,
};

/** Short names for those that have longer ones. */
export const shortNames: Readonly<Record<string, string>> = {
  signature: 'tampered-signature',
  payload: 'tampered-payload',
};

/** A token of the target, as it is issued or tampered with. Skips and inconclusive say why there is none. */
export async function tokenFor(context: Context, { basic, client, tamper }: WantedToken): Promise<string> {
  const issued =
    client === 'other'
      ? await ask(context, { ...BY_FORM, client })
      : basic
        ? (await basicToken(context)).answer
        : await formToken(context);
  const token = tokenIn(issued) ?? skip('prerequisite', `the token endpoint returns ${describeAnswer(issued)}`);
  const change = tamper === undefined ? undefined : tamperings[shortNames[tamper] ?? tamper];
  return change === undefined ? token : change(context, issued, token);
}

/** Waits until its life and the patience of the target, which a verifier may allow a clock, are over. */
async function expired(context: Context, issued: Answer, token: string): Promise<string> {
  const [lifetimeMs, patienceMs] = [lifetimeOf(issued), context.target.patienceMs];
  if (lifetimeMs === 0 || lifetimeMs > patienceMs)
    skip(
      'configuration',
      `the token is valid for ${lifetimeMs / 1000} s, and the patience of the target is ${patienceMs / 1000} s`,
    );
  await context.run.clock.sleep(issued.sentAt + patienceMs + 2000 - context.run.clock.now());
  return token;
}

async function revoked(context: Context, _: Answer, token: string): Promise<string> {
  const answer = await revoke(context, await revocationUrlOf(context), token);
  return answer.ok ? token : inconclusive(`the revocation request returns ${describeAnswer(answer)}`);
}
