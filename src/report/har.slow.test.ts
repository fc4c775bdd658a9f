import { expect, it } from 'vitest';
import { sampleEvents } from '../../tests/report/sample-ledger.js';
import { openBrowser, withoutBrowser } from '../../tests/report/shown-page.js';
import { foldLedger } from '../ledger/index.js';
import { harReport } from './har.js';
import { runReport } from './run-report.js';

/** Chromium's DevTools, whose Network panel imports HAR files. */
const DEVTOOLS = 'devtools://devtools/bundled';

/** Runs in DevTools, so that it is text: what its import reads of a file, a request each. */
const reading = (
  file: string,
): string => `import('${DEVTOOLS}/models/har/har.js').then(({ HARFormat, Importer }) =>
  Importer.Importer.requestsFromHARLog(new HARFormat.HARRoot(${file}).log).map((request) => [
    request.requestMethod, request.url(), request.statusCode
  ]))`;

it.skipIf(withoutBrowser)(
  "is read by the import of Chromium's DevTools, request by request",
  async () => {
    const ledger = foldLedger(sampleEvents());
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${DEVTOOLS}/devtools_app.html`);
      const read = await page.evaluate(reading(harReport(runReport(ledger), ledger)));
      const sent = [...ledger.exchanges.values()];
      expect(sent.length).toBeGreaterThan(0);
      expect(read).toEqual(
        sent.map(({ request: { method, url }, answer }) => [method, url, answer?.status ?? 0]),
      );
    } finally {
      await browser.close();
    }
  },
);
