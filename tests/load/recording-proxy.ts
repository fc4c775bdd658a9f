import { request as ask, createServer } from 'node:http';

/** What a proxy saw, by its own count. */
interface Seen {
  arrived: number;
  answered: number;
  throttled: number;
  /** Connections that it closed on a request, and answers that it kept to itself. */
  closed: number;
  kept: number;
  stalled: number;
}

export interface RecordingProxy {
  readonly origin: string;
  readonly seen: Readonly<Seen>;
  close(): void;
}

/**
 * Passes requests on to a server, writes down each, and gets in the way of some, every so many in
 * turn.
 */
export async function recordingProxy(upstream: string): Promise<RecordingProxy> {
  const seen: Seen = { arrived: 0, answered: 0, throttled: 0, closed: 0, kept: 0, stalled: 0 };
  const to = new URL(upstream);
  const server = createServer((request, response) => {
    seen.arrived += 1;
    const turn = seen.arrived;
    if (turn % 11 === 0) {
      seen.closed += 1;
      request.socket.destroy();
      return;
    }
    if (turn % 13 === 0) {
      seen.throttled += 1;
      response.writeHead(429, { 'Retry-After': '0' }).end();
      return;
    }
    const { method, url: path, headers } = request;
    const passed = ask({ host: to.hostname, port: to.port, method, path, headers }, (answer) => {
      if (turn % 17 === 0) {
        seen.kept += 1;
        answer.resume();
        return;
      }
      const pass = (): void => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response).on('finish', () => {
          seen.answered += 1;
        });
      };
      if (turn % 19 !== 0) return pass();
      seen.stalled += 1;
      setTimeout(pass, 40);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    seen,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
