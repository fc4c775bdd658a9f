/** Obtains a valid, forged, expired or revoked token for the command `assay token`. */

import { defined } from '../../src/defined.js';
import {
  type Answer,
  type Context,
  describeAnswer,
  inconclusive,
  skip,
} from '../../src/harness/index.js';
import { describeWithoutToken } from '../../src/http/token-client.js';
import { lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { Writing } from '../../src/protocol/templates/token-request.js';
import { ask } from './ask.js';
import { revocationUrlOf, revoke } from './documents.js';
import { LEEWAY_SECONDS } from './ended-tokens.js';
import { FORGERY_NAMES, type ForgeryName, forge } from './forgeries.js';
import { basicTokenExchange, waitUntil } from './tokens.js';
import { BY_FORM } from './topic.js';

export interface WantedToken {
  /** Whether the credentials are sent with HTTP Basic instead of the form. */
  readonly basic?: boolean;
  /** `other` is the client of the second organization. Default: the first client. */
  readonly client?: 'other';
  /** An unusual way to write the token request. Default: the documented one. */
  readonly writing?: Writing;
  /** How the token is made invalid. Default: the token is valid. */
  readonly tamper?: string;
}

/** Shorter names of forgeries that the command also accepts. */
export const shortNames: Readonly<Record<string, string>> = {
  signature: 'tampered-signature',
  payload: 'tampered-payload',
};

export const tamperings: readonly string[] = [...FORGERY_NAMES, 'expired', 'revoked'];

/** Throws a skipped or inconclusive finding if no token can be obtained. */
export async function tokenFor(context: Context, wanted: WantedToken): Promise<string> {
  const { tamper } = wanted;
  const issued = await tokenResponse(context, wanted);
  const token =
    tokenIn(issued) ??
    skip('prerequisite', `the token endpoint returns ${describeWithoutToken(issued)}`);
  if (tamper === undefined) return token;
  if (tamper === 'expired') return waitUntilExpired(context, issued, token);
  if (tamper === 'revoked') return revokeToken(context, token);
  return forge((shortNames[tamper] ?? tamper) as ForgeryName, token, context);
}

async function tokenResponse(
  context: Context,
  { basic, client, writing }: WantedToken,
): Promise<Answer> {
  const question = basic ? (await basicTokenExchange(context)).question : BY_FORM;
  return ask(context, { ...question, ...defined({ client, writing }) });
}

/**
 * Waits until every server must refuse the token: some accept it for a minute after it has expired.
 * Two more seconds make up for rounded lifetimes. The patience of the target limits the wait.
 * Throws a skipped finding if the lifetime of the token exceeds the patience or is unknown.
 */
async function waitUntilExpired(context: Context, issued: Answer, token: string): Promise<string> {
  const seconds = lifetimeOf(issued) / 1000;
  const patience = context.target.patienceMs / 1000;
  if (seconds === 0 || seconds > patience)
    skip(
      'configuration',
      `the token is valid for ${seconds} s, and the patience of the target is ${patience} s`,
    );
  const wait = Math.min(patience, seconds + LEEWAY_SECONDS);
  await waitUntil(context, issued.sentAt + wait * 1000 + 2000);
  return token;
}

async function revokeToken(context: Context, token: string): Promise<string> {
  const answer = await revoke(context, await revocationUrlOf(context), token);
  return answer.ok
    ? token
    : inconclusive(`the revocation request returns ${describeAnswer(answer)}`);
}
