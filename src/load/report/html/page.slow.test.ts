import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../../tests/load/sample-report.js';
import { embedJson } from '../../../page/index.js';
import { loadReportHtml } from './page.js';

const browserPath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const background = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const hostile =
  '</script><script>document.title="owned"</script><img src=x onerror=document.title="owned">';

describe('the HTML report', () => {
  it('allows only its own script, and no requests', async () => {
    const html = await loadReportHtml(sampleReport());
    expect(html).toMatch(/default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-/);
    expect(html).not.toMatch(/unsafe-inline|(?:src|href)=["']?(?!x )/);
  });

  it('shows names from outside as text', async () => {
    const html = await loadReportHtml(sampleReport({ scenario: hostile, problem: hostile }));
    expect(html).not.toContain(hostile);
    expect(html).toContain('&lt;/script&gt;');
    expect(embedJson({ hostile, line: '\u2028' }).toString()).not.toMatch(/[<>\u2028]/);
  });

  it.skipIf(browserPath === undefined)(
    'draws its charts in a browser with light and dark colours (needs Chromium)',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'assay-html-'));
      const file = path.join(folder, 'load-report.html');
      await writeFile(
        file,
        await loadReportHtml(sampleReport({ scenario: hostile, problem: hostile })),
      );
      const browser = await chromium.launch({
        ...(browserPath === undefined ? {} : { executablePath: browserPath }),
        args: [...flags, ...background],
      });
      try {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ colorScheme });
          const trouble: string[] = [];
          page.on('pageerror', ({ message }) => trouble.push(message));
          page.on(
            'console',
            (message) => message.type() === 'error' && trouble.push(message.text()),
          );
          page.on(
            'request',
            (request) => request.url().startsWith('file:') || trouble.push(request.url()),
          );
          await page.goto(pathToFileURL(file).href);
          expect(await page.locator('canvas').count()).toBe(6);
          expect(await page.title()).toBe('sample against reference');
          expect(await page.locator('.verdict').textContent()).toBe('1 of 2 thresholds missed');
          expect(trouble).toEqual([]);
          await page.close();
        }
      } finally {
        await browser.close();
        await rm(folder, { recursive: true });
      }
    },
  );
});
