import { createHash } from 'node:crypto';
import { jsonValue } from '../../schema/json-value.js';
import { checkSchema } from '../../schema/validate.js';
import { message } from '../engine/index.js';
import type { TemplateSpec } from './data.js';
import { ask, type LoadRequest, type Visit } from './step.js';
import { SharedToken } from './token.js';

/** Visits that read the template list with a shared token, the clients in turn. `now` is milliseconds. */
export function templateVisits(url: string, lists: readonly TemplateSpec[], now: () => number): () => Visit {
  const at = new URL(url);
  const clients = lists.map(({ token, seen }) => {
    const shared = new SharedToken(token, now);
    let cached: { readonly token: string; readonly request: LoadRequest; readonly last: LoadRequest } | undefined;
    const requests = (bearer: string) => {
      if (cached?.token === bearer) return cached;
      const request: LoadRequest = {
        origin: at.origin,
        title: 'GET /V1/export-templates',
        message: message({
          method: 'GET',
          url: at,
          headers: { Authorization: `Bearer ${bearer}`, Accept: 'application/json' },
        }),
        expects: 200,
        repeatable: true,
        reads: false,
        verify: ({ body }) => wrongList(body, seen),
      };
      cached = { token: bearer, request: { ...request, tolerates: 401 }, last: request };
      return cached;
    };
    return { shared, requests };
  });
  let turn = 0;
  return () => {
    const client = clients[turn % clients.length];
    turn += 1;
    return readList(client);
  };
}

/** A 401 costs one new token and one repetition, and the second answer stands (CLI-TOK-4, 5). */
function* readList(
  client:
    | {
        readonly shared: SharedToken;
        readonly requests: (token: string) => { readonly request: LoadRequest; readonly last: LoadRequest };
      }
    | undefined,
): Visit {
  const token = client && (yield* client.shared.get());
  if (token === undefined || !client) return 'abandoned';
  const answer = yield* ask(client.requests(token).request);
  if (answer?.status !== 401) return answer?.status === 200 ? 'completed' : 'abandoned';
  const fresh = yield* client.shared.get(token);
  if (fresh === undefined) return 'abandoned';
  const again = yield* ask(client.requests(fresh).last);
  return again?.status === 200 ? 'completed' : 'abandoned';
}

/** What is wrong with a template list, or undefined. */
function wrongList(body: Buffer, seen: string | undefined): string | undefined {
  const json = jsonValue(body.toString());
  if (json === undefined) return 'not JSON';
  if ('problems' in checkSchema('templates/template-list', json)) return 'no list of templates';
  return seen === undefined || seen === digest(body) ? undefined : 'another list than the survey saw with this client';
}

export const digest = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
