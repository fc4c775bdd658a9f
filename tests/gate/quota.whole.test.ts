import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/http/index.js';
import { readLedger } from '../../src/ledger/index.js';
import type { RunReport, TargetFile } from '../../src/schema/types.js';
import { packageRoot } from '../../src/schema/validate.js';
import { assay } from './assay.js';
import { numbers } from './interrupted.js';
import { type Beyond, startLimited } from './limited-host.js';

type Host = Awaited<ReturnType<typeof startLimited>>;
const opened: Host[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((host) => host.close()));
});

async function limitedTo(most: number, beyond: Beyond): Promise<Host> {
  const host = await startLimited(most, beyond);
  opened.push(host);
  return host;
}

/** A folder with a target file, in which a run is started and continued. */
function folderOf(target: TargetFile) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'assay-quota-'));
  writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(target));
  const run = (more: readonly string[], clock?: Clock) =>
    assay(
      ['run', '--target', 'target.json', ...more],
      clock === undefined ? { cwd } : { cwd, clock },
    );
  const reportIn = (out: string): RunReport =>
    JSON.parse(readFileSync(path.join(cwd, out, 'report.json'), 'utf8'));
  return { cwd, run, reportIn };
}

/** Runs the command that the program printed. */
const printedCommand = (err: string): readonly string[] =>
  /To continue: .* run --target target\.json (.*)/.exec(err)?.[1]?.split(' ') ?? [];

const verdictsOf = ({ checks }: RunReport) => checks.map(({ id, verdict }) => `${id} ${verdict}`);

/** Starts a run, and continues it each day by the command that it printed. */
async function onManyDays(quota: number, options: readonly string[], more: TargetFile = {}) {
  const host = await limitedTo(quota, 'quota');
  const { run, reportIn } = folderOf({ ...host.target, ...more });
  let ended = await run([...options, '--reporter', 'json', '--out', 'out']);
  let days = 1;
  for (; ended.code === 3 && days < 20; days += 1) {
    expect(reportIn('out')).toMatchObject({ interrupted: true, interruption: { cause: 'quota' } });
    host.renew(quota);
    ended = await run(printedCommand(ended.err));
  }
  expect(ended.code).toBe(0);
  expect(reportIn('out').interrupted).toBe(false);
  return { days, host, verdicts: verdictsOf(reportIn('out')) };
}

describe('a quota', () => {
  it('of 250 requests a day lets a run go on for five days, with the verdicts of one run', async () => {
    const options = ['--interface', 'export'];
    const { days, verdicts } = await onManyDays(250, options);
    expect(days).toBe(5);
    expect(verdicts).toEqual((await onManyDays(100_000, options)).verdicts);
  });

  it('lets no handover be sent twice', async () => {
    const options = ['--interface', 'handover', '--allow-destructive', '--min-coverage', '0'];
    const allow = { destructive: true, unsafeMethods: true };
    const whole = await onManyDays(100_000, options, { allow });
    const { days, host, verdicts } = await onManyDays(100, options, { allow });
    expect(days).toBeGreaterThan(1);
    expect(verdicts).toEqual(whole.verdicts);
    const { from = '-' } = host.target.handover ?? {};
    const real = host.passed.filter((one) => one.includes('/handover') && one.includes(from));
    expect(real.length).toBeGreaterThan(0);
    expect(real.filter((one, at) => real.indexOf(one) !== at)).toEqual([]);
  });

  it('ends at the first request, and the run goes on the next day', async () => {
    const host = await limitedTo(0, 'quota');
    const { run, reportIn } = folderOf(host.target);
    const first = await run(['--interface', 'platform', '--out', 'out', '--reporter', 'json']);
    expect(first.code).toBe(3);
    expect(first.err).toMatch(/quota of the target: .*retry after 36000 s/);
    expect(first.err).not.toContain('60/min');
    host.renew(1000);
    expect((await run(printedCommand(first.err))).code).toBe(0);
    expect(reportIn('out').interrupted).toBe(false);
  });
});

describe('a budget', () => {
  it('is renewed by each --max-requests, in the same report', async () => {
    const host = await limitedTo(100_000, 'quota');
    const { run, reportIn } = folderOf(host.target);
    const options = ['--interface', 'export', '--reporter', 'json'];
    const first = await run([...options, '--max-requests', '60', '--out', 'out']);
    // The run is finished: its gate and its reports are those of any budget.
    expect([first.code, reportIn('out').interrupted]).toEqual([0, false]);
    const judged = [reportIn('out').coverage.judged];
    const file = path.join('out', 'ledger.ndjson.gz');
    const refused = await run([...options, '--resume', file]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/has used its budget of 60 requests: .*--max-requests 60/);
    let { err } = first;
    for (let part = 2; part <= 3; part += 1) {
      const command = printedCommand(err);
      expect(command.slice(-2)).toEqual(['--max-requests', '60']);
      ({ err } = await run(command));
      judged.push(reportIn('out').coverage.judged);
      expect(host.passed.length).toBeLessThanOrEqual(part * 60);
    }
    expect(judged).toEqual(judged.toSorted((a, b) => a - b));
    expect(new Set(judged).size).toBeGreaterThan(1);
  });
});

describe('a host that sends no usable response any more', { concurrent: true }, () => {
  const cases = (['429', '503', 'half-open', 'silent'] as const).flatMap((beyond) =>
    [20, 150].map((from) => [beyond, from] as const),
  );
  it.each(cases)(
    '%s from request %i on: the run ends soon, and can be resumed',
    async (beyond, from) => {
      const host = await startLimited(from, beyond);
      try {
        const { run, reportIn } = folderOf({ ...host.target, patience: '500ms', timeout: '1s' });
        const begun = performance.now();
        const options = ['--interface', 'export', '--reporter', 'json'];
        const { code, err } = await run([...options, '--out', 'out'], systemClock);
        expect(code).toBe(3);
        expect(performance.now() - begun).toBeLessThan(60_000);
        expect(err).toMatch(/The run ends after 4 s without one, and can be resumed/);
        expect(reportIn('out').interruption).toMatchObject({ cause: 'no-progress' });
        host.renew(100_000);
        expect((await run(printedCommand(err), systemClock)).code).toBe(0);
      } finally {
        await host.close();
      }
    },
  );
});

it('goes on if only one route of the target is silent', async () => {
  const host = await startLimited(0, 'silent', (url) => url.includes('/123/456'));
  opened.push(host);
  const { run, reportIn } = folderOf({ ...host.target, patience: '200ms', timeout: '2s' });
  const options = ['--interface', 'export', '--reporter', 'json', '--out', 'out'];
  await run([...options, '--max-requests', '60', '--no-preflight'], systemClock);
  const { interrupted, verdicts, requests } = reportIn('out');
  expect(interrupted).toBe(false);
  expect(verdicts.passed).toBeGreaterThan(5);
  expect(requests.troubles.timeout).toBeGreaterThan(5);
});

const built = path.join(packageRoot, 'dist/src/cli/main.js');
describe.skipIf(!existsSync(built))('a run that is killed', () => {
  it('sends no more than its budget, however often it is killed and resumed', async () => {
    const random = numbers(5);
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const host = await limitedTo(100_000, 'quota');
      const { cwd } = folderOf(host.target);
      const file = path.join(cwd, 'out', 'ledger.ndjson.gz');
      for (let part = 0; part < KILLS; part += 1) {
        const isKilled = await killedAfter(host, host.passed.length + 1 + random(15), cwd);
        kills += Number(isKilled);
      }
      if (readLedger(file).footer === undefined) await start(cwd).ended;
      expect(host.passed.length).toBeLessThanOrEqual(60);
      expect(readLedger(file).footer?.interrupted).toBe(false);
    }
    expect(kills).toBeGreaterThanOrEqual(ROUNDS * 2);
  }, 600_000);
});

/** Starts a run with a budget of 60 requests, or continues it. */
function start(cwd: string) {
  const file = path.join(cwd, 'out', 'ledger.ndjson.gz');
  const more = existsSync(file) ? ['--resume', file] : ['--max-requests', '60', '--out', 'out'];
  const argv = [built, 'run', '--target', 'target.json', '--interface', 'export', ...more];
  const child = spawn(process.execPath, argv, { cwd, stdio: 'ignore' });
  return { child, ended: new Promise((resolve) => child.on('exit', resolve)) };
}

/** Returns false if the run ended before this number of requests arrived. */
async function killedAfter(host: Host, arrived: number, cwd: string): Promise<boolean> {
  const { child, ended } = start(cwd);
  await vi.waitFor(
    () => {
      if (child.exitCode === null) expect(host.passed.length).toBeGreaterThanOrEqual(arrived);
    },
    { interval: 1, timeout: 30_000 },
  );
  const isKilled = child.kill('SIGKILL');
  await ended;
  return isKilled;
}

/** The nightly run has 50 kills. */
const ROUNDS = process.env.ASSAY_NIGHTLY === undefined ? 4 : 17;
const KILLS = 3;
