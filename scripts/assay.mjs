// Runs the command line from dist, and builds it first if a source is newer.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = path.join(root, 'dist/src/cli/main.js');
const builtMs = existsSync(main) ? statSync(main).mtimeMs : 0;

const isNewer = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith('.test.ts'))
    // This file is written by each build.
    .filter((name) => path.join(folder, name) !== path.join('src', 'schema', 'types.ts'))
    .some((name) => statSync(path.join(root, folder, name)).mtimeMs > builtMs);

if (['src', 'suites', 'schemas'].some(isNewer)) {
  process.stderr.write('The sources are newer than dist: building.\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import(pathToFileURL(main).href);
