import { describe, expect, it } from 'vitest';
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

/** The verdict for each clause of a client that sent these requests. */
function verdicts(...steps: readonly Step[]): Readonly<Record<string, string>> {
  let at = Date.UTC(2026, 0, 31);
  const answers = steps.map(({ request, status = 200, body, after = 1 }, id) => {
    at += after * 1000;
    const text = Buffer.from(JSON.stringify(body));
    return new Answer(
      request,
      { status, headers: [['Content-Type', 'application/json']], body: text },
      { exchange: id, sentAt: at, receivedAt: at + 20 },
    );
  });
  return Object.fromEntries(
    clientTraffic.checks.map(({ clauses, observe }) => [
      clauses[0],
      observe?.(answers, 0).kind ?? '',
    ]),
  );
}

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
