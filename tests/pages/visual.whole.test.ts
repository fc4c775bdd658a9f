import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, withoutBrowser } from '../report/shown-page.js';
import { samplePages } from './sample-pages.js';
import { seen, WHITE, WHOLE } from './seen.js';

const pages = await samplePages();

/** The nightly run also looks at the width between that of a screen and that of a phone. */
const WIDTHS = process.env.ASSAY_NIGHTLY === undefined ? [1280, 390] : [1280, 820, 390];

const LOOKS = (['light', 'dark', 'print'] as const).flatMap((mode) =>
  WIDTHS.map((width) => ({ mode, width })),
);

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
