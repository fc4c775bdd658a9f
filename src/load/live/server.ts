/** A local web server that pushes the state of a load run to browsers. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The state of a run: the main part of the page as HTML, and the data of the charts. */
interface ShownState {
  readonly main: string;
  readonly data: object;
}

/** Browsers receive changes by server-sent events. */
export interface LiveServer {
  readonly url: string;
  /** Sends a state to all browsers, also to those that connect later. */
  update(state: ShownState): void;
  /** Stops the server. Browsers keep showing the last state. */
  close(): Promise<void>;
}

/**
 * Serves a page on the loopback interface only. Refuses requests whose `Host` is not localhost or
 * 127.0.0.1, because a foreign web page could use its own host name for this machine (DNS
 * rebinding). `port` 0 chooses any free port. Rejects if the port is in use.
 */
export async function liveServer(port: number, page: () => Promise<string>): Promise<LiveServer> {
  const watching = new Set<ServerResponse>();
  let latest: string | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '')) {
      response.writeHead(403).end();
    } else if (request.url === '/') {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.end(await page());
    } else if (request.url === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      // A browser reconnects after this number of milliseconds.
      response.write('retry: 2000\n\n');
      if (latest !== undefined) response.write(latest);
      watching.add(response);
      response.on('close', () => watching.delete(response));
    } else response.writeHead(404).end();
  };
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const usedPort = typeof address === 'object' ? address?.port : port;
  return {
    url: `http://127.0.0.1:${usedPort}/`,
    update: (state) => {
      latest = `data: ${JSON.stringify(state)}\n\n`;
      for (const response of watching) response.write(latest);
    },
    close: async () => {
      for (const response of watching) response.end('event: end\ndata: {}\n\n');
      server.close();
      server.closeIdleConnections();
    },
  };
}
