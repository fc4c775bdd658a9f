import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_WORDS } from '../../../tests/report/hostile-words.js';
import { madeFindings } from '../../../tests/report/made-findings.js';
import { openBrowser, type Shown, show, withoutBrowser } from '../../../tests/report/shown-page.js';
import { foldLedger } from '../../ledger/index.js';
import { runReport } from '../run-report.js';
import { vendorHtml } from '../vendor/html.js';
import { htmlReport } from './page.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'assay-screens-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, number: number, words?: string, make = htmlReport): string {
  const ledger = foldLedger(madeFindings(number, words === undefined ? {} : { words }));
  const text = make(runReport(ledger), ledger);
  expect(Buffer.byteLength(text)).toBeLessThan(2_000_000);
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}

const long = 'x'.repeat(400);
const PAGES: readonly (readonly [name: string, findings: number, words: string | undefined])[] = [
  ['0 findings', 0, undefined],
  ['5 findings', 5, undefined],
  ['60 findings', 60, undefined],
  ['200 findings', 200, undefined],
  ['hostile words', 5, Object.values(HOSTILE_WORDS).slice(0, -1).join(' ')],
  ['a very long word', 5, long],
];

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
const printedPages = async (page: Page): Promise<number> =>
  [
    ...(await page.pdf({ preferCSSPageSize: true }))
      .toString('latin1')
      .matchAll(/\/Type\s*\/Page\b/g),
  ].length;

describe.skipIf(withoutBrowser)(
  'reports on a screen and on paper (skipped if Chromium is not found)',
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());

    describe.each([
      [1280, 900],
      [375, 667],
    ])('%i px wide', (width, height) => {
      let shown: Shown;
      beforeAll(async () => {
        shown = await show(browser, write(`screen-${width}`, 0), { viewport: { width, height } });
      });
      afterAll(() => shown.page.context().close());

      it.each(PAGES)(
        '%s: never scrolls sideways, and shows findings on the first screen',
        async (_, number, words) => {
          const { page, trouble } = shown;
          write(`screen-${width}`, number, words);
          await page.reload();
          expect(await overflowOf(page)).toBe(0);
          const bottoms: number[] = await page.evaluate(
            "[...document.querySelectorAll('.finding')].slice(0, 5).map((one) => one.getBoundingClientRect().bottom)",
          );
          expect(Math.min(...bottoms, Number.MAX_SAFE_INTEGER)).toBeLessThan(
            number === 0 ? Number.POSITIVE_INFINITY : height,
          );
          if (width === 1280) expect(Math.max(...bottoms, 0)).toBeLessThan(height);
          expect(trouble).toEqual([]);
          await page.evaluate(
            "for (const part of [...document.querySelectorAll('details')].slice(0, 60)) part.open = true",
          );
          expect(await overflowOf(page)).toBe(0);
        },
      );

      it('has no serious accessibility problem with open findings, according to axe', async () => {
        const { page } = await show(browser, write('axe', 2), {
          viewport: { width, height },
          bypassCSP: true,
        });
        await page.evaluate(
          "for (const part of document.querySelectorAll('details')) part.open = true",
        );
        await page.addScriptTag({ content: axe });
        const violations: unknown = await page.evaluate(
          `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200), nodes[0].failureSummary]))`,
        );
        expect(violations).toEqual([]);
        await page.context().close();
      });
    });

    it('can be used with the keyboard: j and k for the next and the previous finding, / for the filter', async () => {
      const { page } = await show(browser, write('keys', 5));
      const focused = (): Promise<string> =>
        page.evaluate("document.activeElement.closest('[id]').id");
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      expect(await focused()).toBe('finding-2');
      await page.keyboard.press('Enter');
      expect(await page.locator('#finding-2 .timeline > li').count()).toBe(2);
      expect(await page.locator('#finding-2 .timeline > li').last().textContent()).toContain(
        'expected 7 records',
      );
      await page.waitForFunction("location.hash.includes('finding-2')");
      await page.keyboard.press('k');
      expect(await focused()).toBe('finding-1');
      await page.keyboard.press('/');
      await page.keyboard.type('jk');
      expect(await page.locator('#query').inputValue()).toBe('jk');
    });

    it('needs at most two pages of paper, and divides no word between lines', async () => {
      const { page } = await show(browser, write('green', 0), {
        viewport: { width: 703, height: 1000 },
      });
      expect(await printedPages(page)).toBeLessThanOrEqual(2);
      await page.goto(write('green', 5));
      expect(await printedPages(page)).toBeLessThanOrEqual(2);
      await page.emulateMedia({ media: 'print' });
      expect(await overflowOf(page)).toBe(0);
      const torn: unknown = await page.evaluate(`(() => {
      const range = document.createRange();
      const words = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) for (const word of walk.currentNode.data.matchAll(/[A-Za-z]{3,30}/g)) {
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => top));
        if (lines.size > 1 && walk.currentNode.parentElement.closest('pre, code') === null) words.push(word[0]);
      }
      return words;
    })()`);
      expect(torn).toEqual([]);
    });

    it('prints the report for the operators of the target on two pages for five findings', async () => {
      const { page } = await show(browser, write('letter', 5, undefined, vendorHtml));
      expect(await printedPages(page)).toBeLessThanOrEqual(2);
    });
  },
);
