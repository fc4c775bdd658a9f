import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, asking, criterion } from '../../../tests/reference/asking.js';
import { type Reference, startReference } from '../reference.js';

let reference: Reference;
let ask: Asking;

beforeAll(async () => {
  reference = await startReference();
  ask = asking(reference);
});
afterAll(() => reference.close());

const V2 = '/sites/123/channels/456/destinations/789/products';

describe('formats', () => {
  it('returns the welcome page without a token and with a malformed token', async () => {
    for (const fields of [{}, { 'X-EA-Auth-Token': 'no good!' }]) {
      const root = await ask.export('/', fields);
      expect([root.status, root.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it.each([
    ['application/vnd.api+json', true],
    ['Application/VND.api+JSON', true],
    ['application/json', false],
    ['*/*', false],
    ['application/json;q=0.1, application/vnd.api+json', true],
    ['text/html', false],
  ])('Accept %s', async (accept, enveloped) => {
    const reply = await ask.products('?limit=2', { Accept: accept });
    const body: unknown = JSON.parse(reply.text);
    const data = reference.records.slice(0, 2);
    expect(body).toEqual(enveloped ? { data, meta: { total: 1000, limit: 2, offset: 0 } } : data);
    expect(reply.headers.get('vary')).toBe('Accept');
  });

  it('returns the same records on the legacy routes', async () => {
    expect((await ask.legacy()).text).toBe((await ask.products()).text);
    const filtered = await ask.legacy('/color/red,blue?limit=5&offset=2&orderBy=name');
    const query = `?limit=5&offset=2&orderBy=name&${criterion('color', 'IN', ['red', 'blue'])}`;
    expect(filtered.text).toBe((await ask.products(query)).text);
    expect(JSON.parse(filtered.text)).toHaveLength(5);
  });

  it('returns 405 with the allowed methods for other methods', async () => {
    const url = `${reference.baseUrls.export}${V2}`;
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await ask.send(url, { method, headers: ask.token });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    const head = await ask.send(url, { method: 'HEAD', headers: ask.token });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await ask.send(url, { method: 'OPTIONS' })).status).toBe(204);
  });
});
