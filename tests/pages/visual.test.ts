import { expect, it } from 'vitest';
import { openBrowser, withoutBrowser } from '../report/shown-page.js';
import { samplePages } from './sample-pages.js';
import { seen, WHITE, WHOLE } from './seen.js';

it.skipIf(withoutBrowser)(
  'a report is whole on a dark phone, and black on white on paper (needs Chromium)',
  { timeout: 60_000 },
  async () => {
    // This report has fewer findings than others, and every part that a report may have.
    const { 'report with a budget': run = '', 'load report': load = '' } = await samplePages();
    const browser = await openBrowser();
    try {
      for (const page of [run, load]) {
        expect(await seen(browser, page, { mode: 'dark', width: 390 })).toMatchObject(WHOLE);
        const printed = await seen(browser, page, { mode: 'print', width: 820 });
        expect(printed).toEqual({ ...WHOLE, background: WHITE });
      }
    } finally {
      await browser.close();
    }
  },
);
