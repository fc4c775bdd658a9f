import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, type TestContext, vi } from 'vitest';
import { suites } from '../../suites/index.js';
import { runSuites } from '../harness/index.js';
import type { LedgerEvent, VerdictEvent } from '../ledger/index.js';
import { startReference } from '../reference/index.js';
import { targetFrom } from '../settings/index.js';
import { conclude } from './conclude.js';
import { writeReports } from './write-reports.js';

const verdict = (change: Partial<VerdictEvent>): VerdictEvent => ({
  type: 'verdict',
  check: 'platform.walk.complete',
  title: 'a walk meets every entity',
  interface: 'platform',
  clauses: ['PLT-PAGE-5'],
  level: 'must',
  verdict: 'failed',
  reason: 'a walk meets every entity: expected 25 entities, got 24',
  expected: '25 entities',
  actual: '24 \u001b[2Jentities',
  replay: 'run --check platform.walk.complete --seed 1',
  requests: 1,
  durationMs: 1,
  exchanges: [],
  ...change,
});

/** Ends a test with this verdict. Returns the error, the annotations and the printed warnings. */
async function end(event: VerdictEvent | undefined, strict = false) {
  const annotations: string[] = [];
  const skip = (reason?: string): never => {
    throw new Error(`skipped: ${reason}`);
  };
  const test = {
    skip,
    annotate: async (text: string) => void annotations.push(text),
  } as unknown as TestContext;
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const thrown = await conclude(test, event, { suites, strict }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const printed = warn.mock.calls.flat().join('\n');
  warn.mockRestore();
  return {
    thrown: thrown as (Error & { expected?: string; actual?: string }) | undefined,
    annotations,
    printed,
  };
}

it('fails with the expected and actual values, the words of the clause, and the position of the check', async () => {
  const { thrown } = await end(verdict({}));
  expect(thrown).toMatchObject({
    name: 'AssertionError',
    expected: '25 entities',
    actual: '24 \\u001b[2Jentities',
  });
  expect(thrown?.message).toMatch(
    /^clause {4}PLT-PAGE-5 \(must\): following `next` .* \[.*item 3\]$/m,
  );
  expect(thrown?.message).toMatch(
    /^re-run {4}npx --no -- assay run --check platform\.walk\.complete --seed 1$/m,
  );
  const [, file = '', line = ''] =
    /\((\/.*walk\.[jt]s):(\d+):\d+\)$/.exec(thrown?.stack ?? '') ?? [];
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain(
    "'platform.walk.complete':",
  );
});

it('annotates a test with a warning, and fails the test with `strict`', async () => {
  const event = verdict({ verdict: 'warning', level: 'should' });
  const { thrown, annotations, printed } = await end(event);
  expect(thrown).toBeUndefined();
  expect(annotations).toEqual([printed]);
  expect(printed).toMatch(/^warning: a walk meets every entity/);
  expect((await end(event, true)).thrown?.message).toMatch(/^warning: /);
});

it('never fails for a warning or an inconclusive verdict of an open clause', async () => {
  const open = { level: 'open', reason: 'lost' } as const;
  expect((await end(verdict({ ...open, verdict: 'inconclusive' }))).thrown?.message).toBe(
    'skipped: lost',
  );
  expect((await end(verdict({ ...open, verdict: 'warning' }), true)).thrown).toBeUndefined();
  expect((await end(verdict({ verdict: 'inconclusive' }))).thrown?.message).toMatch(
    /^inconclusive/,
  );
});

it('skips with the reason, passes without output, and fails without a verdict', async () => {
  expect((await end(verdict({ verdict: 'skipped', reason: 'why' }))).thrown?.message).toBe(
    'skipped: why',
  );
  expect(await end(verdict({ verdict: 'passed' }))).toEqual({
    thrown: undefined,
    annotations: [],
    printed: '',
  });
  expect((await end(undefined)).thrown?.message).toMatch(/ended before this check/);
});

it('writes the ledger and the requested reports', async () => {
  const server = await startReference();
  const target = targetFrom(server.target, 'reference');
  const events: LedgerEvent[] = [];
  const wanted = ({ id }: { id: string }): boolean => id === 'platform.page.shape';
  await runSuites(suites, target, {
    wanted,
    toolVersion: '0',
    record: (event) => void events.push(event),
  });
  await server.close();
  const out = path.join(mkdtempSync(path.join(tmpdir(), 'assay-vitest-')), 'reports');
  writeReports(events, { out, reporters: ['junit', 'html'] });
  for (const name of ['ledger.ndjson.gz', 'junit.xml', 'report.html'])
    expect(existsSync(path.join(out, name))).toBe(true);
  expect(existsSync(path.join(out, 'report.json'))).toBe(false);
  expect(() => writeReports(events, { out, reporters: ['nope'] })).toThrow(
    'There is no report file "nope"',
  );
});
