import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkSchema, packageRoot, readSchema, type SchemaName } from '../src/schema/validate.js';

const names = readdirSync(path.join(packageRoot, 'schemas'), { recursive: true })
  .map((file) => String(file).replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => file.replace('.schema.json', '') as SchemaName);

const error = { status: 401, title: 'Unauthorized', detail: 'Authentication token is required' };
const token = {
  access_token: 'a.b.c',
  expires_in: 300,
  token_type: 'Bearer',
  'not-before-policy': 0,
  scope: '',
};
const cursor = { current: 0, prev: 0, next: 7, count: 1 };
const page = { success: true, Entities: [{ id: 7 }], meta: { cursor } };
const discovery = {
  token_endpoint: 'https://a.example/t',
  grant_types_supported: ['client_credentials'],
  jwks_uri: 'https://a.example/k',
};
const group = (operator: string, value: unknown): unknown => [
  { criteria: [{ column: 'price', operator, value }] },
];
const verdict = {
  type: 'verdict',
  check: 'a.b.c',
  title: 't',
  interface: 'export',
  clauses: ['EXP-ROOT-1'],
  level: 'must',
  verdict: 'passed',
  requests: 1,
  durationMs: 1,
  exchanges: [],
};

/** For each schema values that satisfy it and values that break it, written by hand. */
const examples: Readonly<
  Partial<Record<SchemaName, { valid: readonly unknown[]; invalid: readonly unknown[] }>>
> = {
  'export/product-list': {
    valid: [
      { data: [], meta: { total: 0, limit: 100, offset: 0 } },
      {
        data: [{ id: 1, type: 'chair' }],
        meta: { total: 1, limit: 100, offset: 0, more: true },
        links: {},
      },
    ],
    invalid: [
      [],
      {},
      { data: [] },
      { data: [1], meta: { total: 1, limit: 1, offset: 0 } },
      { data: [], meta: { total: '1', limit: 1, offset: 0 } },
      { data: {}, meta: { total: 0, limit: 1, offset: 0 } },
    ],
  },
  'export/products': { valid: [[], [{}], [{ anything: null }]], invalid: [{}, [1], [null], 'x'] },
  'export/record': {
    valid: [{}, { id: 1, price: 9.5, name: null, extra: [] }],
    invalid: [{ id: 1.5 }, { price: '9' }, { name: 3 }],
  },
  'export/error-plain': {
    valid: [{ error: 'x' }, { error: 'x', code: 1 }],
    invalid: [{}, { error: 1 }, { message: 'x' }, { error: 'x', errors: [] }, []],
  },
  'export/error-no-data': {
    valid: [{ message: 'No exported data' }],
    invalid: [{ error: 'No exported data' }, { message: 1 }],
  },
  'export/error-jsonapi': {
    valid: [{ errors: [error] }, { errors: [error, { ...error, id: 'x' }] }],
    invalid: [
      { errors: [] },
      { errors: [{ ...error, status: '401' }] },
      { errors: error },
      { error: 'x' },
      { errors: [{ status: 401, title: 'x' }] },
    ],
  },
  'export/filters': {
    valid: [
      group('=', 1),
      group('IN', ['a', 'b']),
      group('BETWEEN', [1, 2]),
      [{ mode: 'OR', criteria: [{ column: 'a', operator: 'IS NOT', value: 'NULL' }] }],
    ],
    invalid: [
      group('==', 1),
      group('IN', 'a'),
      group('BETWEEN', [1]),
      group('BETWEEN', [1, 2, 3]),
      group('>', [1]),
      [{ mode: 'or', criteria: [] }],
    ],
  },
  'templates/token': {
    valid: [token, { ...token, more: 1 }],
    invalid: [
      { ...token, scope: 'openid' },
      { ...token, token_type: 'bearer' },
      { ...token, expires_in: '300' },
      { ...token, expires_in: 0 },
      { ...token, access_token: 'opaque' },
      {},
    ],
  },
  'templates/token-error': {
    valid: [{ error: 'invalid_client', error_description: 'x' }],
    invalid: [{}, { error: 1 }, { error: 'with "quotes"' }],
  },
  'templates/discovery': {
    valid: [discovery, { ...discovery, issuer: 'https://a.example' }],
    invalid: [
      {},
      { ...discovery, jwks_uri: 'no address' },
      { ...discovery, grant_types_supported: 'client_credentials' },
    ],
  },
  'templates/jwks': {
    valid: [{ keys: [{ kty: 'RSA' }] }],
    invalid: [{ keys: [] }, { keys: [{}] }, []],
  },
  'templates/template-list': { valid: [[], { data: [] }], invalid: [{}, { data: {} }, 'x'] },
  'platform/page': {
    valid: [page, { ...page, meta: { cursor: { ...cursor, next: null } } }],
    invalid: [
      { ...page, success: 'true' },
      { ...page, Entities: {} },
      { ...page, meta: { cursor: { ...cursor, next: '7' } } },
      { ...page, meta: {} },
    ],
  },
  'handover/request': {
    valid: [{ from: 'a', to: 'b' }],
    invalid: [{ from: 'a' }, { from: 1, to: 2 }, { from: 'a', to: 'b', more: 1 }],
  },
  'handover/answer': { valid: [{ message: 'x', more: 1 }], invalid: [{}, { message: 1 }, 'x'] },
  target: {
    valid: [
      {},
      { export: { baseUrl: 'https://a.example' }, pace: '60/min', patience: '10s' },
      {
        interfaces: {
          stock: { baseUrl: 'https://a.example', headers: { 'X-Key': 'b' }, article: 'c' },
        },
      },
    ],
    invalid: [
      { exports: {} },
      { export: {} },
      { interfaces: { stock: {} } },
      { export: { baseUrl: 'ftp://a.example' } },
      { pace: '60 per minute' },
      { export: { baseUrl: 'https://a.example', siteId: '1' } },
    ],
  },
  ledger: {
    valid: [
      verdict,
      { type: 'footer', durationMs: 1, sent: 1, shared: 0, limited: 0, interrupted: false },
    ],
    invalid: [{ type: 'verdict' }, { ...verdict, verdict: 'green' }, { type: 'unknown' }],
  },
  baseline: {
    valid: [
      { accepted: [] },
      {
        accepted: [{ check: 'a', reason: 'b', expires: '2030-01-31', link: 'https://a.example/1' }],
      },
    ],
    invalid: [
      {},
      { accepted: [{ check: 'a' }] },
      { accepted: [{ check: 'a', reason: '' }] },
      { accepted: [{ check: 'a', reason: 'b', expires: 'tomorrow' }] },
    ],
  },
};

describe.each(Object.entries(examples))('%s', (name, { valid, invalid }) => {
  it.each(valid.map((value) => [JSON.stringify(value), value]))('accepts %s', (_, value) => {
    expect(checkSchema(name as SchemaName, value)).toEqual({ value });
  });
  it.each(invalid.map((value) => [JSON.stringify(value), value]))(
    'refuses %s and says where',
    (_, value) => {
      const result = checkSchema(name as SchemaName, value);
      expect('problems' in result && result.problems.length).toBeGreaterThan(0);
      if ('problems' in result)
        for (const problem of result.problems) expect(problem.expected).not.toBe('');
    },
  );
});

const ajv = new Ajv2020();
it.each(names)('%s holds to the meta-schema', (name) => {
  expect(ajv.validateSchema(readSchema(name)), ajv.errorsText()).toBe(true);
});

it('has examples for every schema but those of reports, which their own tests check', () => {
  const elsewhere = ['run-report', 'run-history', 'run-matrix', 'load-profile', 'load-report'];
  expect(names.filter((name) => !(name in examples) && !elsewhere.includes(name))).toEqual([]);
});
