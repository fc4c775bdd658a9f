import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { methodOf, type Request } from './request.js';
import { openTransport, type RawAnswer, type TransportOptions } from './transport.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Loopback {
  readonly send: (request?: Partial<Request>, signal?: AbortSignal) => Promise<RawAnswer>;
  readonly connections: () => number;
}

async function serving(
  answer: RequestListener | ((socket: Socket) => void),
  options: Partial<TransportOptions> & { readonly raw?: true } = {},
): Promise<Loopback> {
  const server = options.raw
    ? createSocketServer(answer as (socket: Socket) => void)
    : createServer(answer as RequestListener);
  let connections = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = openTransport({ timeoutMs: 60_000, ...options });
  open.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => sockets.forEach((socket) => void socket.destroy()),
    () => transport.close(),
  );
  const never = new AbortController().signal;
  return {
    send: (request = {}, signal = never) =>
      transport.send(
        { interface: 'export', url: `http://127.0.0.1:${port}/a`, ...request },
        signal,
      ),
    connections: () => connections,
  };
}

it('sends a request unchanged, and adds only Host, Connection and Content-Length', async () => {
  const { send } = await serving((request, response) => {
    response.setHeader('X-Twice', ['1', '2']);
    response.writeHead(418);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response.end(
        JSON.stringify([
          request.method,
          request.url,
          request.rawHeaders,
          String(Buffer.concat(chunks)),
        ]),
      ),
    );
  });
  for (const [method, body] of [['GET', undefined] as const, ['POST', 'a=b'] as const]) {
    const answer = await send({
      method,
      headers: [
        ['X-A', '\u00e9'],
        ['x-a', ''],
      ],
      ...(body === undefined ? {} : { body }),
    });
    const [sent, path, fields, came] = JSON.parse(String(answer.body));
    expect([answer.status, sent, path, came]).toEqual([
      418,
      methodOf({ method } as Request),
      '/a',
      body ?? '',
    ]);
    expect(fields.slice(4)).toEqual([
      'X-A',
      '\u00e9',
      'x-a',
      '',
      ...(body === undefined ? [] : ['content-length', '3']),
    ]);
    expect(answer.headers.filter(([name]) => name === 'X-Twice').map(([, value]) => value)).toEqual(
      ['1', '2'],
    );
  }
});

const body = Buffer.from('a body of some length, a body of some length');
it.each<readonly [string | undefined, Buffer]>([
  ['gzip', gzipSync(body)],
  ['x-gzip', gzipSync(body)],
  [' GZIP ', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['br', brotliCompressSync(body)],
  ['identity', body],
  [undefined, body],
])('reads a body in the coding %s', async (coding, coded) => {
  const { send } = await serving((_, response) => {
    if (coding !== undefined) response.setHeader('Content-Encoding', coding);
    response.end(coded);
  });
  expect(String((await send()).body)).toBe(String(body));
});

it('rejects a body in another coding than its header names, unless the body is empty', async () => {
  const { send } = await serving((request, response) => {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(request.method === 'GET' ? 'no gzip' : '');
  });
  await expect(send()).rejects.toMatchObject({
    kind: 'malformed',
    message: expect.stringMatching(/^the gzip content coding cannot be read/),
  });
  expect((await send({ method: 'POST' })).body).toHaveLength(0);
});

it('reads bodies up to the maximum size, also after decoding', async () => {
  const { send } = await serving(
    (request, response) => {
      if (request.method === 'GET')
        return response.end('x'.repeat(Number(request.headers['x-length'])));
      response.setHeader('Content-Encoding', 'gzip');
      return response.end(gzipSync('x'.repeat(Number(request.headers['x-length']))));
    },
    { maxBytes: 1000 },
  );
  const asked = (method: string, length: number) =>
    send({ method, headers: [['X-Length', String(length)]] });
  for (const method of ['GET', 'POST']) expect((await asked(method, 1000)).body).toHaveLength(1000);
  await expect(asked('GET', 1001)).rejects.toMatchObject({
    kind: 'too-large',
    message: expect.stringMatching(/larger than 1000 bytes/),
  });
  await expect(asked('POST', 1001)).rejects.toMatchObject({ kind: 'malformed' });
});

it.each<readonly [string, Partial<Request>]>([
  ['an address that is none', { url: 'http://[' }],
  ['a field name with a blank', { headers: [['X A', '1']] }],
  ['a field value with a line break', { headers: [['X-A', '1\r\nX-B: 2']] }],
  ['a field value beyond Latin-1', { headers: [['X-A', '漢']] }],
])('does not send %s', async (_, request) => {
  const { send, connections } = await serving((__, response) => response.end());
  await expect(send(request)).rejects.toMatchObject({ kind: 'malformed' });
  expect(connections()).toBe(0);
});

it('reuses connections for GETs, and opens a connection for any other request', async () => {
  const { send, connections } = await serving((_, response) => response.end('a'));
  for (let turn = 0; turn < 20; turn += 1) await send();
  const kept = connections();
  expect(kept).toBeLessThan(20);
  for (let turn = 0; turn < 20; turn += 1) await send({ method: 'POST' });
  expect(connections()).toBe(kept + 20);
});

it('can be interrupted before sending and while waiting', async () => {
  const stop = new AbortController();
  const { send } = await serving(() => stop.abort());
  await expect(send({}, AbortSignal.abort())).rejects.toMatchObject({ kind: 'interrupted' });
  await expect(send({}, stop.signal)).rejects.toMatchObject({
    kind: 'interrupted',
    message: 'the run was interrupted',
  });
});

it('rejects a response that is not HTTP or is incomplete', async () => {
  const raw = (text: string) =>
    serving((socket: Socket) => void socket.on('error', () => undefined).end(text), { raw: true });
  await expect((await raw('hello\r\n\r\n')).send()).rejects.toMatchObject({ kind: 'malformed' });
  await expect((await raw('')).send()).rejects.toMatchObject({ kind: 'reset' });
});

it.each([
  'HTTP/1.1 000 Nothing',
  'HTTP/1.1 099 Odd',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/9.9 200 OK',
])('takes "%s" for no answer, and not for an internal error', async (line) => {
  const answer = (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`${line}\r\nContent-Length: 2\r\n\r\n{}`));
  };
  const { send } = await serving(answer, { raw: true });
  await expect(send()).rejects.toMatchObject({ name: 'Lost', kind: 'malformed' });
});
