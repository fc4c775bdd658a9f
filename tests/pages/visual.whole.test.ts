import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, withoutBrowser } from '../report/shown-page.js';
import { faultsOf, watchLabels } from './faults.js';
import { samplePages } from './sample-pages.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'assay-visual-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pages = await samplePages();

const axeViolations = async (page: Page): Promise<unknown> => {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, impact, nodes }) => [id, impact, nodes.length, nodes[0].html.slice(0, 160), nodes[0].failureSummary]))`,
  );
};

/** Opens everything that is folded, as somebody who reads all of it. */
const unfold = (page: Page) =>
  page.evaluate(
    "for (const part of [...document.querySelectorAll('details')].slice(0, 120)) part.open = true",
  );

const MODES = [
  { mode: 'light', options: { colorScheme: 'light' }, media: 'screen' },
  { mode: 'dark', options: { colorScheme: 'dark' }, media: 'screen' },
  // On paper somebody who prefers dark gets black on white, too.
  { mode: 'print', options: { colorScheme: 'dark' }, media: 'print' },
] as const;

describe.skipIf(withoutBrowser)('every page (skipped where no Chromium is found)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  describe.each(Object.keys(pages))('%s', (name) => {
    it.each(MODES.flatMap((one) => [1280, 820, 390].map((width) => ({ ...one, width }))))(
      'is whole and readable: $mode, $width px',
      async ({ options, media, width }) => {
        const file = path.join(folder, `${name.replaceAll(' ', '-')}.html`);
        writeFileSync(file, pages[name] ?? '');
        const context = await browser.newContext({ ...options, viewport: { width, height: 900 } });
        const page = await context.newPage();
        try {
          await page.addInitScript(watchLabels);
          await page.goto(pathToFileURL(file).href);
          await page.emulateMedia({ ...options, media });
          // Charts are drawn anew for paper, before the next frame.
          await page.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
          );
          // Tables scroll inside their region on narrow screens; on paper nothing does.
          const mayScroll = media === 'screen' && width < 1280;
          expect(await page.evaluate(faultsOf(mayScroll))).toEqual([]);
          if (media === 'screen') await unfold(page);
          expect(await page.evaluate(faultsOf(mayScroll))).toEqual([]);
          expect(await axeViolations(page)).toEqual([]);
          if (media === 'print') {
            const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
            expect(paper).toBe('rgb(255, 255, 255)');
          }
        } finally {
          await context.close();
        }
      },
    );
  });
});
