import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  compared,
  judgeAgain,
  judgeAsOthers,
  liveDefect,
  runLive,
} from '../../bench/traffic-trials.js';
import { type HarEntry, readHar } from '../../src/formats/har.js';
import { randomFrom } from '../../src/random.js';
import { startReference } from '../../src/reference/index.js';
import { runReport } from '../../src/report/index.js';
import { HEALTHY } from '../../src/selftest/healthy.js';
import { openBrowser, withoutBrowser } from '../report/shown-page.js';
import { failuresIn, judgedAsOthers } from './judged.js';
import { clientSettings, pagingClient } from './paging-client.js';

describe('the ledger of a run', () => {
  it.each([
    'export.filter.equals-trims',
    'platform.border-lost',
    'tokens.refresh-token-issued',
    'handover.any-bearer-accepted',
  ])('comes to the same verdicts without its target: %s', async (id) => {
    const live = await liveDefect(id, { maxRequests: 145 });
    const { clauses, different } = compared(
      runReport(live.ledger),
      runReport(await judgeAgain(live)),
    );
    expect(different).toEqual([]);
    expect(clauses).toBeGreaterThan(3);
  });
});

describe('a recording of a conforming server', () => {
  const parts: readonly ((
    entries: readonly HarEntry[],
    random: () => number,
  ) => readonly HarEntry[])[] = [
    (entries) => entries,
    (entries, random) => entries.filter(() => random() < 0.5),
    (entries, random) => entries.filter(() => random() < 0.1),
    (entries) => entries.toReversed(),
  ];
  it.each([
    'healthy',
    'dialect.comma-arrays',
    'dialect.nulls-missing',
    'platform.first-of-next-and-null',
  ])('fails nothing, whatever part of it is left: %s', async (id) => {
    expect(HEALTHY.has(id)).toBe(true);
    const { recorded, target } = await runLive(HEALTHY.get(id) ?? {}, { maxRequests: 145 });
    const random = randomFrom(1);
    let judged = 0;
    for (const part of parts) {
      const report = runReport(await judgeAsOthers(part(recorded, random), target));
      expect(failuresIn(report)).toEqual([]);
      judged = Math.max(judged, report.coverage.judged);
    }
    expect(judged).toBeGreaterThan(20);
  });
});

describe.skipIf(withoutBrowser)('a page that Chromium records', () => {
  it('shows the defects of its server, and none of a healthy one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-har-'));
    const browser = await openBrowser();
    const recorded = async (defects: readonly string[]): Promise<readonly string[]> => {
      const server = await startReference({ defects });
      const har = path.join(folder, `${defects[0] ?? 'healthy'}.har`);
      const context = await browser.newContext({ recordHar: { path: har, content: 'embed' } });
      const page = await context.newPage();
      await page.goto(`${server.target.export?.baseUrl}/`);
      expect(await page.evaluate(pagingClient, clientSettings(server.target))).toBeGreaterThan(40);
      await context.close();
      const read = readHar(JSON.parse(await readFile(har, 'utf8')));
      const report = await judgedAsOthers(read?.entries ?? [], server.target);
      await server.close();
      expect(report.coverage.judged).toBeGreaterThan(20);
      return failuresIn(report).map((line) => line.split(':')[0] ?? '');
    };
    expect(await recorded([])).toEqual([]);
    expect(await recorded(['export.filter.above-takes-null'])).toContain('EXP-FILT-2');
    expect(
      await recorded(['export.lists.limit-echoes-the-default', 'platform.border-lost']),
    ).toEqual(expect.arrayContaining(['EXP-LIST-6', 'PLT-PAGE-5']));
    await browser.close();
    await rm(folder, { recursive: true });
  });
});
