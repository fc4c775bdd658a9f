import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { costOf } from './cost-of.js';
import type { Row } from './row.js';

const CLI = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));

/**
 * Defects of different kinds: of a filter, of pages, of all responses, a missing feature, and one
 * of all filters with several criteria. For the last one, many mistakes are tried.
 */
const DEFECTS = [
  'export.shared.ranges-exclude-the-upper-bound',
  'export.lists.default-limit-echoed-as-zero',
  'export.bodies.gzip-serves-another-page',
  'export.missing.in-is-400',
  'export.modes.first-operator-last-value',
];

/** The processor time of a run of the export suite against a reference server, in milliseconds. */
async function cpuOfRun(...options: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-failures-'));
  const server = spawn(process.execPath, [CLI, 'serve', '--json', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [target] = await once(server.stdout, 'data');
    const file = path.join(folder, 'target.json');
    writeFileSync(file, String(target));
    const argv = ['run', '--target', file, '--interface', 'export', '--out', folder, '--quiet'];
    return (await costOf([CLI, ...argv], {}, 'end')).cpu;
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
}

/** What failures cost: they are sent again, explained by mistakes, and reported. */
export const rows: readonly Row[] = DEFECTS.map((defect) => ({
  title: `failures: CPU of a run with ${defect} − without`,
  unit: 'ms',
  limit: '≤ 500 ms',
  holds: (figure) => figure <= 500,
  measure: async () => (await cpuOfRun('--defect', defect)) - (await cpuOfRun()),
}));
