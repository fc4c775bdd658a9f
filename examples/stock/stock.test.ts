import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Check,
  checkSchema,
  foldLedger,
  gateOf,
  judge,
  type LedgerEvent,
  type RunReport,
  reporters,
  runReport,
  runSuites,
  targetFrom,
  terminalReport,
  type VerdictEvent,
} from 'assay';
import { describe, expect, it } from 'vitest';
import { type Defect, startStock } from './server.js';
import { stockSuite } from './suite.js';

/** A run against a stock server: the ledger, and what it came to. */
async function run(...defects: readonly Defect[]) {
  const server = await startStock(...defects);
  try {
    const events: LedgerEvent[] = [];
    const options = {
      toolVersion: 'test',
      record: (event: LedgerEvent) => void events.push(event),
      rerun: ({ id }: Check) => `npx vitest run examples/stock --testNamePattern ${id}`,
    };
    await runSuites([stockSuite], targetFrom(server.target), options);
    const ledger = foldLedger(events);
    return { events, ledger, report: runReport(ledger) };
  } finally {
    server.close();
  }
}

async function judgeOne(
  id: string,
  ...defects: readonly Defect[]
): Promise<VerdictEvent | undefined> {
  const server = await startStock(...defects);
  const check = stockSuite.checks.find((one) => one.id === id);
  try {
    return check && (await judge(check, targetFrom(server.target)));
  } finally {
    server.close();
  }
}

const verdicts = ({ checks }: RunReport) =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]));

describe('an interface of another package', () => {
  it('needs nothing but what the package exports', () => {
    const imports = readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [
        ...readFileSync(path.join(import.meta.dirname, name), 'utf8').matchAll(
          /from '((?:\.\.|assay)[^']*)'/g,
        ),
      ])
      .map(([, from]) => from);
    expect([...new Set(imports)].sort()).toEqual(['assay', 'assay/vitest']);
  });

  it('passes its own server, with every must clause judged', async () => {
    const { report } = await run();
    expect(verdicts(report)).toEqual({
      'stock.item.level': 'passed',
      'stock.auth.key': 'passed',
      'stock.item.unknown': 'passed',
      'stock.item.methods': 'observed',
    });
    expect(report.conformance.ratio).toBe(1);
    expect(report.coverage.interfaces.stock).toEqual({ judged: 2, total: 2, ratio: 1 });
  });

  it.each<[Defect, string, string]>([
    ['pieces-as-text', 'stock.item.level', '/pieces: expected of type integer, received "12"'],
    ['any-key-accepted', 'stock.auth.key', '200 application/json'],
  ])('catches %s with a failure that can be seen again', async (defect, id, actual) => {
    const { report } = await run(defect);
    expect(verdicts(report)[id]).toBe('failed');
    const verdict = await judgeOne(id, defect);
    expect(verdict?.actual).toContain(actual);
    expect(verdict?.curl).toMatch(/^curl .*\/stock\/oak-chair/);
  });

  it('gives every report, and leaves its key in none', async () => {
    const { events, ledger, report } = await run('pieces-as-text');
    expect(checkSchema('run-report', report)).toHaveProperty('value');
    expect(events.filter((event) => !('value' in checkSchema('ledger', event)))).toEqual([]);
    const texts = Object.values(reporters).map(({ make }) => make(report, ledger));
    texts.push(terminalReport(report, { colours: false }), JSON.stringify(events));
    for (const text of texts) {
      expect(text).not.toContain('stk-Key_2c9');
      expect(text).not.toContain('assay run --check stock');
    }
    const again = 'npx vitest run examples/stock --testNamePattern stock.item.level';
    expect(texts.filter((text) => text.includes(again)).length).toBeGreaterThanOrEqual(6);
    expect(texts.filter((text) => text.includes('STK-ITEM-1')).length).toBeGreaterThanOrEqual(6);
    expect(verdicts(report)['stock.auth.key']).toBe('passed');
  });

  it('is not judged if no check was chosen', async () => {
    const server = await startStock();
    const events: LedgerEvent[] = [];
    await runSuites([stockSuite], targetFrom(server.target), {
      toolVersion: 'test',
      wanted: () => false,
      record: (event) => void events.push(event),
    });
    server.close();
    expect(gateOf(runReport(foldLedger(events)))).toMatchObject({
      outcome: 'unjudged',
      messages: ['Not judged: no check has a verdict (no check was chosen).'],
    });
  });

  it('is skipped where it is not configured, with the names of its settings', async () => {
    const [check] = stockSuite.checks;
    const verdict =
      check &&
      (await judge(
        check,
        targetFrom({ interfaces: { stock: { baseUrl: 'http://127.0.0.1:9' } } }),
      ));
    expect(verdict).toMatchObject({
      verdict: 'skipped',
      cause: 'configuration',
      reason: 'needs interfaces.stock.article',
    });
  });
});
