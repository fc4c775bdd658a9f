import { describe, expect, it } from 'vitest';
import { type Change, judgeChanged, only, type Passed } from './changed.js';

const at =
  (part: string, change: (answer: Passed) => Partial<Passed>): Change =>
  ({ url }, answer) =>
    url.includes(part) && answer.status === 200 ? change(answer) : undefined;

const body =
  (change: (body: string) => string) =>
  (answer: Passed): Partial<Passed> => ({ body: change(answer.body) });

const keys = (key: object) =>
  at(
    'certs',
    body(() => JSON.stringify({ keys: [key] })),
  );

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** The token with a header or claims that no library wrote. */
const token = (header: unknown, claims: string | undefined) =>
  at(
    '/token',
    body((text) => {
      const answer = JSON.parse(text);
      const [first, second, third] = String(answer.access_token).split('.');
      const head = header === undefined ? first : base64(header);
      return JSON.stringify({
        ...answer,
        access_token: `${head}.${claims === undefined ? second : base64(claims)}.${third}`,
      });
    }),
  );

const total = (digits: string) =>
  at(
    '/products',
    body((text) => text.replace(/"total":\s*\d+/, `"total":${digits}`)),
  );

/** Responses of which a single one once ended a run with an internal error. */
const TRIGGERS: Readonly<Record<string, readonly [string, Change]>> = {
  'a JWKS key of kty oct': ['templates', keys({ kty: 'oct', k: 'c2VjcmV0', kid: 'x' })],
  'a JWKS key of an unknown kty': ['templates', keys({ kty: 'XYZ', kid: 'x' })],
  'a broken JWKS key': ['templates', keys({ kty: 'RSA', n: '!', e: 5 })],
  'a JWT with alg 5': ['templates', token({ alg: 5 }, undefined)],
  'a JWT whose header is null': ['templates', token(null, undefined)],
  'a JWT whose header is text': ['templates', token('"RS256"', undefined)],
  'a JWT whose claims are null': ['templates', token(undefined, 'null')],
  'a JWT whose iss is an object': ['templates', token(undefined, '{"iss":{"a":1},"exp":1}')],
  'a JWT whose exp is 1e400': ['templates', token(undefined, '{"exp":1e400}')],
  'expires_in 1e400': [
    'templates',
    at(
      '/token',
      body((text) => text.replace(/"expires_in":\s*\d+/, '"expires_in":1e400')),
    ),
  ],
  'a token_endpoint with port 99999': [
    'templates',
    at(
      'openid-configuration',
      body((text) =>
        text.replace(/"token_endpoint":"[^"]*"/, '"token_endpoint":"http://127.0.0.1:99999/token"'),
      ),
    ),
  ],
  'a jwks_uri that is not a URL': [
    'templates',
    at(
      'openid-configuration',
      body((text) => text.replace(/"jwks_uri":"[^"]*"/, '"jwks_uri":"http://[/"')),
    ),
  ],
  'meta.total 1e15': ['export', total('1e15')],
  'meta.total 2^53+1': ['export', total('9007199254740993')],
  'meta.total 2^32-1': ['export', total('4294967295')],
  'meta.total 1e400': ['export', total('1e400')],
  'meta.total -1': ['export', total('-1')],
  'an id beyond 2^53': [
    'platform',
    at(
      '/platform/',
      body((text) => text.replace(/"id":\d+/, '"id":9007199254740993')),
    ),
  ],
  'a cursor of 1e400': [
    'platform',
    at(
      '/platform/',
      body((text) => text.replace(/"next":\d+/, '"next":1e400')),
    ),
  ],
};

describe('one odd answer', () => {
  it.each(Object.entries(TRIGGERS))(
    '%s is the target’s and no end of the run',
    async (_, [name, change]) => {
      const { report, gate } = await judgeChanged(change, {
        wanted: only(name),
        maxRequests: 60,
        recordExchanges: false,
      });
      expect(
        report.checks.filter(({ reason }) => reason?.includes('internal error of Assay')),
      ).toEqual([]);
      expect(report.checks.length).toBeGreaterThan(10);
      expect(['holds', 'broken', 'unjudged']).toContain(gate.outcome);
    },
  );

  it('a page of 300,000 records is read', async () => {
    const many = JSON.stringify({
      data: Array.from({ length: 300_000 }, (_, id) => ({ id })),
      meta: { total: 300_000, limit: 100, offset: 0 },
    });
    const change: Change = ({ url }) =>
      url.includes('/products') && !url.includes('filters') ? { body: many } : undefined;
    const { report } = await judgeChanged(change, {
      wanted: ({ id }) => id === 'export.list.envelope' || id === 'export.paging.windows',
      recordExchanges: false,
    });
    expect(
      report.checks.filter(({ reason }) => reason?.includes('internal error of Assay')),
    ).toEqual([]);
  });
});
