import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { costOf } from './cost-of.js';
import type { Row } from './row.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const git = (...argv: readonly string[]): string =>
  execFileSync('git', argv, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** The commit named by ASSAY_BENCH_AGAINST, else the newest tag; undefined where there is none. */
function earlier(): string | undefined {
  const { ASSAY_BENCH_AGAINST: named } = process.env;
  if (named !== undefined) return named;
  try {
    return git('describe', '--tags', '--abbrev=0');
  } catch {
    return undefined;
  }
}

let built: string | undefined;

/**
 * The commit built in a folder of its own, with the packages of this one; removed when the process
 * ends.
 */
function build(commit: string): string | undefined {
  if (built !== undefined) return built;
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-earlier-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  git('clone', '--quiet', '--no-checkout', ROOT, folder);
  git('-C', folder, 'checkout', '--quiet', commit);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  try {
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' });
  } catch {
    return undefined;
  }
  built = folder;
  return folder;
}

/** The folder of an earlier commit, built; or why there is none. */
export function earlierBuild(): { readonly folder: string } | { readonly unavailable: string } {
  const commit = earlier();
  if (commit === undefined)
    return { unavailable: 'no tag, and ASSAY_BENCH_AGAINST names no commit' };
  if (!existsSync(path.join(ROOT, '.git'))) return { unavailable: 'not a git repository' };
  const folder = build(commit);
  return folder === undefined
    ? { unavailable: `${commit} cannot be built with the packages installed here` }
    : { folder };
}

/** Processor time of `npm start` in a folder, in milliseconds. */
async function startIn(folder: string): Promise<number> {
  const out = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  const { cpu } = await costOf(
    [path.join(folder, 'dist/src/cli/main.js'), 'run', '--reference', '--out', out],
    {},
    'end',
  );
  rmSync(out, { recursive: true });
  return cpu;
}

export const rows: readonly Row[] = [
  {
    title: 'npm start: processor time ÷ that of the last release',
    unit: 'ratio',
    limit: '≤ 1.1',
    holds: (figure) => figure <= 1.1,
    async measure() {
      const found = earlierBuild();
      if ('unavailable' in found) return found;
      const before = await startIn(found.folder);
      return (await startIn(ROOT)) / before;
    },
  },
];
