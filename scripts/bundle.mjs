// Makes the command line one bundle: Node loads a few dozen files instead of hundreds, in half the
// time. What it takes from other packages keeps its licence, in dist/chunks/LICENSES.txt. The
// library keeps its modules.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Loaded from their own packages: what a project brings itself, and what only load runs need. */
const EXTERNAL = ['vitest', 'autocannon', /^autocannon\//, 'hdr-histogram-js', 'uplot'];

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = await rolldown({
  cwd: root,
  // The module of a thread is found beside the chunk that starts it.
  input: {
    'src/cli/main': 'dist/src/cli/main.js',
    'chunks/worker': 'dist/src/load/run/worker.js',
    'chunks/window-thread': 'dist/src/cli/traffic/window-thread.js',
  },
  platform: 'node',
  external: EXTERNAL,
  resolve: { alias: { 'undici$': path.join(root, 'scripts/undici.cjs') } },
});
const { output } = await bundle.write({
  dir: path.join(root, 'dist'),
  format: 'esm',
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});

const packages = new Set(
  output.flatMap(({ moduleIds = [] }) =>
    moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []),
  ),
);
const licences = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? license : readFileSync(path.join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
});
writeFileSync(
  path.join(root, 'dist/chunks/LICENSES.txt'),
  licences.join(`\n${'-'.repeat(80)}\n\n`),
);
