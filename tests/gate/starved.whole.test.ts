/** Commands whose machine or target lacks what they need: each ends by itself, and says why. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../src/reference/index.js';
import { packageRoot } from '../../src/schema/validate.js';

const built = path.join(packageRoot, 'dist/src/cli/main.js');

/** A process is ended by its supervisor after this time, and the test then fails. */
const PATIENCE_MS = 10_000;

const profileFor = (users: number) => ({
  name: 'starved',
  model: 'closed',
  stages: [{ duration: '2s', users }],
  scenarios: [{ flow: 'first-page', limit: 5 }],
  thresholds: [{ metric: 'errors', max: 0 }],
  timeout: '1s',
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly out: string;
}

interface Case {
  /** The command line in a shell. `$ASSAY` is the command, and `$OUT` its report folder. */
  readonly command: string;
  readonly target: object;
  readonly users?: number;
  /** Sends SIGTERM as soon as this resolves. */
  readonly signal?: Promise<unknown>;
  /** The time that the command needs before it ends by itself. */
  readonly needsMs?: number;
}

async function run({ command, target, users = 5, signal, needsMs = 0 }: Case): Promise<Ended> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'assay-starved-'));
  writeFileSync(path.join(cwd, 't.json'), JSON.stringify(target));
  writeFileSync(path.join(cwd, 'p.json'), JSON.stringify(profileFor(users)));
  const out = path.join(cwd, 'out');
  const child = spawn('bash', ['--norc', '-c', command], {
    cwd,
    env: { PATH: process.env.PATH, ASSAY: `${process.execPath} ${built}`, OUT: out },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const killLater = (ms: number) => setTimeout(() => child.kill('SIGKILL'), ms);
  const timers = [killLater(needsMs + PATIENCE_MS)];
  void signal?.then(() => {
    child.kill('SIGTERM');
    timers.push(killLater(PATIENCE_MS));
  });
  const [code] = await once(child, 'close');
  for (const timer of timers) clearTimeout(timer);
  return { code, stdout, stderr, out };
}

const LOAD = 'exec $ASSAY load p.json --target t.json --out $OUT';
const RUN = 'exec $ASSAY run --target t.json --interface platform --out $OUT';

describe.skipIf(!existsSync(built))('a starved command (needs the build)', () => {
  let reference: Reference;
  let hanging: Server;
  let hangingTarget: object;
  beforeAll(async () => {
    reference = await startReference();
    // Like a stopped process: it accepts connections, and never responds.
    hanging = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const origin = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const { export: products, platform } = reference.target;
    hangingTarget = {
      export: { ...products, baseUrl: `${origin}/export` },
      platform: { ...platform, baseUrl: `${origin}/core` },
    };
  });
  afterAll(async () => {
    hanging.closeAllConnections();
    hanging.close();
    await reference.close();
  });

  it.each([
    [30, 2, /cannot be used: too many open files; raise the limit \(ulimit -n\) \(EMFILE\)/],
    [60, 2, /needs 150 open files: .* Raise the limit with "ulimit -n 150"/],
    [256, 0, /Reports: /],
  ])('load with %i open files ends with %i', async (files, code, message) => {
    const { target } = reference;
    const ended = await run({ command: `ulimit -n ${files}; ${LOAD}`, target, users: 100 });
    expect(ended.stderr).toMatch(message);
    expect(ended.code).toBe(code);
  });

  it.each([
    [30, 2],
    [60, 0],
    [256, 0],
  ])('run with %i open files ends with %i', async (files, code) => {
    const { target } = reference;
    const ended = await run({ command: `ulimit -n ${files}; ${RUN}`, target, needsMs: 20_000 });
    expect(ended.code).toBe(code);
  });

  it('load with little memory measures as usual', async () => {
    const command = `NODE_OPTIONS=--max-old-space-size=64 ${LOAD}`;
    const { code, stdout } = await run({ command, target: reference.target });
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      'starved against reference: 1 of 1 thresholds met',
    ]);
  });

  it('load without room for its files prints what was measured', async () => {
    const command = `ulimit -f 4; ${LOAD}`;
    const { code, stdout, stderr } = await run({ command, target: reference.target });
    expect(code).toBe(2);
    expect(stdout).toContain('1 of 1 thresholds met');
    expect(stderr).toMatch(
      /load-report\.json cannot be used: the file exceeds the file size limit/,
    );
  });

  it('load without a reader of its output still writes its files', async () => {
    const command = `set -o pipefail; ${LOAD.replace('exec ', '')} | head -0`;
    const { code, out } = await run({ command, target: reference.target });
    expect(code).toBe(0);
    expect(readdirSync(out)).toContain('load-report.html');
  });

  it('load is interrupted in the midst of a run with its figures', async () => {
    const count = (): number =>
      Object.values(reference.requests).reduce((sum, one) => sum + one, 0);
    const before = count();
    const running = new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (count() < before + 200) return;
        clearInterval(look);
        resolve();
      }, 20);
    });
    const { code, stdout, out } = await run({
      command: LOAD,
      target: reference.target,
      signal: running,
    });
    expect(code).toBe(143);
    expect(stdout).toMatch(/^starved against reference: interrupted/);
    const report = JSON.parse(readFileSync(path.join(out, 'load-report.json'), 'utf8'));
    expect(report.totals.answered).toBeGreaterThan(0);
  });

  it.each([
    ['load', LOAD],
    ['run', RUN],
  ])('%s is interrupted while the target does not respond', async (_, command) => {
    const asked = once(hanging, 'request');
    const { code } = await run({ command, target: hangingTarget, signal: asked });
    expect(code).toBe(143);
  });

  it('load says that a target which does not respond could not be tested', async () => {
    const { code, stderr } = await run({ command: LOAD, target: hangingTarget, needsMs: 12_000 });
    expect(code).toBe(3);
    expect(stderr).toContain('The target could not be tested');
  });
});
