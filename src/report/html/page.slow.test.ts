import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_WORDS } from '../../../tests/report/hostile-words.js';
import { pagesOf, realRun } from '../../../tests/report/report-page.js';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { openBrowser, show, withoutBrowser } from '../../../tests/report/shown-page.js';
import { foldLedger } from '../../ledger/index.js';
import { runReport } from '../run-report.js';
import { htmlReport } from './page.js';

const write = pagesOf('report');

it('has a policy that allows only its own script and style', () => {
  const ledger = foldLedger(sampleEvents());
  const page = htmlReport(runReport(ledger), ledger);
  expect(page).toMatch(
    /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri/,
  );
  expect(page).not.toMatch(/unsafe-|\s(?:src|style|on\w+)=|href="(?!#)/);
});

it('stays below 2 MB if every check of a long run fails with long evidence', () => {
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

    it.each([
      [1280, 720],
      [390, 844],
    ])(
      'shows the gate, what was not judged and a finding at first sight, %i px wide',
      async (width, height) => {
        const { page } = await show(browser, real, { viewport: { width, height } });
        const places = [
          page.getByText('The gate does not hold').first(),
          page.getByText('Not judged:').first(),
          page.locator('#finding-1'),
        ];
        for (const place of places) {
          const box = await place.boundingBox();
          expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
        }
        await page.context().close();
      },
    );

    it('shows the first finding on the first screen, and opens it with the keyboard', async () => {
      const { page, trouble } = await show(browser, real);
      expect(Buffer.byteLength(await page.content())).toBeLessThan(2_000_000);
      expect(await page.locator('.number h3').allTextContents()).toEqual([
        'Conformance',
        'Coverage',
      ]);
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

    it('runs no scripts and sends no requests, for any text of a target', async () => {
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
  },
);
