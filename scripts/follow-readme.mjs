// Follows every shell block of README.md and docs in a fresh clone, line by line as a newcomer
// would, and compares what a line prints with the block of text that is shown below it: the same
// lines, whatever the numbers. Usage: node scripts/follow-readme.mjs [--without-tests]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'assay-readme-'));
const skipped = process.argv.includes('--without-tests') ? ['npm ci && npm test'] : [];

/** Manual steps of a newcomer after a line. */
const afterwards = {
  'npx assay init': () => {
    const own = {
      ...JSON.parse(readFileSync(inClone('assay.target.json'), 'utf8')),
      pace: undefined,
    };
    writeFileSync(inClone('assay.target.json'), JSON.stringify(own, null, 2));
  },
  'npx assay load smoke --reference': () => {
    const { $schema: _, ...smoke } = JSON.parse(
      readFileSync(inClone('suites/load/smoke.json'), 'utf8'),
    );
    const scenarios = smoke.scenarios.filter(({ flow }) => /page|legacy/.test(flow));
    writeFileSync(inClone('mine.json'), JSON.stringify({ ...smoke, scenarios }));
  },
};

const inClone = (file) => path.join(folder, file);
let served = {};
let server;

try {
  execFileSync('git', ['clone', '--quiet', root, folder]);
  const pages = ['README.md', ...readdirSync(inClone('docs')).map((name) => `docs/${name}`)];
  const readme = pages.map((page) => readFileSync(inClone(page), 'utf8')).join('\n\n');
  let followed = 0;
  for (const [, block, shown] of readme.matchAll(
    /```sh\n(.*?)```(?:\n\n[^\n#][^\n]*\n\n```text\n(.*?)```)?/gs,
  )) {
    for (const line of block.trim().split('\n')) {
      const command = line.replace(/\s+#.*/, '');
      // Words in capitals stand for what a reader puts in their place.
      if (skipped.includes(command) || / \S*[A-Z]{3,}\b(?!=)/.test(command)) continue;
      const printed = await follow(command);
      followed += 1;
      if (shown !== undefined) compare(command, printed, shown);
      afterwards[command]?.();
    }
  }
  console.log(`README and docs hold: ${followed} command lines followed in a fresh clone`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  server?.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs one line; with the settings of a served reference where it is about a target of one's own.
 */
async function follow(command) {
  const isOwn = /assay (init|doctor|run)|--target|EXPORT_FIXTURE/.test(command);
  if (isOwn) server ??= await serve();
  const own = isOwn ? served : {};
  console.log(`$ ${command}`);
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    env: { ...process.env, ...own },
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0)
    throw new Error(
      `${command}: exit code ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`,
    );
  return stderr + stdout;
}

function serve() {
  const child = spawn(process.execPath, ['dist/src/cli/main.js', 'serve'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      served = Object.fromEntries(
        text.split('\n').flatMap((line) => [/^([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? []]),
      );
    });
    child.stderr.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`assay serve: exit code ${code}\n${text}`)));
  });
}

/** Throws if a line of README was not printed; numbers and times may differ. */
function compare(command, printed, shown) {
  const shape = (line) => line.replaceAll(/\d+(?:[.:T-]\d+)*Z?/g, 'N').trim();
  const have = new Set(printed.split('\n').map(shape));
  const missing = shown.split('\n').filter((line) => !have.has(shape(line)));
  if (missing.length > 0)
    throw new Error(`${command} does not print what the documents show:\n${missing.join('\n')}`);
}
