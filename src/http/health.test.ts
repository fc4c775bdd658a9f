import { expect, it } from 'vitest';
import { Answer } from './answer.js';
import { Health } from './health.js';
import type { Request } from './request.js';

const get = (path: string, more: Partial<Request> = {}): Request => ({
  interface: 'export',
  url: `http://h.test${path}`,
  ...more,
});
const answered = (request: Request, type = 'text/plain', status = 200): Answer =>
  new Answer(
    request,
    { status, headers: [['Content-Type', type]], body: Buffer.from('') },
    { exchange: 1 },
  );
const knowing = (...answers: readonly Answer[]): Health => {
  const health = new Health();
  for (const answer of answers) health.recordWorking(answer);
  return health;
};
const json = 'application/json; charset=utf-8';

it('tests a host by a request with the same path, else with data, else by any request', () => {
  const health = knowing(
    answered(get('/')),
    answered(get('/data'), json),
    answered(get('/list?a=1')),
  );
  expect(health.sentinelFor(get('/list?a=2'))?.url).toBe('http://h.test/list?a=1');
  expect(health.sentinelFor(get('/other'))?.url).toBe('http://h.test/data');
  expect(knowing(answered(get('/')), answered(get('/text'))).sentinelFor(get('/other'))?.url).toBe(
    'http://h.test/',
  );
  expect(knowing().sentinelFor(get('/other'))).toBeUndefined();
});

it('counts JSON of a successful response as data', () => {
  const health = knowing(
    answered(get('/')),
    answered(get('/refused'), json, 404),
    answered(get('/data'), json),
  );
  expect(health.sentinelFor(get('/other'))?.url).toBe('http://h.test/data');
});

it('never returns the request itself', () => {
  const health = knowing(answered(get('/a')), answered(get('/b')));
  expect(health.sentinelFor(get('/a'))?.url).toBe('http://h.test/b');
  expect(knowing(answered(get('/a'))).sentinelFor(get('/a'))).toBeUndefined();
  const other = get('/a', { headers: [['Accept', 'text/plain']] });
  expect(health.sentinelFor(other)?.url).toBe('http://h.test/a');
});

it('stores only GETs, and for each path the first successful request', () => {
  const health = knowing(
    answered(get('/a', { method: 'POST' })),
    answered(get('/a?1')),
    answered(get('/a?2')),
  );
  expect(health.sentinelFor(get('/a'))?.url).toBe('http://h.test/a?1');
  expect(health.sentinelFor(get('/a?1'))).toBeUndefined();
  expect(health.answered).toBe(3);
});

it('stores at most sixteen paths', () => {
  const health = knowing(
    ...Array.from({ length: 17 }, (_, n) =>
      answered(get(`/${n + 1}?kept`), n < 15 ? 'text/plain' : json),
    ),
  );
  expect(health.sentinelFor(get('/16'))?.url).toBe('http://h.test/16?kept');
  expect(health.sentinelFor(get('/17'))?.url).toBe('http://h.test/16?kept');
  const full = knowing(
    ...Array.from({ length: 17 }, (_, n) =>
      answered(get(`/${n + 1}?kept`), n < 16 ? 'text/plain' : json),
    ),
  );
  expect(full.sentinelFor(get('/other'))?.url).toBe('http://h.test/1?kept');
});

it('is up again after a response', () => {
  const health = new Health();
  health.down = true;
  health.recordWorking(answered(get('/a', { method: 'POST' })));
  expect(health.down).toBe(false);
});

it('is down until data comes again, if data came before', () => {
  const health = knowing(answered(get('/data'), json));
  health.down = true;
  health.recordWorking(answered(get('/'), 'text/html'));
  health.recordWorking(answered(get('/data'), json, 401));
  expect(health.down).toBe(true);
  health.recordWorking(answered(get('/data'), json));
  expect(health.down).toBe(false);
  const other = knowing(answered(get('/')));
  other.down = true;
  other.recordWorking(answered(get('/')));
  expect(other.down).toBe(false);
});
