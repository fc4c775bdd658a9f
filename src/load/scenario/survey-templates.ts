/** Prepares the template flows of a load run. */

import { describeWithoutToken, TokenClient, TokenRefused } from '../../http/index.js';
import { TEMPLATES_PATH, write } from '../../protocol/templates/question.js';
import * as protocol from '../../protocol/templates/token-request.js';
import type { Target } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/plan.js';
import type { FlowData, RequestSpec, TokenSpec } from './data.js';
import { digest } from './expected.js';
import { type Ask, NotApplicable, needed } from './need.js';
import { specOf } from './request.js';

/** Returns the URL of the token endpoint, or undefined if the target file has none. */
export const tokenUrlOf = ({ templates }: Target): string | undefined =>
  templates?.authUrl === undefined ? undefined : protocol.tokenUrlOf(templates);

/** The token requests of both clients, or of the only client. */
export function tokenSpecs({ templates }: Target): TokenSpec[] {
  const flow = 'token';
  const authUrl = needed(templates?.authUrl, 'templates.authUrl (AUTH_URL)', flow);
  const first = needed(
    templates?.client,
    'templates.client (ETM_CLIENT_ID, ETM_CLIENT_SECRET)',
    flow,
  );
  return [first, templates?.otherClient].flatMap((client) =>
    client === undefined ? [] : { url: protocol.tokenUrlOf({ authUrl }), client },
  );
}

/** Reads the list of each client twice. If both lists are equal, the load run expects this list. */
export async function surveyTemplates(
  target: Target,
  _: ScenarioPlan,
  ask: Ask,
): Promise<FlowData> {
  const setting = 'templates.baseUrl (ETM_BASE_URL)';
  const settings = needed(target.templates, setting, 'template-list');
  needed(settings.baseUrl, setting, 'template-list');
  const plain = write({ ask: 'templates' }, settings);
  const requests: RequestSpec[] = [];
  for (const token of tokenSpecs(target)) {
    const bearer = new TokenClient({ ...token, send: ask });
    const read = () =>
      bearer.call((value) =>
        ask(write({ ask: 'templates', authorization: `Bearer ${value}` }, settings)),
      );
    const answers = [await read().catch(rethrow), await read().catch(rethrow)];
    const [first, second] = answers.map(({ status, text }) => {
      if (status !== 200)
        throw new NotApplicable(`GET ${plain.url} returned ${status} instead of 200.`);
      return digest(Buffer.from(text));
    });
    const isStable = first !== undefined && first === second;
    const expected = { kind: 'templates', ...(isStable ? { seen: first } : {}) } as const;
    requests.push({ ...specOf(`GET ${TEMPLATES_PATH}`, plain), token, expected });
  }
  return { kind: 'requests', requests };
}

/** Reports a refused token as a reason why the flow cannot run. */
function rethrow(error: unknown): never {
  if (error instanceof TokenRefused) {
    throw new NotApplicable(
      `The token endpoint returned ${describeWithoutToken(error.answer)} for the client of the target.`,
    );
  }
  throw error;
}
