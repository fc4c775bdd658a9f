import { isConfigured } from '../../src/harness/hosts.js';
import { type Context, skip } from '../../src/harness/suite.js';
import { type TokenQuestion, tokenUrlOf } from '../../src/protocol/templates/token-request.js';
import type { Discovery, JsonWebKeySet } from '../../src/schema/types.js';
import { ask, templatesOf } from './ask.js';
import { discoveryIn } from './document-rules.js';
import { keysIn } from './relations.js';
import { BY_FORM } from './tokens.js';

/** The discovery document; undefined where it is not what it should be (TOK-DISC-1 says so). */
export const discovery = async (context: Context): Promise<Discovery | undefined> =>
  discoveryIn(await ask(context, { ask: 'discovery' }));

export const needDiscovery = async (context: Context): Promise<Discovery> =>
  (await discovery(context)) ?? skip('prerequisite', 'needs a discovery document');

/** The published keys; undefined where there are none (TOK-DISC-2 says so). */
export async function jwks(context: Context): Promise<JsonWebKeySet | undefined> {
  const address = (await discovery(context))?.jwks_uri;
  if (address === undefined || !isConfigured(context.target, address)) return undefined;
  return keysIn({ answer: await ask(context, { ask: 'keys', address }) });
}

/** What discovery names on a host that is not configured is reported and not asked: nobody said that it may be. */
export function stayHome(context: Context, member: string, address: string): void {
  if (!isConfigured(context.target, address))
    skip(
      'safety',
      `the discovery document names the ${member} ${address}, on a host that is not configured: nothing is sent there`,
    );
}

/** The token request of the document at the endpoint that discovery names. */
export const atEndpoint = ({ target }: Context, address: string): TokenQuestion =>
  address === tokenUrlOf(templatesOf(target)) ? BY_FORM : { ...BY_FORM, address };
