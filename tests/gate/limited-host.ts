import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReference } from '../../src/reference/index.js';
import type { TargetFile } from '../../src/settings/index.js';

/** What the host does with a request beyond its limit. */
export type Beyond = 'quota' | '429' | '503' | 'half-open' | 'silent';

const BEYOND: Readonly<Record<Beyond, (to: ServerResponse) => unknown>> = {
  quota: (to) => to.writeHead(429, { 'Retry-After': '36000' }).end(),
  '429': (to) => to.writeHead(429).end(),
  '503': (to) => to.writeHead(503, { 'Retry-After': '0' }).end(),
  'half-open': (to) =>
    to.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '999' }).write('{"'),
  silent: () => undefined,
};

/**
 * The reference server behind a proxy that passes on only a number of requests. The limit applies
 * to these addresses, by default to all.
 */
export async function startLimited(
  most: number,
  beyond: Beyond,
  isLimited: (url: string) => boolean = () => true,
) {
  const server = await startReference();
  const { origin } = new URL(server.baseUrls.export);
  const passed: string[] = [];
  let left = most;
  const proxy = createServer(async (from: IncomingMessage, to: ServerResponse) => {
    const { method = 'GET', url = '/' } = from;
    const body = Buffer.concat(await from.toArray());
    if (isLimited(url)) {
      if (left <= 0) return void BEYOND[beyond](to);
      left -= 1;
    }
    passed.push(`${method} ${url} ${from.headers.authorization ?? ''} ${body.toString()}`);
    const onward = request(
      new URL(url, origin),
      { method, headers: { ...from.headers, host: new URL(origin).host } },
      (answer) => {
        to.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const here = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const target: TargetFile = JSON.parse(JSON.stringify(server.target).replaceAll(origin, here));
  return {
    server,
    target,
    /** The requests that were passed on. */
    passed,
    /** Allows this number of further requests. */
    renew: (requests: number): void => {
      left = requests;
    },
    close: async (): Promise<void> => {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}
