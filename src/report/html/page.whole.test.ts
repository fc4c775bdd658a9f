import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf, realRun } from '../../../tests/report/report-page.js';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { openBrowser, show, withoutBrowser } from '../../../tests/report/shown-page.js';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const write = pagesOf('report');

describe.skipIf(withoutBrowser)(
  'the page in Chromium (skipped if Chromium is not found; set CHROMIUM to its path)',
  () => {
    let browser: Browser;
    let real = '';
    beforeAll(async () => {
      browser = await openBrowser();
      real = write('run', await realRun());
    });
    afterAll(() => browser.close());

    it('has no serious accessibility problem, with light and dark colours, according to axe', async () => {
      const { page } = await show(browser, real, { colorScheme: 'light', bypassCSP: true });
      await page.evaluate(
        "for (const part of document.querySelectorAll('details')) part.open = true",
      );
      await page.addScriptTag({ content: axe });
      const violations = (options: string): Promise<unknown> =>
        page.evaluate(
          `axe.run(document, { resultTypes: ['violations'], ${options} }).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 200), nodes[0].failureSummary]))`,
        );
      expect(await violations('')).toEqual([]);
      // Only the colours differ in dark mode. The small run has a verdict of every kind.
      await page.emulateMedia({ colorScheme: 'dark' });
      write('run', sampleEvents());
      await page.reload();
      await page.addScriptTag({ content: axe });
      expect(await violations("runOnly: ['color-contrast']")).toEqual([]);
    });

    it('filters by words and by verdicts', async () => {
      const { page, trouble } = await show(browser, write('filter', sampleEvents()));
      const visible = (): Promise<(string | null)[]> =>
        page
          .locator('.check:visible')
          .evaluateAll((all) => all.map((element) => element.getAttribute('id')));
      await page.getByLabel('Filter', { exact: true }).fill('EXP-ROOT greeting');
      expect(await visible()).toEqual(['export.root.greeting']);
      expect(await page.locator('#found').textContent()).toBe('1 of 6 checks');
      await page.getByLabel('Filter', { exact: true }).fill('');
      await page.getByRole('button', { name: 'skipped' }).press('Enter');
      await page.getByRole('button', { name: 'passed' }).click();
      expect(await visible()).toEqual(['handover.transfer.message', 'export.root.status']);
      expect(await page.getByRole('button', { name: 'passed' }).getAttribute('aria-pressed')).toBe(
        'true',
      );
      await page.locator('a.cell').first().click();
      expect(await visible()).toEqual(['export.root.greeting', 'export.root.status']);
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(
        await page
          .locator('.check')
          .evaluateAll((all) => all.map((element) => element.hasAttribute('hidden'))),
      ).not.toContain(true);
      expect(trouble).toEqual([]);
    });

    it('opens the check that a link names, even if it is closed or filtered out', async () => {
      const { page, trouble } = await show(
        browser,
        `${write('link', sampleEvents())}#export.root.status`,
      );
      const passed = page.locator('[id="export.root.status"]');
      expect(await passed.locator('.inside').isVisible()).toBe(true);
      await page.getByLabel('Filter', { exact: true }).fill('handover');
      expect(await passed.isVisible()).toBe(false);
      await page.evaluate("location.hash = '#export.root.greeting'");
      await page.locator('[id="export.root.greeting"] .inside').waitFor({ state: 'visible' });
      expect(trouble).toEqual([]);
    });

    it('copies a command exactly', async () => {
      const { page, trouble } = await show(browser, write('copy', sampleEvents()), {
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.locator('#finding-1 > summary').click();
      await page.getByRole('button', { name: 'Copy Reproduce' }).first().click();
      await page.getByText('Copied', { exact: true }).first().waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        "curl -sSi 'http://127.0.0.1:1/export/?q=Welcome'",
      );
      expect(trouble).toEqual([]);
    });

    it('can be read without scripts', async () => {
      const { page } = await show(browser, write('plain', sampleEvents()), {
        javaScriptEnabled: false,
      });
      expect(await page.locator('#filter').isVisible()).toBe(false);
      await page.locator('#finding-1 > summary').click();
      expect(await page.getByText('media type text/html').first().isVisible()).toBe(true);
    });

    it('prints full findings and skipped checks, but not passed checks', async () => {
      const { page } = await show(browser, write('print', sampleEvents()));
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.finding .difference').first().isVisible()).toBe(true);
      expect(await page.getByText('transfers resources permanently').first().isVisible()).toBe(
        true,
      );
      expect(await page.getByText('it answered 200 Welcome').isVisible()).toBe(false);
    });

    it('keeps the filter and the open checks in the address, and counts the visible checks of a group', async () => {
      const { page, trouble } = await show(browser, write('address', sampleEvents()));
      await page.keyboard.press('/');
      await page.keyboard.type('null');
      await page.getByRole('button', { name: 'observed' }).click();
      await page.locator('[id="export.sort.nulls"] summary').click();
      await page.waitForFunction("location.hash.includes('export.sort.nulls')");
      const reopened = await show(browser, page.url());
      expect(await reopened.page.getByLabel('Filter', { exact: true }).inputValue()).toBe('null');
      expect(await reopened.page.locator('.check:visible').count()).toBe(1);
      expect(await reopened.page.locator('[id="export.sort.nulls"] .inside').isVisible()).toBe(
        true,
      );
      await reopened.page.getByLabel('Filter', { exact: true }).fill('page');
      expect(await reopened.page.locator('.group h3 .soft').allTextContents()).toContain('0 of 1');
      expect([...trouble, ...reopened.trouble]).toEqual([]);
    });
  },
);
