import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Where Chromium is on this machine; in CI a missing one is no reason to skip. */
const chromiumPath = process.env.CHROMIUM || PLACES.find((place) => existsSync(place));
export const withoutBrowser = chromiumPath === undefined && !process.env.CI;

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = (): Promise<Browser> => {
  if (chromiumPath === undefined)
    throw new Error('No Chromium was found: install it, or name it in CHROMIUM.');
  return chromium.launch({ executablePath: chromiumPath, args: ARGUMENTS });
};

/** A page that shows a report, and everything that must not happen on it. */
export interface Shown {
  readonly page: Page;
  readonly trouble: readonly string[];
}

export async function show(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Shown> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', ({ message }) => trouble.push(`error: ${message}`));
  page.on(
    'console',
    (message) => message.type() !== 'log' && trouble.push(`${message.type()}: ${message.text()}`),
  );
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.route('**/*', (route) => {
    if (route.request().url().startsWith(url.replace(/#.*/, ''))) return route.continue();
    trouble.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  await page.goto(url);
  return { page, trouble };
}
