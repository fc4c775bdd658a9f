import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../http/index.js';
import { readLedger } from '../../ledger/index.js';
import type { Io } from '../io.js';
import { proxyCommand } from './proxy.js';

let folder: string;
let server: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-proxy-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(folder, { recursive: true });
});

const io = (signal: AbortSignal): Io => ({
  environment: { PATH: process.env.PATH },
  cwd: folder,
  terminal: { out: false, err: false },
  clock: systemClock,
  signal,
  out: () => undefined,
  err: () => undefined,
});

/**
 * Starts `assay proxy` in front of a server with this behaviour. With words, the proxy runs them as
 * the command of a client.
 */
async function startProxy(answer: RequestListener, command: readonly string[] = []) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  await writeFile(path.join(folder, 'target.json'), JSON.stringify({ export: { baseUrl } }));
  const stop = new AbortController();
  const err: string[] = [];
  let listening: (address: string) => void = () => undefined;
  const address = new Promise<string>((resolve) => {
    listening = resolve;
  });
  const ended = proxyCommand(
    { target: 'target.json', out: 'out', reporter: ['json'] },
    {
      ...io(stop.signal),
      out: (text) =>
        text.startsWith('EXPORT_BASE_URL=') &&
        listening(text.trim().slice('EXPORT_BASE_URL='.length)),
      err: (text) => void err.push(text),
    },
    command,
  );
  const end = () => {
    stop.abort();
    return ended;
  };
  return {
    base: await address,
    end,
    ended,
    err,
    ledger: () => readLedger(path.join(folder, 'out/ledger.ndjson.gz')),
  };
}

it('forwards exchanges without changes, and records them without secrets', async () => {
  const sent: string[] = [];
  const bytes = Buffer.from([0, 255, 10, 13, 128]);
  const { base, end, ledger } = await startProxy((incoming, response) => {
    sent.push(`${incoming.method} ${incoming.url} ${incoming.headers['x-ea-auth-token']}`);
    incoming.pipe(
      response.writeHead(incoming.method === 'POST' ? 201 : 200, ['X-Twice', '1', 'X-Twice', '2']),
    );
    if (incoming.method === 'GET') response.write(bytes);
  });
  const headers = { 'X-EA-Auth-Token': 'a-token-of-somebody' };
  const url = `${base}/sites/1/channels/2/destinations/3/products?a=%2F%20b`;
  const got = await fetch(url, { headers });
  expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes);
  expect(got.headers.get('x-twice')).toBe('1, 2');
  const body = Buffer.alloc(300_000, 'ü');
  expect(
    Buffer.from(await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer()),
  ).toEqual(body);
  expect(sent).toEqual([
    'GET /api/sites/1/channels/2/destinations/3/products?a=%2F%20b a-token-of-somebody',
    'POST /api/sites/1/channels/2/destinations/3/products?a=%2F%20b a-token-of-somebody',
  ]);
  await end();
  expect([...ledger().exchanges.values()].map(({ answer }) => answer?.status)).toContain(200);
  const names = await readdir(path.join(folder, 'out'));
  for (const name of names)
    expect(await readFile(path.join(folder, 'out', name), 'utf8')).not.toContain(
      'a-token-of-somebody',
    );
});

it('forwards each part of a response before the target sends the next part', async () => {
  let goOn: () => void = () => undefined;
  const { base, end } = await startProxy((_, response) => {
    response.write('first');
    goOn = () => response.end('last');
  });
  const got = await fetch(`${base}/`);
  const reader = got.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  goOn();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
  await end();
});

it('continues after the target or the client closes a connection early', async () => {
  const { base, end, err } = await startProxy((incoming, response) => {
    if (incoming.url?.endsWith('/within')) {
      response.writeHead(200, { 'Content-Length': '10' }).write('half');
      setImmediate(() => incoming.socket.destroy());
    } else if (incoming.url?.endsWith('/before')) incoming.socket.destroy();
    else if (!incoming.url?.endsWith('/never')) response.end('[]');
  });
  await expect(fetch(`${base}/within`).then((got) => got.text())).rejects.toThrow();
  expect((await fetch(`${base}/before`)).status).toBe(502);
  const gone = request(`${base}/never`).on('error', () => undefined);
  gone.end(() => gone.destroy());
  await new Promise((closed) => gone.on('close', closed));
  expect((await fetch(`${base}/`)).status).toBe(200);
  expect((await fetch(new URL('/elsewhere', base))).status).toBe(404);
  await end();
  expect(err.join('')).not.toContain('fault');
});

it('has the exit code 3 if no request was forwarded', async () => {
  const { end, err, ledger } = await startProxy((_, response) => response.end());
  expect(await end()).toBe(3);
  expect(err).toContain('Not judged: no request was forwarded.\n');
  expect(ledger().footer).toMatchObject({ sent: 0, interrupted: false });
});

it('keeps the ledger of an earlier run if the port is not free', async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/api`;
  await writeFile(path.join(folder, 'target.json'), JSON.stringify({ export: { baseUrl } }));
  const options = { target: 'target.json', out: 'out', listen: port };
  await expect(proxyCommand(options, io(new AbortController().signal))).rejects.toThrow(
    String(port),
  );
  expect(await readdir(path.join(folder, 'out'))).toEqual([]);
});

it('runs a client with the address of the proxy, and ends when the client ends', async () => {
  const program = `fetch(process.env.EXPORT_BASE_URL + '/').then((got) => console.log('got', got.status)); process.exitCode = 7`;
  const { ended, err, ledger } = await startProxy(
    (_, response) => response.end('hello'),
    [process.execPath, '-e', program],
  );
  await ended;
  expect(err.join('')).toContain('got 200\nThe client ended with exit code 7.\n');
  expect(ledger().footer).toMatchObject({ sent: 1, interrupted: false });
});
