import type { Context } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { clientOf, otherClientOf, tokenUrlOf } from '../endpoint.js';
import { GRANT } from '../token-request.js';

/** A token request that is right in everything. */
export interface TokenQuestion {
  readonly owner: 'first' | 'other';
  readonly way: 'form' | 'basic';
}

/** What a token request with right credentials asked for; undefined where anything in it is wrong, or it is none. */
export function tokenQuestionOf(context: Context, { request }: Answer): TokenQuestion | undefined {
  if (request.method !== 'POST' || request.url !== tokenUrlOf(context)) return undefined;
  const form = new URLSearchParams(request.body ?? '');
  if (form.get('grant_type') !== GRANT.grant_type) return undefined;
  const basic = request.headers?.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  for (const [owner, client] of [
    ['first', clientOf(context)],
    ['other', otherClientOf(context)],
  ] as const) {
    if (client === undefined) continue;
    const byForm = form.get('client_id') === client.id && form.get('client_secret') === client.secret;
    if (basic === undefined && byForm && form.size === 3) return { owner, way: 'form' };
    if (basic !== undefined && form.size === 1 && sent(client.id, client.secret).includes(basic))
      return { owner, way: 'basic' };
  }
  return undefined;
}

const encode = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2);
const sent = (id: string, secret: string): readonly string[] =>
  [`${id}:${secret}`, `${encode(id)}:${encode(secret)}`].map((pair) => `Basic ${Buffer.from(pair).toString('base64')}`);
