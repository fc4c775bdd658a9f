import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suites } from '../../../suites/index.js';
import { HOSTILE_WORDS } from '../../../tests/report/hostile-words.js';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { openBrowser, show, withoutBrowser } from '../../../tests/report/shown-page.js';
import { runSuites } from '../../harness/index.js';
import { foldLedger, type LedgerEvent } from '../../ledger/index.js';
import { startReference } from '../../reference/index.js';
import { targetFrom } from '../../target/index.js';
import { runReport } from '../run-report.js';
import { htmlReport } from './page.js';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'assay-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, events: readonly LedgerEvent[]): string {
  const ledger = foldLedger(events);
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, htmlReport(runReport(ledger), ledger));
  return pathToFileURL(file).href;
}

/** Two interfaces come to every verdict that a run has; all four would say no more about the page. */
const INTERFACES: readonly string[] = ['platform', 'handover'];

/** A run against the reference server with two faults. */
async function realRun(): Promise<readonly LedgerEvent[]> {
  const reference = await startReference({ defects: ['platform.count-is-the-limit', 'platform.last-entity-lost'] });
  const events: LedgerEvent[] = [];
  try {
    const target = targetFrom({ ...reference.target, name: 'reference' }, 'reference');
    const some = suites.filter((suite) => INTERFACES.includes(suite.interface));
    await runSuites(some, target, { toolVersion: '0.1.0', record: (event) => void events.push(event) });
  } finally {
    await reference.close();
  }
  return events;
}

it('has a policy that allows its own script and style and nothing else', () => {
  const ledger = foldLedger(sampleEvents());
  const page = htmlReport(runReport(ledger), ledger);
  expect(page).toMatch(
    /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri/,
  );
  expect(page).not.toMatch(/unsafe-|\s(?:src|style|on\w+)=|href="(?!#)/);
});

it('stays below 2 MB when every check of a long run fails with all the evidence there can be', () => {
  const long = '<é"'.repeat(20_000);
  const [failed] = sampleEvents({ words: long }).filter(
    (event) => event.type === 'verdict' && event.verdict === 'failed',
  );
  if (failed?.type !== 'verdict') throw new Error('the sample has a failure');
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...failed,
    check: `export.topic${index % 30}.check-${index}`,
  }));
  const ledger = foldLedger([...sampleEvents({ words: long }), ...many]);
  const page = htmlReport(runReport(ledger), ledger);
  expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
  expect(page).toContain('Left out to keep this page small');
});

describe.skipIf(withoutBrowser)('the page in Chromium (skipped where none is found: name it in CHROMIUM)', () => {
  let browser: Browser;
  let real = '';
  beforeAll(async () => {
    browser = await openBrowser();
    real = write('run', await realRun());
  });
  afterAll(() => browser.close());

  it('shows a run, its findings folded on the first screen, the first of them opened with the keyboard, in less than 2 MB', async () => {
    const { page, trouble } = await show(browser, real);
    expect(Buffer.byteLength(await page.content())).toBeLessThan(2_000_000);
    expect(await page.locator('.number h3').allTextContents()).toEqual(['Conformance', 'Coverage']);
    expect(await page.locator('.check').first().getAttribute('data-verdict')).toBe('failed');
    const failure = page.locator('#finding-1');
    const { y = Number.POSITIVE_INFINITY } = (await failure.boundingBox()) ?? {};
    expect(y).toBeLessThan(720);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    for (const part of ['.clause', '.difference', '.command', '.exchange[open] pre'])
      expect(await failure.locator(part).first().isVisible()).toBe(true);
    expect(await page.locator('#dialect').isVisible()).toBe(true);
    expect(await page.locator('.check.passed').first().isVisible()).toBe(false);
    expect(trouble).toEqual([]);
  });

  it('can be used by everybody, in light and in dark: axe finds nothing serious', async () => {
    const { page } = await show(browser, real, { colorScheme: 'light', bypassCSP: true });
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
    await page.addScriptTag({ content: axe });
    const violations = (options: string): Promise<unknown> =>
      page.evaluate(
        `axe.run(document, { resultTypes: ['violations'], ${options} }).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 200), nodes[0].failureSummary]))`,
      );
    expect(await violations('')).toEqual([]);
    // Nothing but colours is otherwise in the dark; the small run has a verdict of every kind.
    await page.emulateMedia({ colorScheme: 'dark' });
    write('run', sampleEvents());
    await page.reload();
    await page.addScriptTag({ content: axe });
    expect(await violations("runOnly: ['color-contrast']")).toEqual([]);
  });

  it('filters by words and by verdicts', async () => {
    const { page, trouble } = await show(browser, write('filter', sampleEvents()));
    const visible = (): Promise<(string | null)[]> =>
      page.locator('.check:visible').evaluateAll((all) => all.map((element) => element.getAttribute('id')));
    await page.getByLabel('Filter', { exact: true }).fill('EXP-ROOT greeting');
    expect(await visible()).toEqual(['export.root.greeting']);
    expect(await page.locator('#found').textContent()).toBe('1 of 6 checks');
    await page.getByLabel('Filter', { exact: true }).fill('');
    await page.getByRole('button', { name: 'skipped' }).press('Enter');
    await page.getByRole('button', { name: 'passed' }).click();
    expect(await visible()).toEqual(['handover.transfer.message', 'export.root.status']);
    expect(await page.getByRole('button', { name: 'passed' }).getAttribute('aria-pressed')).toBe('true');
    await page.locator('a.cell').first().click();
    expect(await visible()).toEqual(['export.root.greeting', 'export.root.status']);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(
      await page.locator('.check').evaluateAll((all) => all.map((element) => element.hasAttribute('hidden'))),
    ).not.toContain(true);
    expect(trouble).toEqual([]);
  });

  it('opens the check that a deep link names, though it is folded or filtered out', async () => {
    const { page, trouble } = await show(browser, `${write('link', sampleEvents())}#export.root.status`);
    const passed = page.locator('[id="export.root.status"]');
    expect(await passed.locator('.inside').isVisible()).toBe(true);
    await page.getByLabel('Filter', { exact: true }).fill('handover');
    expect(await passed.isVisible()).toBe(false);
    await page.evaluate("location.hash = '#export.root.greeting'");
    await page.locator('[id="export.root.greeting"] .inside').waitFor({ state: 'visible' });
    expect(trouble).toEqual([]);
  });

  it('copies a command as it is shown', async () => {
    const { page, trouble } = await show(browser, write('copy', sampleEvents()), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('#finding-1 > summary').click();
    await page.getByRole('button', { name: 'Copy See it' }).first().click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      "curl -sSi 'http://127.0.0.1:1/export/?q=Welcome'",
    );
    expect(trouble).toEqual([]);
  });

  it('needs no script to be read', async () => {
    const { page } = await show(browser, write('plain', sampleEvents()), { javaScriptEnabled: false });
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.locator('#finding-1 > summary').click();
    expect(await page.getByText('media type text/html').first().isVisible()).toBe(true);
  });

  it('prints findings whole and what was not judged, and leaves out what passed', async () => {
    const { page } = await show(browser, write('print', sampleEvents()));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.finding .difference').first().isVisible()).toBe(true);
    expect(await page.getByText('moves resources for good').first().isVisible()).toBe(true);
    expect(await page.getByText('it answered 200 Welcome').isVisible()).toBe(false);
  });

  it('keeps filter and open cards in the address, and counts what is left of a group', async () => {
    const { page, trouble } = await show(browser, write('address', sampleEvents()));
    await page.keyboard.press('/');
    await page.keyboard.type('null');
    await page.getByRole('button', { name: 'observed' }).click();
    await page.locator('[id="export.sort.nulls"] summary').click();
    await page.waitForFunction("location.hash.includes('export.sort.nulls')");
    const again = await show(browser, page.url());
    expect(await again.page.getByLabel('Filter', { exact: true }).inputValue()).toBe('null');
    expect(await again.page.locator('.check:visible').count()).toBe(1);
    expect(await again.page.locator('[id="export.sort.nulls"] .inside').isVisible()).toBe(true);
    await again.page.getByLabel('Filter', { exact: true }).fill('page');
    expect(await again.page.locator('.group h3 .soft').allTextContents()).toContain('0 of 1');
    expect([...trouble, ...again.trouble]).toEqual([]);
  });

  it('runs nothing and asks for nothing, whatever a target sent', async () => {
    const { page, trouble } = await show(browser, write('hostile', sampleEvents()));
    const { 'five megabytes': long = '', ...short } = HOSTILE_WORDS;
    for (const words of [Object.values(short).join(' '), long]) {
      write('hostile', sampleEvents({ words }));
      await page.reload();
      expect(trouble).toEqual([]);
      expect(await page.title()).toMatch(/^✗ Assay: staging/);
      expect(await page.locator('.check').count()).toBe(6);
      expect(await page.locator('body script, body style, img, iframe').count()).toBe(1);
    }
  });
});
