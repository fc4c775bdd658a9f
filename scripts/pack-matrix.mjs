// Proves that the packed package works where it is installed: as a command, as a library with
// types, under Vitest. Usage: node scripts/pack-matrix.mjs [--all]. Without --all: npm and the Node
// that runs this.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LARGEST_MB = 40;
const NODES = ['20', '22', '24', '26'];
const VITEST = '^3';
const INSTALL = { npm: 'npm install', pnpm: 'npx --yes pnpm@10 install --no-frozen-lockfile' };
/**
 * What has no business in the tarball: tests, what only development runs, what a run or a build
 * left behind.
 */
const UNWANTED =
  /\.(test|bench)\.|^(tests|bench|scripts|reports)\/|^dist\/bench\/|\.(map|tsbuildinfo|html|ndjson|png|tgz)$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const all = process.argv.includes('--all');
const folder = mkdtempSync(path.join(tmpdir(), 'assay-pack-'));

try {
  const tarball = pack();
  for (const manager of all ? Object.keys(INSTALL) : ['npm']) {
    const project = path.join(folder, manager);
    install(project, manager, tarball);
    for (const node of all ? NODES : [undefined]) tryOut(project, manager, node);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Packs, and looks into the tarball. */
function pack() {
  run(root, ['npm', 'run', 'build']);
  const packed = run(root, [
    'npm',
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    folder,
  ]);
  const [{ filename, files, size }] = JSON.parse(packed);
  const unwanted = files.map((file) => file.path).filter((file) => UNWANTED.test(file));
  if (unwanted.length > 0) throw new Error(`The tarball holds ${unwanted.join(', ')}.`);
  console.log(`tarball   ${files.length} files, ${(size / 1e6).toFixed(2)} MB`);
  return path.join(folder, filename);
}

/**
 * A project that depends on the tarball; what it costs at run time is measured before it gets tools
 * of its own.
 */
function install(project, manager, tarball) {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies: { assay: `file:${tarball}` },
  };
  mkdirSync(project);
  const write = (more) =>
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ ...manifest, ...more }));
  write({});
  run(project, INSTALL[manager].split(' '));
  const mb = sizeOf(path.join(project, 'node_modules')) / 1e6;
  console.log(`${manager.padEnd(9)} ${mb.toFixed(1)} MB installed`);
  if (mb > LARGEST_MB) throw new Error(`The installed package is larger than ${LARGEST_MB} MB.`);
  const { typescript, '@types/node': types } = devDependencies;
  write({ devDependencies: { vitest: VITEST, typescript, '@types/node': types } });
  run(project, INSTALL[manager].split(' '));
  cpSync(path.join(root, 'scripts/consumer'), project, { recursive: true });
  run(project, ['npx', '--no-install', 'tsc', '-p', '.']);
}

/** The three doors of the package, under one Node. */
function tryOut(project, manager, version) {
  const node = version === undefined ? process.execPath : nodeBinary(version);
  if (node === undefined) return;
  const within = (...words) => run(project, words, path.dirname(node));
  const began = Date.now();
  within('npx', '--no-install', 'assay', 'run', '--reference', '--out', 'run');
  within('node', 'built/judge.js');
  within('npx', '--no-install', 'vitest', 'run', 'conformance.test.ts');
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const release = within('node', '--version').trim();
  console.log(
    `${manager.padEnd(9)} Node ${release} runs, judges and passes Vitest ${VITEST}, in ${seconds} s`,
  );
}

/** A Node of this major version from the registry, or undefined with the reason printed. */
function nodeBinary(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const place = path.join(folder, `node-${version}`);
  const binary = path.join(place, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(place, { recursive: true });
  try {
    run(place, ['npm', 'install', '--no-save', '--ignore-scripts', `${name}@${version}`]);
    return binary;
  } catch (error) {
    const [, reason] = /npm error (?!code )(.+)/.exec(error.message) ?? [];
    console.log(`skipped   Node ${version}: ${reason ?? error.message}`);
    return undefined;
  }
}

/** Bytes of all files below a folder; links count for nothing. */
function sizeOf(place) {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce(
    (sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size,
    0,
  );
}

/** What a command prints; a failure shows everything it said. */
function run(cwd, [command, ...words], binaries = path.dirname(process.execPath)) {
  const environment = {
    ...process.env,
    PATH: `${binaries}${path.delimiter}${process.env.PATH}`,
    NO_COLOR: '1',
  };
  try {
    return execFileSync(command, words, { cwd, env: environment, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      `${[command, ...words].join(' ')}\n${error.stdout ?? ''}${error.stderr ?? error.message}`.trim(),
    );
  }
}
