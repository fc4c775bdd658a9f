import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What is shown: HTML, and what the charts draw. */
interface Shown {
  readonly main: string;
  readonly data: object;
}

/** A local page that receives changes by server-sent events. */
export interface LiveServer {
  readonly url: string;
  /** Sends the page's new state to every browser that shows it, and to those that come later. */
  update(state: Shown): void;
  /** The last state stays where it is shown. */
  close(): Promise<void>;
}

/**
 * Serves a page on the loopback interface and nowhere else. A request whose Host is another name is
 * refused: a page of the web cannot reach it by a name of its own. `port` 0 is any free one.
 * Rejects where the port is taken.
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
      // A browser reconnects after this many milliseconds.
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
  const bound = typeof address === 'object' ? address?.port : port;
  return {
    url: `http://127.0.0.1:${bound}/`,
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
