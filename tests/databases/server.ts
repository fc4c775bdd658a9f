import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import type { TargetFile } from '../../src/settings/index.js';
import { admitted, TOKENS } from './admitted.js';
import { type Engine, isRefusal } from './engine.js';
import type { Fault } from './faults.js';
import { loadProducts } from './load-products.js';
import type { Product } from './products.js';
import { Refused } from './refused.js';
import { selectProducts } from './select.js';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
};

/** A response in a cache. */
interface Kept {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The response to an error: a refusal in the format of the request, anything else as 500. */
function problemOf(
  error: unknown,
  isApi: boolean,
  { errorStatus }: Fault,
): readonly [status: number, body: unknown] {
  const refused = isRefusal(error)
    ? new Refused(400, 'A value that the column does not take')
    : error;
  if (!(refused instanceof Refused)) return [500, { error: String(error) }];
  const { status, message, member } = refused;
  const errors = [
    { status: errorStatus?.(status) ?? status, title: TITLES[status], detail: message },
  ];
  return [status, isApi ? { errors } : { [member]: message }];
}

/**
 * An export API written from the document alone, whose database does all filtering, ordering,
 * grouping and paging: what the suite says of it, it says of the database. With a fault it is wrong
 * in one way.
 */
export async function startExport(
  engine: Engine,
  records: readonly Product[],
  fault: Fault = {},
  /** Called before each request is handled, such as to change the data. */
  before: () => Promise<void> = async () => undefined,
) {
  const database = { engine, names: Object.keys(records[0] ?? {}), fault };
  const cache = new Map<string, Kept>();
  await loadProducts(database, 'p1', records);
  await loadProducts(database, 'p2', records.slice(0, 40));

  const server = createServer(async (request, to) => {
    await before();
    const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
    const isApi = /vnd\.api\+json/i.test(request.headers.accept ?? '');
    const key = fault.cacheKey?.(request);
    const write = ({ status, type, body }: Kept): void => {
      const challenge = status === 401 ? { 'WWW-Authenticate': 'Token' } : {};
      to.writeHead(status, { 'Content-Type': type, Vary: 'Accept', ...challenge }).end(body);
    };
    const send = (status: number, body: unknown): void => {
      const type = isApi ? 'application/vnd.api+json' : 'application/json';
      const response = { status, type, body: JSON.stringify(body) };
      if (key !== undefined && status === 200) cache.set(key, response);
      write(response);
    };
    const kept = key === undefined ? undefined : cache.get(key);
    if (kept !== undefined) return write(kept);
    try {
      if (path === '/')
        return void to.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Export</p>');
      const query = qs.parse(search, { depth: 9, arrayLimit: 2000, parameterLimit: 5000 });
      const found = await selectProducts(database, admitted(path, request), query);
      send(200, isApi ? found : found.data);
    } catch (error) {
      const [status, body] = problemOf(error, isApi, fault);
      send(status, body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destination = (id: number) => ({ id, token: TOKENS[id] ?? '' });
  const target: TargetFile = {
    export: {
      baseUrl,
      siteId: 10,
      channelId: 20,
      destination: destination(1),
      otherDestination: destination(2),
      emptyDestination: destination(3),
    },
  };
  return {
    target,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await engine.close();
    },
  };
}
