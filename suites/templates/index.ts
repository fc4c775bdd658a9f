/**
 * The suite of the token endpoint and the template API. Requests before the checks show wrong
 * settings.
 */

import { type Context, describeAnswer, type Suite } from '../../src/harness/index.js';
import { suiteOf } from '../../src/harness/suite.js';
import { describeWithoutToken } from '../../src/http/token-client.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import { membersOf, textOfValue } from '../../src/schema/json-value.js';
import { ask, templatesOf } from './ask.js';
import { discovery } from './documents.js';
import { PLACES } from './places.js';
import { priorities } from './priorities.js';
import { rulebook } from './rulebook.js';
import { basicTokenExchange, formTokenResponse } from './tokens.js';
import { callWith, type TemplatesKinds } from './topic.js';
import { type ClauseId, topics } from './topics.js';

/** The errors that are about the client (RFC 6749 section 5.2). */
const REFUSED_CLIENT = ['invalid_client', 'unauthorized_client', 'invalid_grant'];

/**
 * Returns a message if the token endpoint refuses the configured client both by form and by Basic.
 */
async function refusedClient(context: Context): Promise<string | undefined> {
  const answer = await formTokenResponse(context);
  const { status, json } = answer;
  const { error } = membersOf(json);
  // Some servers return an OAuth error with 200.
  const isRefusal =
    [400, 401, 403, 404].includes(status) ||
    (answer.ok && REFUSED_CLIENT.includes(textOfValue(error)));
  if (tokenIn(answer) !== undefined || !isRefusal) return undefined;
  if (tokenIn((await basicTokenExchange(context)).answer) !== undefined) return undefined;
  // With 400 the server may require a parameter that the document does not mention (RFC 6749
  // section 5.2).
  if (status === 400 && /^invalid_(request|scope)$/.test(textOfValue(error))) return undefined;
  const { authUrl = '' } = templatesOf(context.target);
  // A page instead of JSON is not a statement about the credentials.
  if (status !== 404 && /html/i.test(answer.mediaType) && json === undefined)
    return `AUTH_URL ${authUrl} returns an HTML page instead of JSON, such as a login page in front of the target: ${describeAnswer(answer)}`;
  if (status !== 404)
    return `the token endpoint refuses ETM_CLIENT_ID and ETM_CLIENT_SECRET: ${describeWithoutToken(answer)}`;
  const hasDiscovery = (await discovery(context)) !== undefined;
  return hasDiscovery
    ? undefined
    : `AUTH_URL ${authUrl} has no token endpoint: ${describeAnswer(answer)}`;
}

export const templatesSuite: Suite = suiteOf<TemplatesKinds, ClauseId>('templates', topics, {
  needs: ['templates.authUrl', 'templates.client'],
  rulebook,
  learning: {
    settings: templatesOf,
    learned: {},
  },
  places: PLACES,
  priorities,
  // About three requests: two token requests, and the collection with a fresh token.
  preparation: 3,
  async preflight(context, isNeeded) {
    if (!isNeeded('templates.client')) return undefined;
    const refused = await refusedClient(context);
    const token = tokenIn(await formTokenResponse(context));
    if (refused !== undefined || !isNeeded('templates.baseUrl') || token === undefined)
      return refused;
    const answer = await ask(context, callWith(token));
    // Only if a call without a token gets 404, too, is there no API: an existing one refuses it.
    if (answer.status !== 404 || (await ask(context, { ask: 'templates' })).status !== 404)
      return undefined;
    return `ETM_BASE_URL ${templatesOf(context.target).baseUrl} has no templates: ${describeAnswer(answer)}`;
  },
});
