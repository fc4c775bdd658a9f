import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asking } from '../../../tests/reference/asking.js';
import { type Reference, startReference } from '../reference.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

const port = (): number => Number(new URL(reference.baseUrls.export).port);
const TOKEN = 'X-EA-Auth-Token: Rf7_main-4c0DE-k9Zq\r\n';
const V2 = '/export-api/sites/123/channels/456/destinations/789/products';

/**
 * Sends bytes unchanged. Reads until the server closes the connection, or until this number of
 * responses has begun.
 */
function sendBytes(bytes: string | Buffer, answers = 1): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port(), '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.split('HTTP/1.1 ').length > answers) socket.end();
    });
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });
}

const get = (target: string, headers = TOKEN): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

describe('bad requests', () => {
  const rows: [what: string, bytes: string, status: number][] = [
    ['malformed percent-encoding in the path', get('/export-api/%zz%'), 404],
    ['malformed percent-encoding in a path value', get('/export-api/123/456/color/%c3%28'), 404],
    ['malformed percent-encoding in the query', get(`${V2}?a=%e0%a4%a`), 400],
    ['a URL of 1 MB', get(`${V2}?a=${'x'.repeat(1_000_000)}`), 431],
    ['a header of 1 MB', get(V2, `X-EA-Auth-Token: ${'x'.repeat(1_000_000)}\r\n`), 431],
    ['brackets nested 10,000 deep', get(`${V2}?filters${'[a]'.repeat(10_000)}=1`), 400],
    [
      'a sparse index',
      get(`${V2}?limit=1&filters[99999999999][criteria][4294967296][column]=id`),
      400,
    ],
    [
      '__proto__ as a key',
      get(`${V2}?__proto__[limit]=1&filters[__proto__][criteria][0][column]=id`),
      400,
    ],
    ['constructor as a key', get(`${V2}?constructor[prototype][limit]=1`), 200],
    [
      'constructor as a collection',
      get('/core/platform/v2/constructor', 'X-Auth-Token: plt-client:plt-S3cret_71\r\n'),
      404,
    ],
    ['__proto__ as a column', get(`${V2}?orderBy=__proto__`), 400],
    ['brackets that never close', get(`${V2}?limit=1&filters[0[criteria]=1&[]=2&]=3`), 400],
    ['a NUL', get(`${V2}?orderBy=%00`), 400],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['an unknown method', `BREW ${V2} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['no host', `GET ${V2} HTTP/1.1\r\n\r\n`, 400],
    ['another prefix', get('/nowhere'), 404],
    ['the absolute form', get(`http://example.org${V2}?limit=1`), 200],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    [
      'two lengths',
      `POST ${V2} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
  ];

  it.each(rows)('%s', async (_, bytes, status) => {
    const received = await sendBytes(bytes);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).not.toMatch(/\bat .+:\d+:\d+|node:|Error:/);
  });

  it('returns responses to pipelined requests in the order of the requests', async () => {
    const received = await sendBytes(
      [1, 2, 3].map((limit) => get(`${V2}?limit=1&offset=${limit}`)).join(''),
      3,
    );
    const ids = [...received.matchAll(/\[\{"id":(\d+)/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(reference.records.slice(1, 4).map(({ id }) => id));
  });

  it('survives bodies that are too large, malformed or incomplete', async () => {
    const post = (length: number, type: string): string =>
      `POST /auth/realms/External-Applications/protocol/openid-connect/token HTTP/1.1\r\nHost: x\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
    const form = 'application/x-www-form-urlencoded';
    expect(await sendBytes(`${post(3_000_000, form)}${'x'.repeat(3_000_000)}`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect(await sendBytes(`${post(4, 'application/json')}null`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendBytes(`${post(6, form)}%zz=%f`)).toMatch(/^HTTP\/1\.1 400 /);
    await new Promise<void>((resolve) => {
      const socket = net.connect(port(), '127.0.0.1', () =>
        socket.write(`${post(100, form)}half`, () => socket.destroy()),
      );
      socket.on('close', () => resolve());
    });
  });

  it('still works after all these requests', async () => {
    expect((await asking(reference).products('?limit=1')).status).toBe(200);
    expect(reference.faults).toEqual([]);
  });
});
