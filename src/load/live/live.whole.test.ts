import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { seconds } from '../../../tests/load/second.js';
import { openBrowser, withoutBrowser } from '../../../tests/report/shown-page.js';
import { openLive } from './live.js';

const options = { port: 0, version: '1', workers: 1, target: { name: 'reference', origins: [] } };

const statusOf = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve) =>
    request(url, { headers: { Host: host } }, (answer) =>
      resolve(answer.resume().statusCode),
    ).end(),
  );

describe('the live page', () => {
  it('is served to this machine only, and only under a name of this machine', async () => {
    const live = await openLive(options);
    expect(live.place).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await statusOf(live.place, 'localhost')).toBe(200);
    expect(await statusOf(live.place, 'assay.example.com')).toBe(403);
    await live.close();
  });

  it.skipIf(withoutBrowser)(
    'shows a run in a browser until its report (needs Chromium)',
    { timeout: 30_000 },
    async () => {
      const live = await openLive(options);
      const browser = await openBrowser();
      try {
        const page = await browser.newPage();
        const trouble: string[] = [];
        page.on('pageerror', ({ message }) => trouble.push(message));
        page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
        await page.goto(live.place);
        expect(await page.locator('main').textContent()).toContain('The run has not started.');
        const received = (count: number) =>
          page.locator(`html[data-heard="${count}"]`).waitFor({ state: 'attached' });
        for (const [index, second] of seconds(3).entries()) {
          live.second(second);
          await received(index + 1);
        }
        expect(await page.locator('h1').textContent()).toBe('seconds against reference');
        expect(await page.locator('main').textContent()).toContain('✗ response.p95 ≤ 50 ms');
        expect(await page.locator('canvas').count()).toBe(6);
        expect(await page.locator('.verdict').textContent()).toBe('1 of 2 thresholds missed');
        live.finish(sampleReport());
        await received(4);
        await live.close();
        await page.locator('html[data-ended="true"]').waitFor({ state: 'attached' });
        expect(await page.locator('.verdict').textContent()).toBe('1 of 2 thresholds missed');
        expect(trouble).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
