import { expect, it } from 'vitest';
import { targetFrom, UsageError } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/plan.js';
import { profileFrom } from '../profile/read.js';
import type { LoadRequest } from './step.js';
import type { Surroundings } from './surroundings.js';
import { survey } from './survey.js';
import { visitsOf } from './visits.js';

const target = targetFrom({
  export: {
    baseUrl: 'http://127.0.0.1:1/v1',
    siteId: 12,
    channelId: 34,
    destination: { id: 5, token: 'a-token' },
  },
});
const planOf = (request: object, more: object = {}) =>
  profileFrom(
    {
      model: 'open',
      stages: [{ duration: '1s', rate: 1 }],
      scenarios: [{ flow: 'request', request, ...more }],
    },
    'mine',
  );
const sendNothing = () => Promise.reject(new Error('no request is to be sent'));
const surroundings = { now: () => 0, random: () => 0.5, share: { index: 0, of: 1 } };

/** The requests of a scenario, whose rows are given here instead of in a file. */
async function requests(
  request: object,
  rows?: readonly object[],
  order = 'circular',
  at: Surroundings = surroundings,
) {
  const plan = planOf({ interface: 'export', path: '/' });
  const own = {
    ...plan.scenarios[0],
    request,
    ...(rows ? { feeder: { order, rows } } : {}),
  } as ScenarioPlan;
  const { scenarios } = await survey(target, { scenarios: [own], adapt: false }, sendNothing);
  const [data] = scenarios.map((one) => one.data);
  if (!data) throw new Error('not surveyed');
  const next = visitsOf(data, at);
  return (count: number) =>
    Array.from({ length: count }, () => next().next({ kind: 'resumed' }).value);
}
const pathOf = (one: unknown): string => (one as LoadRequest).message.path;

it('is sent to its interface with the credentials and the settings of the target', async () => {
  const [first] = (
    await requests({ interface: 'export', path: '/sites/{{siteId}}/x', query: { limit: 5 } })
  )(1);
  expect(pathOf(first)).toBe('/v1/sites/12/x?limit=5');
  expect(String((first as LoadRequest).message.bytes)).toContain('X-EA-Auth-Token: a-token\r\n');
});

it('fills the settings of the target in a request to any interface', async () => {
  const withPlatform = targetFrom({
    export: { baseUrl: 'http://127.0.0.1:1/v1', siteId: 12 },
    platform: { baseUrl: 'http://127.0.0.1:1/platform', headers: {} },
  });
  const pathFor = async (path: string) => {
    const request = { interface: 'platform', path };
    const { scenarios } = await survey(
      withPlatform,
      { scenarios: planOf(request).scenarios, adapt: false },
      sendNothing,
    );
    const [data] = scenarios.map((one) => one.data);
    return data?.kind === 'requests' ? data.requests[0]?.url : undefined;
  };
  expect(await pathFor('/{{siteId}}')).toBe('http://127.0.0.1:1/platform/12');
  await expect(pathFor('/{{channelId}}')).rejects.toThrow('export.channelId (EXPORT_CHANNEL_ID)');
});

it('takes rows in order, once each, or at random; each worker begins with another row', async () => {
  const rows = [{ sku: 'a b' }, { sku: 'b' }, { sku: 'c' }];
  const request = { interface: 'export', path: '/p/{{sku}}' };
  expect((await requests(request, rows))(4).map(pathOf)).toEqual([
    '/v1/p/a%20b',
    '/v1/p/b',
    '/v1/p/c',
    '/v1/p/a%20b',
  ]);
  expect((await requests(request, rows, 'queue'))(4)[3]).toBe('abandoned');
  expect((await requests(request, rows, 'random'))(1).map(pathOf)).toEqual(['/v1/p/b']);
  const second = { ...surroundings, share: { index: 1, of: 2 } };
  expect((await requests(request, rows, 'circular', second))(2).map(pathOf)).toEqual([
    '/v1/p/b',
    '/v1/p/a%20b',
  ]);
});

it('removes line breaks from a value in a header field', async () => {
  const request = { interface: 'export', path: '/', headers: { 'X-Name': '{{name}}' } };
  const [first] = (await requests(request, [{ name: 'a\r\nX-Evil: 1' }]))(1);
  expect(String((first as LoadRequest).message.bytes)).toContain('X-Name: a X-Evil: 1\r\n');
});

it('encodes a value in a body according to the content type', async () => {
  const writable = { ...target, allow: { ...target.allow, unsafeMethods: true } };
  const bodyOf = async (body: unknown, type?: string) => {
    const headers = type === undefined ? {} : { headers: { 'Content-Type': type } };
    const request = { interface: 'export', path: '/', method: 'POST', body, ...headers };
    const own = { ...planOf({ interface: 'export', path: '/' }).scenarios[0], request };
    const feeder = { order: 'circular', rows: [{ name: 'a "b" & c' }] };
    const plan = { scenarios: [{ ...own, feeder } as unknown as ScenarioPlan], adapt: false };
    const [data] = (await survey(writable, plan, sendNothing)).scenarios.map((one) => one.data);
    const sent = data && visitsOf(data, surroundings)().next({ kind: 'resumed' }).value;
    return String((sent as LoadRequest).message.body);
  };
  expect(await bodyOf({ name: '{{name}}' })).toBe('{"name":"a \\"b\\" & c"}');
  expect(await bodyOf('{"name":"{{name}}"}', 'application/json')).toBe('{"name":"a \\"b\\" & c"}');
  expect(await bodyOf('name={{name}}', 'application/x-www-form-urlencoded')).toBe(
    'name=a%20%22b%22%20%26%20c',
  );
  expect(await bodyOf('{{name}}', 'text/plain')).toBe('a "b" & c');
});

it('tests responses against the expected status and schema', async () => {
  const schema = { type: 'object', required: ['id'] };
  const [first] = (
    await requests({ interface: 'export', path: '/', expect: { status: 203, schema } })
  )(1);
  const { expects, verify } = first as LoadRequest;
  const answer = (body: string) =>
    verify?.({ status: 203, headers: [], size: 1, body: Buffer.from(body) });
  expect(expects).toBe(203);
  expect([answer('{"id":1}'), answer('{}'), answer('<')]).toEqual([
    undefined,
    '(document): expected a member "id"',
    'not JSON',
  ]);
});

it('rejects methods that may change data unless the target allows them', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    await expect(
      survey(target, planOf({ interface: 'export', path: '/', method }), sendNothing),
    ).rejects.toThrow(UsageError);
  }
});

it('allows every method that only reads, and marks its requests as repeatable', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const [first] = (await requests({ interface: 'export', path: '/', method }))(1);
    expect(first).toMatchObject({ message: { method }, repeatable: true });
  }
});

it('rejects a schema for a method whose responses have no body', () => {
  const request = { interface: 'export', path: '/', method: 'HEAD', expect: { schema: {} } };
  expect(() => planOf(request)).toThrow(/needs a response body, and HEAD has none/);
});
