import { describe, expect, it } from 'vitest';
import { answerOf, url } from '../../tests/http/answer-of.js';
import type { Answer } from './answer.js';
import { recordExchange } from './exchange.js';
import { Lost } from './lost.js';
import { Redactor } from './redact.js';
import type { Request } from './request.js';

describe('an exchange in the ledger', () => {
  const times = { id: 3, atMs: 1, waitedMs: 2, durationMs: 4 };
  const recorded = (
    outcome: Answer | Lost,
    request: Request = { interface: 'export', url },
    redactor = new Redactor([]),
  ) => recordExchange(redactor, request, outcome, times);

  it('contains the beginning of a long body, and marks it as cut', () => {
    const [whole, cut] = [512 * 1024, 512 * 1024 + 1].map(
      (length) => recorded(answerOf('x'.repeat(length))).answer,
    );
    expect([whole?.body.length, whole?.bytes, whole?.cut]).toEqual([524_288, 524_288, undefined]);
    expect([cut?.body.length, cut?.bytes, cut?.cut]).toEqual([524_288, 524_289, true]);
  });

  it('contains no secret that the cut divides', () => {
    const redactor = new Redactor([{ name: 'KEY', value: 'a-secret-of-many-letters' }]);
    const body = `${'x'.repeat(512 * 1024 - 5)}a-secret-of-many-letters`;
    expect(recorded(answerOf(body), undefined, redactor).answer?.body).not.toContain('a-sec');
  });

  const issued = (body: unknown, status = 200) => {
    const redactor = new Redactor([]);
    const request: Request = {
      interface: 'templates',
      lane: 'token',
      method: 'POST',
      url,
      body: 'grant_type=x',
    };
    const { answer } = recorded(
      answerOf(JSON.stringify(body), 'application/json', [], status),
      request,
      redactor,
    );
    return answer?.body;
  };

  it.each<readonly [unknown, boolean]>([
    [{ access_token: 'issued-to-us' }, false],
    [{ data: { idToken: 'issued-to-us' } }, false],
    [{ tokens: ['issued-to-us'] }, false],
    [{ my_secret: 'issued-to-us' }, false],
    [{ name: 'issued-to-us' }, true],
    [{ token_type: 'issued-to-us' }, true],
    [{ a: { b: { c: { token: 'issued-to-us' } } } }, true],
    [{ issuer: 'issued-to-us', ticket: 'issued-to-us' }, true],
    [{ token_endpoint: 'issued-to-us' }, true],
    ['issued-to-us', true],
    [{ keys: [], ticket: 'issued-to-us' }, true],
  ])('contains no credential from a response of the token endpoint: %j', (body, shown) => {
    expect(issued(body)?.includes('issued-to-us')).toBe(shown);
  });

  it('registers no secret from a refusal, and not the token type', () => {
    expect(issued({ error: 'x', ticket: 'issued-to-us' }, 400)).toContain('issued-to-us');
    expect(issued({ access_token_kind: 'Bearer' })).toContain('Bearer');
  });

  it('contains the header fields of both messages without secrets, or the reason of a loss', () => {
    const redactor = new Redactor([{ name: 'KEY', value: 'a-secret-of-many-letters' }]);
    const request: Request = {
      interface: 'export',
      lane: 'token',
      url,
      headers: [['X-A', 'a-secret-of-many-letters']],
    };
    const answer = answerOf('null', 'application/json', [['X-B', 'a-secret-of-many-letters']]);
    expect(recorded(answer, request, redactor)).toEqual({
      ...times,
      interface: 'export',
      request: { method: 'GET', url, headers: [['X-A', '${KEY}']] },
      answer: {
        status: 200,
        headers: [
          ['Content-Type', 'application/json'],
          ['X-B', '${KEY}'],
        ],
        body: 'null',
        bytes: 4,
      },
    });
    const lost = new Lost('dns', 'no a-secret-of-many-letters there');
    expect(recorded(lost, request, redactor)).toMatchObject({
      lost: { kind: 'dns', message: 'no ${KEY} there' },
    });
  });

  it('registers no token from any other response', () => {
    const answer = answerOf('{"ticket":"issued-to-us"}', 'application/json');
    expect(recorded(answer).answer?.body).toContain('issued-to-us');
  });
});
