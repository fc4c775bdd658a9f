import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../schema/validate.js';

const built = path.join(packageRoot, 'dist/src/cli/process-end.js');
/** A program that never ends by itself, because a timer keeps it alive. */
const START = `const { watchProcess } = await import(${JSON.stringify(pathToFileURL(built).href)});
const end = watchProcess();
setInterval(() => {}, 1000);
`;

/** Runs a program, and sends it a signal for each line that it prints. */
function run(program: string, signals: readonly NodeJS.Signals[] = []) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', START + program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const left = [...signals];
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    const signal = left.shift();
    if (signal !== undefined) child.kill(signal);
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  );
}

describe.skipIf(!existsSync(built))('the end of a process', { concurrent: true }, () => {
  it('ends after the last output, even if a timer or a socket is left', async () => {
    const { code, stdout } = await run(`console.log('x'.repeat(1e6)); end.finish(3);`);
    expect(code).toBe(3);
    expect(stdout).toHaveLength(1_000_001);
  });

  it('has the exit code of the signal if the command was interrupted', async () => {
    const program = `end.signal.addEventListener('abort', () => end.finish(130)); console.log('ready');`;
    expect((await run(program, ['SIGTERM'])).code).toBe(143);
    expect((await run(program, ['SIGHUP'])).code).toBe(129);
  });

  it('keeps the exit code of a command that had a verdict before the signal', async () => {
    const program = `end.signal.addEventListener('abort', () => end.finish(1)); console.log('ready');`;
    expect((await run(program, ['SIGINT'])).code).toBe(1);
  });

  it('ends at once after a second signal', async () => {
    const program = `end.signal.addEventListener('abort', () => console.log('stopping')); console.log('ready');`;
    const { code, stdout } = await run(program, ['SIGTERM', 'SIGINT']);
    expect([code, stdout]).toEqual([130, 'ready\nstopping\n']);
  });

  it('ends a command that does not react to a signal, and says so', async () => {
    const { code, stderr } = await run(`console.log('ready');`, ['SIGTERM']);
    expect(code).toBe(143);
    expect(stderr).toMatch(/^The command waited for 9 s after SIGTERM/);
  });

  it('interrupts the command after an error that nothing handles', async () => {
    const program = `end.reportErrors((error) => { console.error(error.message); return 70; });
end.signal.addEventListener('abort', () => { console.log('figures'); end.finish(130); });
setTimeout(() => { throw new Error('a fault'); }, 1);`;
    const { code, stdout, stderr } = await run(program);
    expect([code, stdout, stderr]).toEqual([70, 'figures\n', 'a fault\n']);
  });

  it('explains an error of the system before the program is loaded', async () => {
    const program = `throw Object.assign(new Error(), { code: 'EMFILE', syscall: 'open', path: 'a.js' });`;
    const { code, stderr } = await run(program);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'a.js cannot be used: too many open files; raise the limit (ulimit -n) (EMFILE).\n',
    );
  });
});
