/** Writes responses to the connection. */

import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.js';
import type { Call } from './call.js';

/** Node's response object, or a replacement that stays in this process. */
export type Response = Pick<
  ServerResponse,
  'writeHead' | 'write' | 'end' | 'destroyed' | 'headersSent'
> & {
  readonly socket: { readonly end: (bytes: Buffer) => unknown } | null;
};

/** Sends a response. For HEAD, Node omits the body and keeps `Content-Length`. */
export type Deliver = (answer: Answer, response: Response, call: Call) => void;

/** Sends a response with `Content-Length`, unless its status is 204. */
export const deliver: Deliver = (answer, response) => {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  const fields: string[] = [];
  for (const name in answer.headers) fields.push(name, answer.headers[name] ?? '');
  if (answer.status !== 204) fields.push('Content-Length', String(body.length));
  response.writeHead(answer.status, fields);
  response.end(body);
};
