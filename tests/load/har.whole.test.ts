import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { loadCommand } from '../../src/cli/load/load.js';
import type { Identity } from '../../src/reference/credentials.js';
import { defaultRecords, startReference } from '../../src/reference/index.js';
import { CLIENTS } from '../../src/reference/templates/index.js';
import { openBrowser, withoutBrowser } from '../report/shown-page.js';
import { loadInFolder } from './load-command.js';

/** A server with other credentials and other ids. */
function elsewhereIdentity(): Partial<Identity> {
  const records = defaultRecords().slice(0, 300);
  const entities = Array.from({ length: 40 }, (_, at) => ({
    id: 50_000 + at * 7,
    name: `Plan ${at}`,
  }));
  return {
    destinations: [
      { id: 4711, siteId: 123, channelId: 456, token: 'Elsewhere_main-77aQ', records },
      { id: 4712, siteId: 123, channelId: 456, token: 'Elsewhere_othr-88bR', records },
    ],
    clients: CLIENTS.map((client, at) => ({
      ...client,
      id: `elsewhere-${at}`,
      secret: `elsewhere secret/${at}`,
    })),
    collections: new Map([['projects', entities]]),
  };
}

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
    // What a user does: the token and the cursor of responses go into the next requests.
    await page.evaluate(
      async ({ tokenUrl, form: fields, templatesUrl, projectsUrl, headers }) => {
        const body = new URLSearchParams(fields);
        const issued = Object(await (await fetch(tokenUrl, { method: 'POST', body })).json());
        const Authorization = `Bearer ${issued.access_token}`;
        await (await fetch(templatesUrl, { headers: { Authorization } })).text();
        const first = Object(await (await fetch(`${projectsUrl}?limit=7`, { headers })).json());
        const next = `${projectsUrl}?limit=7&cursor=${first.meta.cursor.next}`;
        await (await fetch(next, { headers })).text();
      },
      {
        tokenUrl: token,
        form,
        templatesUrl: `${templates.baseUrl}/V1/export-templates`,
        projectsUrl: `${platform.baseUrl}/platform/v2/projects`,
        headers: platform.headers ?? {},
      },
    );
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
    const [{ steps }] = profile.scenarios;
    const twice = steps.find(({ repeat }: { repeat?: number }) => repeat !== undefined);
    expect(twice).toMatchObject({
      request: { path, query: { limit: '3' }, expect: { status: 200 } },
      repeat: 2,
    });
    expect(text).toContain('"X-EA-Auth-Token": "{{EXPORT_OTHER_TOKEN}}"');
    expect(err.join('')).toContain('Left out: the response was 403');
    expect(err.join('')).toContain(
      `Left out: ${new URL(here).origin} is not a base URL of the target`,
    );
    // The token of the response, and the cursor that the first page named.
    expect(steps.map(({ capture }: { capture?: object }) => capture)).toContainEqual({
      access_token: '$.access_token',
    });
    expect(text).toContain('"Authorization": "Bearer {{access_token}}"');
    expect(text).toContain('"cursor": "{{next}}"');

    // Another server: other credentials, other ids.
    const elsewhere = await startReference({ identity: elsewhereIdentity() });
    closing.push(elsewhere.close);
    await write('elsewhere.json', { ...elsewhere.target, name: 'elsewhere' });
    // Without the recorded pauses, and with time for the last visits. Three seconds, because a busy
    // machine may start the users late.
    const [recorded] = profile.scenarios;
    const hurried = steps.map(({ think: _, ...step }: { think?: string }) => step);
    const scenarios = [{ ...recorded, steps: hurried }];
    const { code } = await load(
      { ...profile, scenarios, drain: '60s', stages: [{ duration: '3s', users: 3 }] },
      { options: { target: 'elsewhere.json' } },
    );
    const { totals, scenarios: ended } = await report();
    expect(totals).toMatchObject({ errors: 0, failed: 0, wrong: 0 });
    expect(ended[0].abandoned).toBe(0);
    expect(ended[0].completed).toBeGreaterThan(2);
    expect(code).toBe(0);
  },
);
