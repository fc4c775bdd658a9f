import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Answer } from '../src/http/index.js';
import { loadTarget } from '../src/settings/index.js';
import { suites } from '../suites/index.js';
import { withOwnSchemas } from '../suites/own/index.js';
import { realisticProducts } from './realistic-products.js';
import type { Row } from './row.js';

const PAGES = 50;
const RECORDS = 200;
const URL = 'https://a.example/sites/1/channels/2/destinations/3/products';

/** A target whose records have a schema of the vendor. */
function targetIn(folder: string) {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  writeFileSync(path.join(folder, 'product.json'), JSON.stringify(schema));
  const settings = {
    baseUrl: 'https://a.example',
    siteId: 1,
    channelId: 2,
    recordSchema: 'product.json',
  };
  writeFileSync(path.join(folder, 'target.json'), JSON.stringify({ export: settings }));
  const target = loadTarget({ file: 'target.json', environment: {}, cwd: folder });
  if (target === undefined) throw new Error('the target was not read');
  return target;
}

/** Microseconds of processor time. */
function timeOf(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  return process.cpuUsage(begun).user;
}

/** The time to validate pages of records by a schema of the vendor, against reading them. */
function validationRatio(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-own-'));
  try {
    const [suite] = withOwnSchemas(suites, targetIn(folder));
    const check = suite?.checks.find(({ id }) => id === 'export.own.records');
    const meta = { total: RECORDS, limit: RECORDS, offset: 0 };
    const body = Buffer.from(JSON.stringify({ data: realisticProducts(RECORDS), meta }));
    const answers = Array.from(
      { length: PAGES },
      (_, exchange) =>
        new Answer(
          { interface: 'export', url: URL },
          { status: 200, headers: [], body },
          { exchange },
        ),
    );
    const reading = timeOf(() => {
      for (const answer of answers) if (answer.json === undefined) throw new Error('not JSON');
    });
    return timeOf(() => check?.responses?.(answers, 0)) / reading;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const rows: readonly Row[] = [
  {
    title: 'validating records by a schema of the vendor ÷ reading them',
    unit: 'ratio',
    limit: '≤ 1',
    holds: (figure) => figure <= 1,
    measure: async () => validationRatio(),
  },
];
