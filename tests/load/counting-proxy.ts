import { createServer, request as pass } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  readonly origin: string;
  /**
   * Answers by status, of requests that Artillery's HTTP engine sent and not the functions of a
   * script.
   */
  readonly statuses: Readonly<Record<string, number>>;
  /** When each of them came, in milliseconds of a steady clock. */
  readonly arrivals: readonly number[];
  close(): void;
}

/** Passes requests on to a server and counts them. `refuse` answers 503 to every so-manieth. */
export async function countingProxy(
  upstream: URL,
  refuse = Number.POSITIVE_INFINITY,
): Promise<CountingProxy> {
  const statuses: Record<string, number> = {};
  const arrivals: number[] = [];
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const counts = /artillery/i.test(headers['user-agent'] ?? '');
    if (counts) arrivals.push(performance.now());
    const answered = (status: number): void => {
      if (counts) statuses[status] = (statuses[status] ?? 0) + 1;
    };
    if (counts && arrivals.length % refuse === 0) {
      answered(503);
      return void response.writeHead(503).end();
    }
    const { hostname, port } = upstream;
    const on = pass({ hostname, port, method, path, headers }, (answer) => {
      answered(answer.statusCode ?? 0);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(on).on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    arrivals,
    close,
  };
}
