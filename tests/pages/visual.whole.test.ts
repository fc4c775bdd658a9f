import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, withoutBrowser } from '../report/shown-page.js';
import { samplePages } from './sample-pages.js';
import { seen, WHITE, WHOLE } from './seen.js';

const pages = await samplePages();

/** The width of a screen, of a phone, and one between both. */
const WIDTHS = [1280, 390, 820] as const;

const ALL = (['light', 'dark', 'print'] as const).flatMap((mode) =>
  WIDTHS.map((width) => ({ mode, width })),
);

/** Each mode at one width. The nightly run looks at every mode at every width. */
const LOOKS =
  process.env.ASSAY_NIGHTLY === undefined
    ? ALL.filter(({ mode, width }) => width === (mode === 'dark' ? 390 : 1280))
    : ALL;

describe.skipIf(withoutBrowser)('every page (skipped where no Chromium is found)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  describe.each(Object.keys(pages))('%s', (name) => {
    it.each(LOOKS)('is whole and readable: $mode, $width px', async (look) => {
      const { background, ...found } = await seen(browser, pages[name] ?? '', look);
      expect(found).toEqual(WHOLE);
      if (look.mode === 'print') expect(background).toBe(WHITE);
    });
  });
});
