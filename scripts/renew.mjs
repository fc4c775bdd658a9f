// Renews what is made from the clauses and their checks: the sections of these clauses in the list
// of what each check catches, the run that README.md shows, and the stored screens.
// Usage: npm run renew -- PLT-PAGE-2 PLT-PAGE-3
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const clauses = process.argv.slice(2);
if (clauses.length === 0) {
  console.error('Which clauses are new or changed? For example: npm run renew -- PLT-PAGE-2');
  process.exit(2);
}
/** Returns what a command prints. If it fails, so does this script. */
function node(...words) {
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return stdout;
  process.stdout.write(stdout);
  process.exit(status ?? 1);
}
const assay = (...words) => node(path.join('scripts', 'assay.mjs'), ...words);

const chosen = clauses.flatMap((clause) => ['--clause', clause]);
process.stdout.write(assay('selftest', ...chosen, '--matrix', 'suites/MATRIX.md'));

const folder = mkdtempSync(path.join(tmpdir(), 'assay-renew-'));
const run = assay('run', '--reference', '--out', folder);
rmSync(folder, { recursive: true });
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
// The seconds and the path differ from run to run and machine to machine, so they stay.
const shownIn = (pattern) => pattern.exec(readme)?.[0] ?? '';
const kept = [/^Report .*$/m, /sent in [\d.]+ s/];
const shown = kept.reduce(
  (text, pattern) => text.replace(pattern, () => shownIn(pattern)),
  run.slice(run.indexOf('export ')),
);
const block = /(?<=```text\n)export .*?(?=```)/s;
writeFileSync(
  path.join(root, 'README.md'),
  readme.replace(block, () => shown),
);

node(path.join('node_modules', 'vitest', 'vitest.mjs'), 'run', 'tests/screens', '-u');
spawnSync('git', ['status', '--short'], { cwd: root, stdio: 'inherit' });
