// Measures the time of a newcomer from a clone to the first finding on their own server: five
// commands, and no edited file except .env. The server is "assay serve --defect", and what it
// prints is the .env.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'assay-newcomer-'));
const clone = path.join(folder, 'assay');
let server;

/** Runs one command, and says how long it took; `expected` is its exit code. */
function step(command, cwd, expected = 0) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== expected)
    throw new Error(
      `${command}: exit code ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`,
    );
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  $ ${command}`);
  return stdout;
}

try {
  const begun = performance.now();
  step(`git clone --quiet ${root} assay`, folder);
  step('npm ci', clone);
  server = spawn(
    process.execPath,
    ['dist/src/cli/main.js', 'serve', '--defect', 'export.filter.equals-trims'],
    {
      cwd: clone,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let settings = '';
  server.stdout.on('data', (chunk) => {
    settings += chunk;
  });
  await new Promise((resolve) => server.stderr.once('data', resolve));
  writeFileSync(path.join(clone, '.env'), settings);
  step('npx --no -- assay init --from .env', clone);
  step('npx --no -- assay doctor', clone);
  const printed = step('npx --no -- assay run', clone, 1);
  const finding = printed.split('\n').find((line) => line.includes('✗'));
  if (finding === undefined) throw new Error(`no finding:\n${printed}`);
  console.log(
    `${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  in all, to: ${finding.trim().slice(0, 100)}`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  server?.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
}
