import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/harness/index.js';
import type { Answer, Header, Once } from '../../src/http/index.js';
import type { HandoverTarget } from '../../src/settings/index.js';

export function handoverOf({ target }: Context): HandoverTarget {
  if (target.handover === undefined) throw new Error('a handover check was put to a target without handover settings');
  return target.handover;
}

export interface HandoverAsk {
  /** Default two users that nobody has, so that a server with broken authorization moves nothing. */
  readonly body?: string;
  readonly authorization?: string | undefined;
  readonly method?: string;
  /** Default application/json. */
  readonly contentType?: string | null;
  /** Default application/json; null leaves the header out. */
  readonly accept?: string | null;
  /** Default: only after a 429. */
  readonly once?: Once;
}

/** Two users that nobody has. */
export const nobodies = (): string => JSON.stringify({ from: randomUUID(), to: randomUUID() });

/** One handover request; never sent a second time where it may have been taken. */
export function askHandover(
  context: Context,
  {
    body = nobodies(),
    authorization,
    method = 'POST',
    contentType = 'application/json',
    accept = 'application/json',
    once = 'unless-limited',
  }: HandoverAsk,
): Promise<Answer> {
  const headers: Header[] = accept === null ? [] : [['Accept', accept]];
  if (contentType !== null && method !== 'GET') headers.push(['Content-Type', contentType]);
  if (authorization !== undefined) headers.push(['Authorization', authorization]);
  return context.ask(
    {
      interface: 'handover',
      method,
      url: `${handoverOf(context).baseUrl}/handover`,
      headers,
      reveal: ['Authorization'],
      ...(method === 'GET' ? {} : { body }),
    },
    { once },
  );
}
