import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What arrived at a shop, by method and path without ids. */
export interface Shop {
  readonly url: string;
  readonly seen: Map<string, number>;
  /** The requests of each token in the order in which they arrived. */
  readonly orders: Map<string, string[]>;
  readonly close: () => Promise<void>;
}

interface ShopOptions {
  /** What tokens and ids begin with: no other shop takes them. */
  readonly mark: string;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/**
 * A shop that a sequence goes through: `POST /login` gives a token of its own to each user,
 * `GET /carts` an id, `POST /carts/ID/lines` takes it in path, header and body, once each.
 */
export async function startShop({ mark }: ShopOptions): Promise<Shop> {
  const seen = new Map<string, number>();
  const orders = new Map<string, string[]>();
  const carts = new Map<string, string>();
  let next = 0;
  const send = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Cart': `${mark}-h` });
    response.end(JSON.stringify(body));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '', headers } = request;
    const text = await bodyOf(request);
    const path = url.replace(/[?].*/, '').replace(/\/carts\/[^/]+/, '/carts/ID');
    seen.set(`${method} ${path}`, (seen.get(`${method} ${path}`) ?? 0) + 1);
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (token !== '') orders.set(token, [...(orders.get(token) ?? []), `${method} ${path}`]);
    if (path === '/login') {
      next += 1;
      send(response, 200, { access_token: `${mark}-token-${next}`, expires_in: 60 });
    } else if (!token.startsWith(`${mark}-token-`)) send(response, 401, { error: 'no token' });
    else if (path === '/carts') {
      next += 1;
      const id = `${mark} cart/${next}`;
      carts.set(id, token);
      send(response, 200, { data: [{ id, size: (carts.size % 5) + 1 }], total: 1 });
    } else {
      const id = decodeURIComponent(url.split('/')[2] ?? '');
      const own = carts.get(id) === token && headers['x-cart'] === id;
      const isWhole = own && JSON.parse(text).cart === id && url.includes(`from=${mark}-h`);
      send(response, isWhole ? 200 : 409, { lines: 1 });
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    orders,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The sequence of a shop as a scenario. */
export const shopSteps = [
  {
    name: 'log in',
    request: { interface: 'platform', method: 'POST', path: '/login', body: { user: 'a' } },
    capture: { token: '$.access_token' },
    tags: { kind: 'write' },
  },
  {
    name: 'carts',
    request: {
      interface: 'platform',
      path: '/carts',
      headers: { Authorization: 'Bearer {{token}}' },
      expect: {
        schema: { type: 'object', required: ['data'] },
        checks: { 'has a cart': 'length(@.data) == 1 && @.total >= 1' },
      },
    },
    capture: { cart: '$.data[0].id', size: '$.data[-1].size', from: 'header X-Cart' },
    tags: { kind: 'read' },
  },
  {
    name: 'add a line',
    request: {
      interface: 'platform',
      method: 'POST',
      path: '/carts/{{cart}}/lines',
      query: { from: '{{from}}' },
      headers: { Authorization: 'Bearer {{token}}', 'X-Cart': '{{cart}}' },
      body: { cart: '{{cart}}' },
    },
    repeat: 2,
    tags: { kind: 'write' },
  },
];
