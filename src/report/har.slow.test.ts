import { expect, it } from 'vitest';
import { sampleEvents } from '../../tests/report/sample-ledger.js';
import { openBrowser, withoutBrowser } from '../../tests/report/shown-page.js';
import { foldLedger } from '../ledger/index.js';
import { harReport } from './har.js';
import { runReport } from './run-report.js';

/** The address of the DevTools in Chromium. Their Network panel imports HAR files. */
const DEVTOOLS = 'devtools://devtools/bundled';

/**
 * A script for DevTools, so it is a string. It imports a HAR file and returns the method, the URL
 * and the status of each request.
 */
const importScript = (
  file: string,
): string => `import('${DEVTOOLS}/models/har/har.js').then(({ HARFormat, Importer }) =>
  Importer.Importer.requestsFromHARLog(new HARFormat.HARRoot(${file}).log).map((request) => [
    request.requestMethod, request.url(), request.statusCode
  ]))`;

it.skipIf(withoutBrowser)('is imported by the DevTools of Chromium with all requests', async () => {
  const ledger = foldLedger(sampleEvents());
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${DEVTOOLS}/devtools_app.html`);
    const read = await page.evaluate(importScript(harReport(runReport(ledger), ledger)));
    const sent = [...ledger.exchanges.values()];
    expect(sent.length).toBeGreaterThan(0);
    expect(read).toEqual(
      sent.map(({ request: { method, url }, answer }) => [method, url, answer?.status ?? 0]),
    );
  } finally {
    await browser.close();
  }
});
