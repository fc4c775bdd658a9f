import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import type { World } from '../../src/clients/in-process.js';
import { defined } from '../../src/defined.js';
import { TEMPLATES_PATH } from '../../src/protocol/templates/question.js';
import { doTask } from './token-client.js';

type Sendable = URLSearchParams | oauth.ProtectedResourceRequestBody | undefined;

/**
 * A client on an OAuth library that others wrote: discovery, Basic authentication, its own
 * protected requests.
 */
export async function oauth4webapiClient({
  settings,
  task,
  parameters,
  fetch,
}: World): Promise<void> {
  const { AUTH_URL, ETM_BASE_URL, ETM_CLIENT_ID = '', ETM_CLIENT_SECRET = '' } = settings;
  const issuer = new URL(`${AUTH_URL}/realms/External-Applications`);
  const insecure = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (
      url: string,
      { method, headers, body }: oauth.CustomFetchOptions<string, Sendable>,
    ) => fetch(url, { method, headers, redirect: 'manual', ...defined({ body }) }),
  };
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, insecure),
  );
  const client: oauth.Client = { client_id: ETM_CLIENT_ID };
  let held: { readonly value: string; readonly renewAt: number } | undefined;
  let pending: Promise<{ readonly value: string; readonly renewAt: number }> | undefined;

  async function obtain(): Promise<{ readonly value: string; readonly renewAt: number }> {
    for (let attempt = 1; ; attempt += 1) {
      const asked = Date.now();
      const answer = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(ETM_CLIENT_SECRET),
        new URLSearchParams(),
        insecure,
      );
      const again = answer.status === 429 || answer.status >= 500;
      if (again && attempt < 4) {
        const after = answer.headers.get('retry-after') ?? String(attempt);
        await sleep(/^\d+$/.test(after) ? 1000 * Number(after) : Date.parse(after) - Date.now());
        continue;
      }
      const { access_token: value, expires_in: seconds = 0 } =
        await oauth.processClientCredentialsResponse(server, client, answer);
      return { value, renewAt: asked + seconds * 800 };
    }
  }

  async function token(): Promise<string> {
    if (held === undefined || Date.now() >= held.renewAt) {
      pending ??= obtain().finally(() => {
        pending = undefined;
      });
      held = await pending;
    }
    return held.value;
  }

  const url = new URL(`${ETM_BASE_URL}${TEMPLATES_PATH}`);
  const call = (value: string) =>
    oauth.protectedResourceRequest(value, 'GET', url, undefined, undefined, insecure);
  await doTask(task, Number(parameters[0]), async () => {
    const value = await token();
    try {
      return await call(value);
    } catch (error) {
      if (!(error instanceof oauth.WWWAuthenticateChallengeError) || error.status !== 401)
        throw error;
      if (held?.value === value) held = undefined;
      return call(await token());
    }
  });
}
