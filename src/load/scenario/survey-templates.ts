import { TokenClient, TokenRefused } from '../../http/index.js';
import type { Target } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/index.js';
import type { FlowData, RequestSpec, TokenSpec } from './data.js';
import { digest } from './expected.js';
import { type Ask, NotApplicable, needed } from './need.js';

const TOKEN_PATH = '/realms/External-Applications/protocol/openid-connect/token';

/** The token endpoint, where the target has one. */
export const tokenUrlOf = ({ templates }: Target): string | undefined =>
  templates?.authUrl === undefined ? undefined : `${templates.authUrl}${TOKEN_PATH}`;

/** One for each organization that is configured. */
export function tokenSpecs({ templates }: Target): TokenSpec[] {
  const flow = 'token';
  const authUrl = needed(templates?.authUrl, 'templates.authUrl (AUTH_URL)', flow);
  const first = needed(templates?.client, 'templates.client (ETM_CLIENT_ID, ETM_CLIENT_SECRET)', flow);
  return [first, templates?.otherClient].flatMap((client) =>
    client === undefined ? [] : { url: `${authUrl}${TOKEN_PATH}`, client },
  );
}

/** Reads each client's list twice: one that stays the same is expected of the load run. */
export async function surveyTemplates(target: Target, _: ScenarioPlan, ask: Ask): Promise<FlowData> {
  const { baseUrl } = needed(target.templates, 'templates.baseUrl (ETM_BASE_URL)', 'template-list');
  const url = `${needed(baseUrl, 'templates.baseUrl (ETM_BASE_URL)', 'template-list')}/V1/export-templates`;
  const requests: RequestSpec[] = [];
  for (const token of tokenSpecs(target)) {
    const bearer = new TokenClient({ ...token, send: ask });
    const read = () =>
      bearer.call((value) =>
        ask({
          interface: 'templates',
          url,
          headers: [
            ['Authorization', `Bearer ${value}`],
            ['Accept', 'application/json'],
          ],
        }),
      );
    const [seen, again] = [await read().catch(refused), await read().catch(refused)].map((answer) => {
      if (answer.status !== 200) throw new NotApplicable(`GET ${url} returned ${answer.status} instead of 200.`);
      return digest(answer.body);
    });
    const expected = { kind: 'templates', ...(seen !== undefined && seen === again ? { seen } : {}) } as const;
    requests.push({ title: 'GET /V1/export-templates', url, headers: { Accept: 'application/json' }, token, expected });
  }
  return { kind: 'requests', requests };
}

function refused(error: unknown): never {
  if (error instanceof TokenRefused) {
    throw new NotApplicable(`The token endpoint returned ${error.answer.status} for the client of the target.`);
  }
  throw error;
}
