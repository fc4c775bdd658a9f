import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { assay } from '../gate/assay.js';
import { startUnfinished, TOKEN } from './export-server.js';
import { combination } from './ladder.js';

/** The most lines of a terminal report about a half-finished server. */
const MOST_LINES = 80;

const seeds = Array.from(
  { length: process.env.ASSAY_NIGHTLY === undefined ? 2 : 60 },
  (_, index) => index + 1,
);

it.each(seeds)('reports about the unfinished server %i on a few screens', async (seed) => {
  const faults = combination(seed);
  const server = await startUnfinished(faults);
  try {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-unfinished-'));
    const products = {
      baseUrl: server.baseUrl,
      siteId: 1,
      channelId: 2,
      destination: { id: 3, token: TOKEN },
    };
    writeFileSync(path.join(cwd, 'target.json'), JSON.stringify({ export: products }));
    const { code, out } = await assay(['run', '--target', 'target.json', '--out', 'out'], { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(/^Findings {5}\d+ findings?/m);
    expect(out.split('\n').length, `${JSON.stringify(faults)}\n${out}`).toBeLessThanOrEqual(
      MOST_LINES,
    );
  } finally {
    await server.close();
  }
});
