/** Calls a reference server within this process. */

import type { Answer } from './answer.js';
import { BodyTooLarge, MAX_BODY_BYTES, type Mount } from './call.js';
import type { Response } from './deliver.js';
import { respond, type ServerHooks } from './server.js';

interface Sent {
  /** The default is GET. */
  readonly method?: string;
  readonly url: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

interface Received {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export type CallInProcess = (sent: Sent) => Promise<Received>;

/**
 * Makes a function that calls the server without a socket. The function combines header fields of
 * the same name as Node's parser does.
 */
export function inProcess(
  hooks: ServerHooks,
  baseUrls: Readonly<Record<Mount, string>>,
): CallInProcess {
  // One base URL may be the beginning of another, so long base URLs come first.
  const bases = (Object.entries(baseUrls) as [Mount, string][]).sort(
    ([, a], [, b]) => b.length - a.length,
  );
  return ({ method = 'GET', url, headers = [], body = '' }) =>
    new Promise((resolve) => {
      const cut = `${url}?`.indexOf('?');
      const address = url.slice(0, cut);
      const found = bases.find(([, base]) => address === base || address.startsWith(`${base}/`));
      const finish = (received: Received): void =>
        resolve(method === 'HEAD' ? { ...received, body: EMPTY } : received);
      if (found === undefined) return finish({ status: 404, headers: [], body: EMPTY });
      const [mount, base] = found;
      const call = {
        mount,
        method,
        path: address.slice(base.length),
        search: url.slice(cut + 1),
        headers: fieldsOf([...headers, ['Host', new URL(base).host]]),
        rawHeaders: headers.flat(),
        body: async () => {
          const bytes = Buffer.from(body);
          if (bytes.length > MAX_BODY_BYTES)
            throw new BodyTooLarge(`a body may have at most ${MAX_BODY_BYTES} bytes`);
          return bytes;
        },
      };
      respond(hooks, call, captureResponse(finish));
    });
}

const EMPTY = Buffer.alloc(0);

/** Node uses only the first field of each of these names. */
const FIRST_COUNTS = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'user-agent',
]);

function fieldsOf(headers: NonNullable<Sent['headers']>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, value] of headers) {
    const name = field.toLowerCase();
    const before = fields[name];
    if (before === undefined) fields[name] = value.trim();
    else if (!FIRST_COUNTS.has(name)) fields[name] = `${before}, ${value.trim()}`;
  }
  return fields;
}

/** Makes a response object that stores the written data instead of sending it. */
function captureResponse(done: (received: Received) => void): Response {
  let head: Pick<Received, 'status' | 'headers'> | undefined;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk))
      chunks.push(Buffer.from(chunk as Buffer));
  };
  const response = {
    destroyed: false,
    get headersSent() {
      return head !== undefined;
    },
    writeHead(status: number, fields: readonly string[] | Answer['headers'] = []) {
      head = { status, headers: Array.isArray(fields) ? inPairs(fields) : Object.entries(fields) };
      return response;
    },
    write(chunk: unknown) {
      keep(chunk);
      return true;
    },
    end(chunk?: unknown) {
      keep(chunk);
      if (head !== undefined) done({ ...head, body: Buffer.concat(chunks) });
      return response;
    },
    socket: { end: (bytes: Buffer) => done(parseResponse(bytes)) },
  };
  return response as unknown as Response;
}

const inPairs = (flat: readonly string[]): Received['headers'] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));

/** Parses a response that was written directly to the socket. */
function parseResponse(bytes: Buffer): Received {
  const cut = bytes.indexOf('\r\n\r\n');
  const [line = '', ...fields] = bytes.subarray(0, cut).toString('latin1').split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), field.slice(colon + 1).trim()];
    }),
    body: bytes.subarray(cut + 4),
  };
}
