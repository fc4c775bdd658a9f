import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { launchCommand } from '../../src/clients/launch.js';
import { play } from '../../src/clients/play.js';
import { signing } from '../../src/clients/signing.js';
import { packageRoot } from '../../src/schema/validate.js';
import { scenarios } from '../../suites/clients/index.js';

/** Leaves a process behind that holds its output and goes on calling, and ends at once. */
const LEAVES = `import { spawn } from 'node:child_process';
  const calls = 'setInterval(() => fetch(process.env.AUTH_URL).catch(() => {}), 5)';
  const child = spawn(process.execPath, ['-e', calls], { detached: true, stdio: 'inherit' });
  child.unref();
  console.log(child.pid);
  process.exit(0);`;

it('waits no longer than a second for output that a detached process holds, names it, ends it and does not hear it', async () => {
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('there are no scenarios');
  const command = [process.execPath, '--input-type=module', '-e', LEAVES];
  const launch = launchCommand(command, { environment: process.env, cwd: packageRoot });
  let exitedMs = 0;
  let waitedMs = 0;
  const recording = await play(scenario, {
    launch: async (settings, signal, exited) => {
      const ending = await launch(settings, signal, () => {
        exitedMs = performance.now();
        exited();
      });
      waitedMs = performance.now() - exitedMs;
      return ending;
    },
    limitMs: 20_000,
    signal: new AbortController().signal,
    seed: 1,
    signing: await signing(),
    number: () => 1,
    seen: () => undefined,
    secret: () => undefined,
    learn: () => undefined,
  });
  expect(waitedMs).toBeLessThan(1000);
  expect(recording).toMatchObject({ code: 0, requests: [] });
  if (process.platform !== 'linux') return;
  const id = recording.stdout.trim();
  expect(recording.leftover).toContain(`process ${id} (`);
  // It was told to end, which it does when it has its turn.
  await vi.waitFor(() => expect(stateOf(id)).toMatch(/^$|Z|X/));
});

const stateOf = (id: string): string => {
  try {
    return /^State:\s+(\S)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
};
