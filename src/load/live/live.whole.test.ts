import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { seconds } from '../../../tests/load/second.js';
import { openBrowser, withoutBrowser } from '../../../tests/report/shown-page.js';
import { environmentOf } from '../report/index.js';
import { openLive } from './live.js';
import { Standing } from './standing.js';
import { redrawing, viewLines } from './view.js';

const options = { port: 0, version: '1', environment: environmentOf(1), target: { name: 'reference', origins: [] } };

describe('the view of a terminal', () => {
  const standing = new Standing();
  for (const { plan, point } of seconds(2)) standing.take(plan, point);

  it('shows rates, the last seconds, errors by kind and thresholds as they stand', () => {
    const lines = viewLines(standing, 'reference');
    expect(lines[0]).toMatch(/^seconds against reference {2}steady {2}█+░+ 2\/3 s$/);
    expect(lines.slice(1)).toEqual([
      '  rate      asked 10/s  offered 10/s  answered 9/s',
      '  last 2 s  p50 50 ms  p95 100 ms  p99 100 ms  max 100 ms',
      '  errors    2 × timed out  2 × unexpected status',
      '  ✗ response.p95 ≤ 50 ms  100 ms',
      '  ✓ errors ≤ 50 %  20 %',
    ]);
  });

  it('is drawn over what stood there', () => {
    let shown = '';
    const draw = redrawing((text) => {
      shown += text;
    });
    draw(['a', 'b']);
    draw(['c']);
    expect(shown).toBe('a\nb\n\u001b[2A\u001b[Jc\n');
  });
});

const statusOf = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve) =>
    request(url, { headers: { Host: host } }, (answer) => resolve(answer.resume().statusCode)).end(),
  );

describe('the live page', () => {
  it('is of this machine alone, whatever name it is asked by', async () => {
    const live = await openLive(options);
    expect(live.place).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await statusOf(live.place, 'localhost')).toBe(200);
    expect(await statusOf(live.place, 'assay.example.com')).toBe(403);
    await live.close();
  });

  it.skipIf(withoutBrowser)(
    'follows a run in a browser, to its report (needs Chromium)',
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
        expect(await page.locator('main').textContent()).toContain('The run has not begun.');
        const heard = (count: number) => page.locator(`html[data-heard="${count}"]`).waitFor({ state: 'attached' });
        for (const [index, second] of seconds(3).entries()) {
          live.second(second);
          await heard(index + 1);
        }
        expect(await page.locator('h1').textContent()).toBe('seconds against reference');
        expect(await page.locator('main').textContent()).toContain('✗ response.p95 ≤ 50 ms');
        expect(await page.locator('canvas').count()).toBe(7);
        live.finish(sampleReport());
        await heard(4);
        await live.close();
        await page.locator('html[data-ended="true"]').waitFor({ state: 'attached' });
        expect(await page.locator('.verdict').textContent()).toBe('A threshold was missed');
        expect(trouble).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
