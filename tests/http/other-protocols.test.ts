import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttp2, createSecureServer, type Http2Server } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createSocket, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCertificateAuthority } from '../../src/clients/index.js';
import { Lost, openTransport } from '../../src/http/index.js';
import type { Connection } from '../../src/settings/index.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** The outcome of one request to a server: its body, or the loss. */
async function ask(
  server: Server | Http2Server,
  scheme: 'http' | 'https',
  connection: Connection = {},
) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = openTransport({ timeoutMs: 5000, connection });
  open.push(
    () => transport.close(),
    () => void server.close(),
  );
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
  try {
    const answer = await transport.send({ interface: 'export', url }, new AbortController().signal);
    return { body: String(answer.body) };
  } catch (error) {
    if (error instanceof Lost) return { kind: error.kind, message: error.message };
    throw error;
  }
}

const http = (answer: RequestListener): Server => createHttp(answer);

describe('content codings that were not requested', () => {
  const coded = (coding: string | readonly string[], body: Buffer) =>
    http((_, response) => response.setHeader('Content-Encoding', coding as string).end(body));

  it('are undone in their order', async () => {
    expect(await ask(coded('gzip, gzip', gzipSync(gzipSync('[]'))), 'http')).toEqual({
      body: '[]',
    });
    expect(await ask(coded(['gzip', 'identity'], gzipSync('[]')), 'http')).toEqual({ body: '[]' });
  });

  it.each(['zstd', 'compress', 'x-own', 'gzip, zstd'])(
    'are named where %s is not known',
    async (coding) => {
      const lost = await ask(coded(coding, Buffer.from([1, 2, 3])), 'http');
      const name = coding.split(', ').at(-1);
      expect(lost).toMatchObject({
        kind: 'malformed',
        message: expect.stringContaining(`the content coding ${name},`),
      });
    },
  );
});

it('names a 100 Continue that was not requested', async () => {
  const server = createSocket((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'),
    );
  });
  expect(await ask(server, 'http')).toMatchObject({
    kind: 'protocol',
    message: expect.stringContaining('the server sends 100 Continue, which was not requested'),
  });
});

it('names HTTP/2 without TLS', async () => {
  const server = createHttp2();
  server.on('sessionError', () => undefined);
  expect(await ask(server, 'http')).toMatchObject({
    kind: 'protocol',
    message: expect.stringContaining('the server responds to HTTP/1.1 requests with HTTP/2'),
  });
});

describe('over TLS', () => {
  const authority = async () => {
    const made = await makeCertificateAuthority('127.0.0.1');
    open.push(made.remove);
    return { key: made.key, cert: made.cert, ca: readFileSync(made.file, 'utf8') };
  };

  it('names a server that speaks HTTP/2 only', async () => {
    const { key, cert, ca } = await authority();
    const server = createSecureServer({ key, cert });
    server.on('tlsClientError', () => undefined);
    expect(await ask(server, 'https', { ca })).toMatchObject({
      kind: 'protocol',
      message: expect.stringContaining(
        'the server accepts no HTTP/1.1 over TLS, perhaps only HTTP/2',
      ),
    });
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'names the setting of a client certificate (%s)',
    async (version) => {
      const { key, cert, ca } = await authority();
      const server = createHttps(
        {
          key,
          cert,
          requestCert: true,
          rejectUnauthorized: true,
          minVersion: version,
          maxVersion: version,
        },
        (_, response) => response.end('[]'),
      );
      server.on('tlsClientError', () => undefined);
      expect(await ask(server, 'https', { ca })).toMatchObject({
        kind: 'tls',
        message: expect.stringContaining(
          'name it with tls.cert and tls.key (ASSAY_CERT, ASSAY_KEY)',
        ),
      });
    },
  );
});
