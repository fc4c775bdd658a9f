import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestHttp, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TargetFile } from '../../src/settings/index.js';

/** A response that the firewall gives instead of the target. */
export interface Blocked {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Firewall {
  /** The target as it is reached through the firewall. */
  readonly target: TargetFile;
  /** Requests as they arrived, blocked ones included. */
  readonly seen: readonly IncomingMessage[];
  /** Requests that were blocked. */
  readonly blocked: readonly IncomingMessage[];
  close(): Promise<void>;
}

/**
 * A firewall before every server of a target: it forwards each request that the rule has no
 * response for.
 */
export async function startFirewall(
  target: TargetFile,
  rule: (request: IncomingMessage) => Blocked | undefined,
): Promise<Firewall> {
  const seen: IncomingMessage[] = [];
  const blocked: IncomingMessage[] = [];
  const servers: Server[] = [];
  const text = JSON.stringify(target);
  const origins = new Set(text.match(/http:\/\/[^/"]+/g) ?? []);
  let moved = text;
  for (const origin of origins) {
    const server = createServer((request, response) => {
      seen.push(request);
      const block = rule(request);
      if (block !== undefined) {
        blocked.push(request);
        request.resume();
        response.writeHead(block.status, block.headers).end(block.body);
        return;
      }
      const { hostname, port } = new URL(origin);
      const { method, url, rawHeaders } = request;
      const onward = requestHttp({
        hostname,
        port,
        method,
        path: url,
        headers: rawHeaders,
        agent: false,
      });
      onward.on('response', (answer) => {
        response.sendDate = false;
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    moved = moved.replaceAll(origin, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  return {
    target: JSON.parse(moved) as TargetFile,
    seen,
    blocked,
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
