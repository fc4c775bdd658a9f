import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/harness/index.js';
import { Answer } from '../../src/http/answer.js';
import type { Header, Request } from '../../src/http/request.js';
import { clientTraffic } from './traffic.js';

const TOKEN_URL = 'https://auth.test/realms/External-Applications/protocol/openid-connect/token';
const CALL_URL = 'https://etm.test/V1/export-templates';
const FORM = 'grant_type=client_credentials&client_id=me&client_secret=a-secret-of-mine';

interface Step {
  readonly request: Request;
  readonly status?: number;
  readonly body?: unknown;
  /** The seconds since the step before. The default is 1. */
  readonly after?: number;
}

const asking = (issued: string, body = FORM, more: Partial<Step> = {}): Step => ({
  request: {
    interface: 'templates',
    lane: 'token',
    method: 'POST',
    url: TOKEN_URL,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body,
  },
  body: { access_token: issued, expires_in: 300 },
  ...more,
});
const calling = (token: string | null, status = 200, more: Partial<Step> = {}): Step => ({
  request: {
    interface: 'templates',
    url: CALL_URL,
    headers: token === null ? [] : [['Authorization', `Bearer ${token}`]],
  },
  status,
  body: [],
  ...more,
});
const exporting = (path: string, headers: readonly Header[]): Step => ({
  request: { interface: 'export', url: `https://export.test${path}`, headers },
  body: [],
});
const paging = (cursor: number | undefined, ids: readonly number[], next: number): Step => ({
  request: {
    interface: 'platform',
    url: `https://core.test/platform/v2/sites${cursor === undefined ? '' : `?cursor=${cursor}`}`,
  },
  body: { success: true, Entities: ids.map((id) => ({ id })), meta: { cursor: { next } } },
});

/** The finding for each clause of a client that sent these requests. */
function findings(...steps: readonly Step[]): Readonly<Record<string, Finding | undefined>> {
  return findingsOf(exchanged(steps));
}

function exchanged(steps: readonly Step[]): readonly Answer[] {
  let at = Date.UTC(2026, 0, 31);
  return steps.map(({ request, status = 200, body, after = 1 }, id) => {
    at += after * 1000;
    const text = Buffer.from(JSON.stringify(body));
    return new Answer(
      request,
      { status, headers: [['Content-Type', 'application/json']], body: text },
      { exchange: id, sentAt: at, receivedAt: at + 20 },
    );
  });
}

const findingsOf = (answers: readonly Answer[]) =>
  Object.fromEntries(
    clientTraffic.checks.map(({ clauses, responses }) => [clauses[0], responses?.(answers, 0)]),
  );

/** The verdict for each clause of a client that sent these requests. */
const verdicts = (...steps: readonly Step[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(findings(...steps)).map(([clause, finding]) => [clause, finding?.kind ?? '']),
  );

const failed = (...steps: readonly Step[]): readonly string[] =>
  Object.entries(verdicts(...steps)).flatMap(([clause, kind]) =>
    kind === 'deviates' ? [clause] : [],
  );

describe('a client by its traffic', () => {
  it('passes for correct behaviour, and does not test situations that did not occur', () => {
    const all = verdicts(
      asking('t1'),
      calling('t1'),
      calling('t1', 401),
      asking('t2'),
      calling('t2'),
    );
    expect(Object.entries(all).filter(([, kind]) => kind !== 'skipped')).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((clause) => [`CLI-TOK-${clause}`, 'passed']),
    );
  });

  it.each<readonly [string, readonly Step[]]>([
    ['CLI-TOK-1', [1, 2, 3, 4].flatMap((turn) => [asking(`t${turn}`), calling(`t${turn}`)])],
    ['CLI-TOK-2', [asking('t1', `${FORM}&scope=all`), calling('t1')]],
    [
      'CLI-TOK-3',
      [
        asking('t1'),
        calling('t1'),
        calling('t1', 200, { after: 298 }),
        calling('t1', 401, { after: 30 }),
      ],
    ],
    ['CLI-TOK-4', [asking('t1'), calling('t1', 401), calling('t1', 401)]],
    [
      'CLI-TOK-6',
      [
        asking('t1'),
        {
          request: { interface: 'export', url: 'https://export.test/?k=a-secret-of-mine' },
          body: {},
        },
      ],
    ],
    ['CLI-TOK-7', [asking('t1'), calling('t1'), calling(null, 401)]],
    ['CLI-EXP-1', [exporting('/1/2', [['X-EA-Auth-Token', 't']])]],
    ['CLI-PLT-1', [paging(undefined, [1, 2], 5), paging(5, [6, 7], 0)]],
  ])('breaks %s', (clause, steps) => {
    expect(failed(...steps)).toEqual([clause]);
  });

  it('violates CLI-TOK-5 if it continues after the second 401', () => {
    const storm = [2, 3, 4, 5].flatMap((turn) => [asking(`t${turn}`), calling(`t${turn}`, 401)]);
    expect(failed(asking('t1'), calling('t1', 401), ...storm)).toEqual(['CLI-TOK-5']);
  });

  it('is not a violation if the client may be right', () => {
    // The client was started again. It renewed its token shortly before the end. The recorder
    // removed its credentials. The client treats `next` as the last id.
    expect(failed(asking('t1'), calling('t1'), asking('t2'), calling('t2'))).toEqual([]);
    expect(
      failed(asking('t1'), calling('t1'), asking('t2', FORM, { after: 280 }), calling('t2')),
    ).toEqual([]);
    expect(failed(calling(null), exporting('/1/2', []))).toEqual([]);
    expect(failed(paging(undefined, [1, 2], 2), paging(2, [5, 6], 0))).toEqual([]);
    expect(failed(paging(undefined, [1, 2], 5), paging(4, [5, 6], 0))).toEqual([]);
  });
});

describe('the findings for the traffic of a client', () => {
  it('count the requests that conform', () => {
    const { 'CLI-TOK-2': one, 'CLI-TOK-7': two } = findings(
      asking('t1'),
      calling('t1'),
      calling('t1'),
    );
    expect(one).toEqual({ kind: 'passed', witness: '1 recorded request conforms' });
    expect(two).toEqual({ kind: 'passed', witness: '2 recorded requests conform' });
  });

  it('skip a clause that no request exercises', () => {
    expect(findings(asking('t1'), calling('t1'))['CLI-PLT-1']).toEqual({
      kind: 'skipped',
      cause: 'data',
      reason: 'no exchange of the recording exercises it',
    });
  });

  it('do not depend on the order in which the exchanges were recorded', () => {
    const pages = [paging(undefined, [1, 2], 5), paging(4, [5, 6], 9), paging(5, [7], 0)];
    const answers = exchanged(pages).toReversed();
    expect(findingsOf(answers)['CLI-PLT-1']).toMatchObject({ kind: 'passed' });
  });

  it('contain a violation for a call without any header field', () => {
    const request: Request = { interface: 'templates', url: CALL_URL };
    const bare: Step = { request, status: 401, body: {} };
    expect(failed(asking('t1'), calling('t1'), bare)).toEqual(['CLI-TOK-7']);
  });
});

describe('a token in recorded traffic', () => {
  const lasting = (seconds: unknown): Partial<Step> => ({
    body: { access_token: 't1', expires_in: seconds },
  });

  it.each([undefined, '1', 0, -1])('never expires if expires_in is %j', (seconds) => {
    const late = calling('t1', 200, { after: 3600 });
    expect(failed(asking('t1', FORM, lasting(seconds)), late)).toEqual([]);
    const four = [1, 2, 3, 4].map(() => asking('t1', FORM, lasting(seconds)));
    expect(failed(...four, late)).toEqual(['CLI-TOK-1']);
  });

  it('expires after expires_in seconds', () => {
    const late = calling('t1', 200, { after: 3 });
    expect(failed(asking('t1', FORM, lasting(1)), late)).toEqual(['CLI-TOK-3']);
  });

  it('is not issued by a failed token request, by another API or as a number', () => {
    const token = { access_token: 't1', expires_in: 1 };
    const twice = [calling('t1', 401), calling('t1', 401)];
    expect(failed(asking('t1', FORM, { status: 400 }), ...twice)).toEqual([]);
    expect(failed(calling('t0', 200, { body: token }), ...twice)).toEqual([]);
    const numeric = asking('', FORM, { body: { access_token: 1, expires_in: 300 } });
    expect(verdicts(numeric, calling('t1'))).toMatchObject({ 'CLI-TOK-3': 'skipped' });
  });

  it('is also issued below a path prefix', () => {
    const { request } = asking('t1');
    const url = TOKEN_URL.replace('/realms', '/auth/realms');
    const prefixed: Step = { ...asking('t1'), request: { ...request, url } };
    expect(findings(prefixed)['CLI-TOK-2']).toEqual({
      kind: 'passed',
      witness: '1 recorded request conforms',
    });
  });
});

describe('the secret in recorded traffic', () => {
  const leak: Step = {
    request: { interface: 'export', url: 'https://export.test/?k=a-secret:of-mine' },
    body: {},
  };
  const withHeader = (authorization: string, body = 'grant_type=client_credentials'): Step => {
    const { request, ...step } = asking('t1', body);
    const headers: Header[] = [...(request.headers ?? []), ['Authorization', authorization]];
    return { ...step, request: { ...request, headers } };
  };
  const encoded = Buffer.from('me:a-secret:of-mine').toString('base64');

  it.each(['Basic', 'basic'])('is read from the scheme %s', (scheme) => {
    expect(failed(withHeader(`${scheme} ${encoded}`), leak)).toEqual(['CLI-TOK-6']);
  });

  it.each([
    ['another scheme', `Other ${encoded}`],
    ['two schemes', `Other Basic ${encoded}`],
    ['two values', `Basic ${encoded} ${encoded}`],
    ['a user name without a password', `Basic ${Buffer.from('me').toString('base64')}`],
  ])('is unknown for %s', (_, authorization) => {
    expect(verdicts(withHeader(authorization), leak)).toMatchObject({ 'CLI-TOK-6': 'skipped' });
  });

  it('is read from the form first, and from the first token request that has one', () => {
    const form = 'grant_type=client_credentials&client_secret=a-secret%3Aof-mine';
    const other = Buffer.from('me:another-secret').toString('base64');
    expect(failed(withHeader(`Basic ${other}`, form), leak)).toEqual(['CLI-TOK-6']);
    const without = asking('t1', 'grant_type=client_credentials');
    expect(failed(without, withHeader(`Basic ${encoded}`), leak)).toEqual(['CLI-TOK-6']);
  });

  it('is not read from requests to an API', () => {
    const body = 'client_secret=a-secret:of-mine';
    const request: Request = { interface: 'export', url: 'https://export.test/', body };
    expect(verdicts({ request, body: {} }, leak)).toMatchObject({ 'CLI-TOK-6': 'skipped' });
  });

  it.each([
    ['token', 'https://auth.test/oauth/token', 'POST /oauth/token (token)'],
    [
      'export',
      'https://export.test/a/realms/External-Applications/x',
      'POST /a/realms/External-Applications/x (export)',
    ],
  ] as const)('is a violation at another path of the host %s', (host, url, actual) => {
    const request: Request = {
      interface: host === 'token' ? 'templates' : host,
      ...(host === 'token' ? { lane: 'token' } : {}),
      method: 'POST',
      url,
      body: FORM,
    };
    expect(findings(asking('t1'), { request, body: {} })['CLI-TOK-6']).toMatchObject({
      expected: 'the secret sent to the token endpoint only',
      actual: `sent with ${actual}`,
    });
  });
});
