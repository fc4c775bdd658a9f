import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../src/reference/index.js';
import { assay } from './assay.js';

let healthy: Reference;
let broken: Reference;
beforeAll(async () => {
  healthy = await startReference();
  broken = await startReference({ defects: ['platform.last-entity-lost'] });
});
afterAll(() => Promise.all([healthy.close(), broken.close()]));

/** A folder with a target file for each server; what no server listens at is down. */
function folderOfTargets(): string {
  const cwd = mkdtempSync(path.join(tmpdir(), 'assay-several-'));
  const write = (name: string, { target }: Reference, platform = target.platform): void =>
    writeFileSync(
      path.join(cwd, `${name}.json`),
      JSON.stringify({ name, allow: target.allow, platform }),
    );
  write('good', healthy);
  write('bad', broken);
  const platform = healthy.target.platform;
  if (platform !== undefined)
    write('down', healthy, { ...platform, baseUrl: 'http://127.0.0.1:1' });
  writeFileSync(
    path.join(cwd, 'GOOD.json'),
    readFileSync(path.join(cwd, 'good.json'), 'utf8').replace('good', 'Good'),
  );
  return cwd;
}

const targets = (...names: readonly string[]): string[] =>
  names.flatMap((name) => ['--target', `${name}.json`]);

describe('run --target … --target …', () => {
  it('judges them in turn, a folder each, sums them up, and ends with the worst exit code', async () => {
    const cwd = folderOfTargets();
    const { code, out } = await assay(['run', ...targets('good', 'bad', 'down'), '--out', 'all'], {
      cwd,
    });
    expect(code).toBe(1);
    const [summary = ''] = /^Targets\n(.*\n)+/m.exec(out) ?? [];
    expect(summary).toMatch(
      /✓ good {2}conformance 9 of 9 \(100 %\), coverage 9 of 9 \(100 %\), 0 findings {2}all.good/,
    );
    expect(summary).toMatch(
      /✗ bad {3}conformance \d of 9 .*, 1 finding \(\d+ failed checks?\) {2}all.bad/,
    );
    expect(summary).toMatch(/\? down {2}conformance 0 of 0/);
    for (const name of ['good', 'bad', 'down'])
      expect(
        JSON.parse(readFileSync(path.join(cwd, 'all', name, 'report.json'), 'utf8')).target.name,
      ).toBe(name);
    expect(readFileSync(path.join(cwd, 'all', 'matrix', 'matrix.md'), 'utf8')).toMatch(
      /good.*bad.*down/,
    );
    const one = ['--check', 'platform.page.shape'];
    expect((await assay(['run', ...targets('good', 'down'), ...one], { cwd })).code).toBe(3);
  });

  it('names each target in the command that asks again', async () => {
    const cwd = folderOfTargets();
    await assay(['run', ...targets('good', 'bad'), '--out', 'all'], { cwd });
    const { checks } = JSON.parse(
      readFileSync(path.join(cwd, 'all', 'bad', 'report.json'), 'utf8'),
    );
    expect(checks.find(({ verdict }: { verdict: string }) => verdict === 'failed').replay).toMatch(
      /^run --target bad\.json /,
    );
  });

  it('prints one JSON document: a report for each', async () => {
    const cwd = folderOfTargets();
    const { out } = await assay(['run', ...targets('good', 'bad'), '--json'], { cwd });
    expect(JSON.parse(out).map(({ target }: { target: { name: string } }) => target.name)).toEqual([
      'good',
      'bad',
    ]);
    const plans = await assay(['run', ...targets('good', 'bad'), '--json', '--dry-run'], { cwd });
    expect(JSON.parse(plans.out)).toHaveLength(2);
  });

  it.each([
    [
      targets('good', 'GOOD'),
      /good\.json and GOOD\.json are named good and Good, which would be the same folder/,
    ],
    [targets('good', 'nope'), /nope\.json cannot be read/],
    [[...targets('good', 'bad'), '--resume', 'x'], /--resume applies to one target/],
    [
      [...targets('good', 'bad'), '--baseline', 'b.json', '--update-baseline'],
      /--update-baseline applies to one target/,
    ],
  ])('refuses before the first request: %j', async (argv, message) => {
    const cwd = folderOfTargets();
    expect(await assay(['run', ...argv], { cwd })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    });
  });

  it('tells of what the machine refuses for one of them when the others are judged', async () => {
    const cwd = folderOfTargets();
    mkdirSync(path.join(cwd, 'all'));
    writeFileSync(path.join(cwd, 'all', 'bad'), '');
    const { code, out, err } = await assay(['run', ...targets('bad', 'good'), '--out', 'all'], {
      cwd,
    });
    expect(code).toBe(2);
    expect(err).toMatch(/The folder \S*all.bad cannot be created: a file has this name/);
    expect(out).toMatch(/! bad {3}not completed\n {2}✓ good/);
  });

  it('begins no other when it is interrupted', async () => {
    const cwd = folderOfTargets();
    const { code, out } = await assay(['run', ...targets('good', 'bad')], {
      cwd,
      signal: AbortSignal.abort(),
    });
    expect(code).toBe(130);
    expect(out).toMatch(/! good .*\n {2}! bad {3}not completed/);
  });
});
