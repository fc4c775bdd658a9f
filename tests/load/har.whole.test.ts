import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { loadCommand } from '../../src/cli/load/load.js';
import { startReference } from '../../src/reference/index.js';
import { openBrowser, withoutBrowser } from '../report/shown-page.js';
import { loadInFolder } from './load-command.js';

const { load, report, ioOf, write, inFolder } = loadInFolder();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it.skipIf(withoutBrowser)(
  'a recording of Chromium becomes a profile without credentials, which runs (needs Chromium)',
  { timeout: 60_000 },
  async () => {
    const reference = await startReference();
    const pages = createServer(
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>here'),
    );
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const here = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
    closing.push(
      reference.close,
      () => pages.close(),
      () => pages.closeAllConnections(),
    );
    const { export: products, templates, platform } = reference.target;
    if (!products?.destination || !products.otherDestination || !templates?.client || !platform)
      throw new Error('incomplete');
    const list = (id: number) =>
      `${products.baseUrl}/sites/${products.siteId}/channels/${products.channelId}/destinations/${id}/products`;
    const { id = '', secret = '' } = templates.client;
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const token = `${templates.authUrl}/realms/External-Applications/protocol/openid-connect/token`;
    const first = {
      'X-EA-Auth-Token': products.destination.token,
      Accept: 'application/vnd.api+json',
    };
    const other = {
      'X-EA-Auth-Token': products.otherDestination.token,
      Accept: 'application/vnd.api+json',
    };
    const asked: {
      url: string;
      method?: string;
      body?: string;
      headers: Record<string, string>;
    }[] = [
      { url: `${list(products.destination.id)}?limit=3`, headers: first },
      { url: `${list(products.destination.id)}?limit=3`, headers: first },
      { url: `${list(products.otherDestination.id)}?limit=3`, headers: other },
      {
        url: `${list(products.destination.id)}?limit=3`,
        headers: { ...first, 'X-EA-Auth-Token': 'nobody-knows-this-one' },
      },
      {
        url: `${platform.baseUrl}/platform/v2/projects?limit=2&cursor=0`,
        headers: platform.headers ?? {},
      },
      {
        url: token,
        method: 'POST',
        body: new URLSearchParams(form).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ];

    const browser = await openBrowser();
    closing.push(() => browser.close());
    const context = await browser.newContext({
      bypassCSP: true,
      recordHar: { path: inFolder('recording.har') },
    });
    const page = await context.newPage();
    // The reference server knows nothing of other origins: the page asks as one of its own would.
    await page.goto(products.baseUrl);
    await page.evaluate(async (requests) => {
      for (const { url, ...init } of requests)
        await fetch(url, init).then((answer) => answer.text());
    }, asked);
    await page.goto(here);
    await context.close();

    await write('target.json', reference.target);
    const out: string[] = [];
    const err: string[] = [];
    const options = { target: 'target.json', fromHar: 'recording.har' };
    expect(await loadCommand(undefined, options, ioOf(out, err))).toBe(0);
    const text = out.join('');
    const secrets = [
      form.client_secret,
      products.destination.token,
      products.otherDestination.token,
      'nobody-knows',
    ];
    for (const secret of [...secrets, ...Object.values(platform.headers ?? {})])
      expect(text + err.join('')).not.toContain(secret);
    expect(await readFile(inFolder('recording.har'), 'utf8')).toContain(products.destination.token);
    const profile = JSON.parse(text);
    const path = '/sites/{{siteId}}/channels/{{channelId}}/destinations/{{destinationId}}/products';
    expect(profile.scenarios[0]).toMatchObject({
      weight: 2,
      request: { path, query: { limit: '3' }, expect: { status: 200 } },
    });
    expect(text).toContain('"X-EA-Auth-Token": "{{EXPORT_OTHER_TOKEN}}"');
    expect(profile.scenarios.map(({ flow }: { flow: string }) => flow)).toContain('token');
    expect(err.join('')).toContain('Left out: the response was 403');
    expect(err.join('')).toContain(
      `Left out: ${new URL(here).origin} is not a base URL of the target`,
    );

    const { code } = await load(
      { ...profile, stages: [{ duration: '1s', rate: 30 }] },
      { options: { target: 'target.json' } },
    );
    expect(code).toBe(0);
    const { totals, requests } = await report();
    expect(totals).toMatchObject({ errors: 0, failed: 0 });
    expect(requests.length).toBe(profile.scenarios.length);
  },
);
