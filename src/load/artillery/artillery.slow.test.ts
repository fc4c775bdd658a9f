import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../reference/index.js';
import { targetFrom, UsageError } from '../../settings/index.js';
import { type Prepared, prepare } from '../load.js';
import { profileFrom } from '../profile/read.js';
import { artilleryScript } from './script.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const profile = {
  model: 'open',
  stages: [
    { name: 'steady', duration: '4s', rate: 20 },
    { name: 'up', duration: '4s', rate: 20, rampTo: 60 },
  ],
  scenarios: [
    { flow: 'first-page', weight: 2 },
    { flow: 'template-list', weight: 2 },
    { flow: 'token' },
    { flow: 'cursor-walk', pages: 2 },
  ],
  thresholds: [
    { metric: 'response.p95', max: '5s' },
    { metric: 'errors', max: 0 },
  ],
};

async function prepared(more: object = {}): Promise<{ reference: Reference; prepared: Prepared }> {
  const reference = await startReference({ tokenLifetime: 3 });
  closing.push(reference.close);
  const target = targetFrom(reference.target, 'reference');
  return {
    reference,
    prepared: await prepare(profileFrom({ ...profile, ...more }, 'exported'), target),
  };
}

describe('the Artillery script', () => {
  it('contains the phases, the weights of the scenarios, and the thresholds', async () => {
    const { prepared: ready } = await prepared();
    const { script, variables } = artilleryScript(ready, 'exported.artillery.cjs');
    const { config, scenarios } = JSON.parse(script);
    expect(config.phases).toEqual([
      { name: 'steady', duration: 4, arrivalRate: 20 },
      { name: 'up', duration: 4, arrivalRate: 20, rampTo: 60 },
    ]);
    const weights = scenarios.map(({ name, weight }: { name: string; weight: number }) => [
      name,
      weight,
    ]);
    expect(weights).toEqual([
      ['first-page 1', 2],
      ['first-page 2', 2],
      ['template-list 1', 2],
      ['template-list 2', 2],
      ['token 1', 1],
      ['token 2', 1],
      ['cursor-walk', 2],
    ]);
    expect(config.plugins.ensure.conditions[0]).toEqual({
      expression: 'http.response_time.p95 <= 5000',
    });
    expect(variables).toContain('EXPORT_TOKEN');
    expect(variables).toContain('ETM_CLIENT_SECRET');
  });

  it('contains no secret', async () => {
    const { prepared: ready } = await prepared();
    const { script, processor } = artilleryScript(ready, 'x.cjs');
    for (const { value } of ready.target.secrets) expect(script + processor).not.toContain(value);
  });

  it('contains requests without secrets, and rejects what Artillery cannot send', async () => {
    const productsPath =
      '/sites/{{siteId}}/channels/{{channelId}}/destinations/{{destinationId}}/products';
    const ownRequest = (more: object) => ({
      scenarios: [
        { flow: 'request', request: { interface: 'export', path: productsPath, ...more } },
      ],
    });
    const { prepared: ready } = await prepared(ownRequest({ query: { limit: 5 } }));
    const [{ flow }] = JSON.parse(artilleryScript(ready, 'x.cjs').script).scenarios;
    expect(flow[0].get.url).toMatch(
      /\/sites\/123\/channels\/456\/destinations\/789\/products\?limit=5$/,
    );
    expect(flow[0].get.headers['X-EA-Auth-Token']).toBe('{{ $env.EXPORT_TOKEN }}');
    const { prepared: other } = await prepared(ownRequest({ expect: { status: 404 } }));
    expect(() => artilleryScript(other, 'x.cjs')).toThrow(
      /expects status 404. Only requests that expect 200 can be exported/,
    );
  });

  it('writes rows of feeders to CSV files, encoded for each place of use', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-'));
    closing.push(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'skus.ndjson');
    await writeFile(file, '{"sku":"a \\"b\\",/c"}\n{"sku":"ü"}\n');
    const { prepared: ready } = await prepared({
      data: { skus: { file, order: 'queue' } },
      scenarios: [
        {
          flow: 'steps',
          data: 'skus',
          name: 'search',
          think: '1s',
          steps: [
            {
              request: { interface: 'platform', path: '/p/{{sku}}' },
              capture: { next: '$.meta.cursor.next', tag: 'header ETag' },
            },
            {
              request: {
                interface: 'platform',
                method: 'POST',
                path: '/search',
                query: { q: '{{sku}}', cursor: '{{next}}' },
                body: { sku: '{{sku}}' },
              },
              repeat: 2,
            },
          ],
        },
      ],
      thresholds: [],
    });
    const { script, files, notes } = artilleryScript(ready, 'mine.artillery.cjs');
    const { config, scenarios } = JSON.parse(script);
    expect(config.payload).toEqual([
      {
        path: './mine.data1.csv',
        fields: ['data1_sku_uri', 'data1_sku_json'],
        order: 'sequence',
        skipHeader: true,
      },
    ]);
    expect(parse(files[0]?.text ?? '', { columns: true })).toEqual([
      { data1_sku_uri: 'a%20%22b%22%2C%2Fc', data1_sku_json: 'a \\"b\\",/c' },
      { data1_sku_uri: '%C3%BC', data1_sku_json: 'ü' },
    ]);
    const [first, loop] = scenarios[0].flow;
    expect(first.get.url).toMatch(/\/p\/\{\{ data1_sku_uri \}\}$/);
    expect(first.get.capture).toEqual([
      { json: '$.meta.cursor.next', as: 'next' },
      { header: 'etag', as: 'tag' },
    ]);
    expect(loop).toMatchObject({ count: 2, loop: [{ think: 1 }, { post: {} }] });
    expect(loop.loop[1].post.url).toContain('?q={{ data1_sku_uri }}&cursor={{next}}');
    expect(loop.loop[1].post.body).toBe('{"sku":"{{ data1_sku_json }}"}');
    expect(notes.join()).toContain('the first row again when the rows of data1 are used up');
  });

  it('notes a threshold that Artillery cannot test, and rejects a closed model', async () => {
    const { prepared: ready } = await prepared({ thresholds: [{ metric: 'checks', min: 1 }] });
    expect(artilleryScript(ready, 'x.cjs').notes[0]).toMatch(
      /^The threshold on checks is left out, because Artillery cannot evaluate it/,
    );
    const closed = profileFrom(
      { ...profile, model: 'closed', stages: [{ duration: '1s', users: 1 }] },
      'closed',
    );
    expect(() => artilleryScript({ ...ready, plan: closed }, 'x.cjs')).toThrow(UsageError);
  });
});
