import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProxyAgent, fetch as plainFetch, setGlobalDispatcher } from 'undici';
import { readHar } from '../src/formats/har.js';
import { startReference } from '../src/reference/index.js';
import { openBrowser } from '../tests/report/shown-page.js';
import { failuresIn, judgedAsOthers } from '../tests/traffic/judged.js';
import { clientSettings, pagingClient } from '../tests/traffic/paging-client.js';
import { SEEN_BY_CLIENTS } from './shown-in-traffic.js';

/**
 * `node dist/bench/traffic-clients.js browser`: a page that pages through the reference server,
 * healthy and with defects, as Chromium records it. `mitmproxy PORT DEFECT|healthy`: the same
 * client through a proxy that records; its file is judged with `assay judge`.
 */
const [how = 'browser', ...rest] = process.argv.slice(2);
if (how === 'browser') {
  const browser = await openBrowser();
  let found = 0;
  let alarms = 0;
  for (const id of ['healthy', ...SEEN_BY_CLIENTS]) {
    const server = await startReference(id === 'healthy' ? {} : { defects: [id] });
    const file = path.join(tmpdir(), `assay-${process.pid}.har`);
    const context = await browser.newContext({ recordHar: { path: file, content: 'embed' } });
    const page = await context.newPage();
    await page.goto(`${server.target.export?.baseUrl}/`);
    await page.evaluate(pagingClient, clientSettings(server.target));
    await context.close();
    const har = readHar(JSON.parse(readFileSync(file, 'utf8')));
    rmSync(file);
    const failures = failuresIn(await judgedAsOthers(har?.entries ?? [], server.target));
    await server.close();
    if (id === 'healthy') alarms += failures.length;
    else if (failures.length > 0) found += 1;
    console.log(`${id}: ${failures.map((line) => line.slice(0, 160)).join(' | ') || '-'}`);
  }
  await browser.close();
  console.log(`${SEEN_BY_CLIENTS.length} defects: ${found} found, ${alarms} false alarms`);
} else {
  const [port = '8080', defect = 'healthy'] = rest;
  const server = await startReference(defect === 'healthy' ? {} : { defects: [defect] });
  setGlobalDispatcher(new ProxyAgent({ uri: `http://127.0.0.1:${port}`, proxyTunnel: false }));
  globalThis.fetch = plainFetch as unknown as typeof fetch;
  await pagingClient(clientSettings(server.target));
  console.log(JSON.stringify(server.target));
  await server.close();
}
