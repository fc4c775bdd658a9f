import { describe, expect, it } from 'vitest';
import { Answer } from './answer.js';
import { recordExchange } from './exchange.js';
import { EarlierAnswers } from './recall.js';
import { Redactor } from './redact.js';
import type { Header, Request } from './request.js';

const redactor = (): Redactor =>
  new Redactor([{ name: 'EXPORT_TOKEN', value: 'a-long-secret-token' }]);

interface Made extends Partial<Request> {
  readonly status?: number;
  readonly text?: string;
  readonly fields?: readonly Header[];
}

let last = 0;
/** An exchange as a ledger contains it, without secrets. */
function stored(by: Redactor, { status = 200, text = '[]', fields = [], ...more }: Made = {}) {
  last += 1;
  const request = requestOf(more);
  const body = Buffer.from(text);
  const answer = new Answer(request, { status, headers: fields, body }, { exchange: last });
  const times = { id: last, atMs: 5, waitedMs: 0, durationMs: 2 };
  return { type: 'exchange' as const, ...recordExchange(by, request, answer, times) };
}
const requestOf = (more: Partial<Request> = {}): Request => ({
  interface: 'export',
  url: 'http://h.test/a',
  headers: [['X-EA-Auth-Token', 'a-long-secret-token']],
  ...more,
});
const earlier = (exchanges: readonly ReturnType<typeof stored>[], by = redactor()) =>
  new EarlierAnswers({ exchanges, startedMs: 1000, redactor: by });

describe('an earlier response', () => {
  it('is returned to an equal request, with its secrets, its number and its times', () => {
    const exchange = stored(redactor(), { text: '["a-long-secret-token"]' });
    expect(JSON.stringify(exchange)).not.toContain('a-long-secret-token');
    const answer = earlier([exchange]).answerTo(requestOf());
    expect(answer).toMatchObject({ exchange: exchange.id, sentAt: 1005, receivedAt: 1007 });
    expect(answer?.json).toEqual(['a-long-secret-token']);
    expect(earlier([exchange]).answerTo(requestOf({ url: 'http://h.test/b' }))).toBeUndefined();
  });

  it('matches a credential that a check has made again', () => {
    const before = redactor();
    before.learn('changed-secret-token', '${EXPORT_TOKEN_CHANGED}');
    const headers: Header[] = [['X-EA-Auth-Token', 'changed-secret-token']];
    const exchange = stored(before, { headers, status: 401 });
    const now = redactor();
    const known = earlier([exchange], now);
    expect(known.answersOf('export')).toEqual([]);
    now.learn('changed-secret-token', '${EXPORT_TOKEN_CHANGED}');
    expect(known.answerTo(requestOf({ headers }))?.status).toBe(401);
    expect(known.answersOf('export')).toHaveLength(1);
  });

  it.each<[string, Made]>([
    ['has a 5xx', { status: 503 }],
    ['has a 429', { status: 429 }],
    ['contains a removed secret', { fields: [['Set-Cookie', 'id=1234567890']] }],
    [
      'belongs to a removed credential',
      { headers: [['Authorization', 'Bearer some-unknown-one']] },
    ],
  ])('is not used if it %s', (_, made) => {
    const by = redactor();
    const { status: __, text: ___, fields: ____, ...request } = made;
    expect(earlier([stored(by, made)], by).answerTo(requestOf(request))).toBeUndefined();
  });

  it('is not used if the request contains a token that was issued during the run', () => {
    const by = redactor();
    const issued = stored(by, {
      interface: 'templates',
      method: 'POST',
      lane: 'token',
      text: '{"access_token":"issued-token-of-today"}',
      fields: [['Content-Type', 'application/json']],
    });
    const headers: Header[] = [['X-Auth-Token', 'issued-token-of-today']];
    const known = earlier([issued, stored(by, { headers })], by);
    expect(known.answerTo(requestOf({ headers }))).toBeUndefined();
    expect(known.answerTo(requestOf({ method: 'POST', lane: 'token' }))).toBeUndefined();
  });

  it('to a GET is shared, and to another method is returned once for each time it was sent', () => {
    const post = { method: 'POST', body: '{}' };
    const by = redactor();
    const exchanges = [
      stored(by, { status: 200 }),
      stored(by, { status: 404 }),
      stored(by, { ...post, status: 201 }),
      stored(by, { ...post, status: 409 }),
    ];
    const known = earlier(exchanges, by);
    const statuses = (more?: Partial<Request>) =>
      [1, 2, 3].map(() => known.answerTo(requestOf(more))?.status);
    expect(statuses()).toEqual([200, 200, 200]);
    expect(statuses(post)).toEqual([201, 409, undefined]);
  });
});
