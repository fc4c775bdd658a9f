import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_WORDS } from '../../../tests/report/hostile-words.js';
import { madeFindings } from '../../../tests/report/made-findings.js';
import { COUNT, CURRENT, PREVIOUS, runFolder } from '../../../tests/report/run-folder.js';
import { openBrowser, show, withoutBrowser } from '../../../tests/report/shown-page.js';
import type { LedgerEvent } from '../../ledger/index.js';
import { checkSchema } from '../../schema/validate.js';
import { compareCommand } from '../reports/compare.js';
import { historyCommand } from '../reports/history.js';
import { matrixCommand } from '../reports/matrix.js';

const { folder, save, realRun, call, read, remove } = runFolder();
afterAll(remove);

/**
 * The defects of ten runs. `COUNT` is repaired for good, `CURRENT` stays, and `PREVIOUS` comes
 * back.
 */
const TEN: readonly (readonly string[])[] = [
  [],
  [COUNT],
  [COUNT, CURRENT],
  [COUNT, CURRENT],
  [CURRENT],
  [CURRENT, PREVIOUS],
  [CURRENT],
  [CURRENT],
  [CURRENT],
  [CURRENT, PREVIOUS],
];

beforeAll(async () => {
  for (const [index, defects] of TEN.entries())
    await realRun(`runs/staging/${index}`, 'staging', defects);
  await realRun('runs/production/0', 'production', []);
  await realRun('runs/third/0', 'third | <b>', [PREVIOUS]);
});

describe('assay history', () => {
  it('reports the conformance of ten runs, and findings that are open, gone or back', () => {
    const { code, out } = call((io) =>
      historyCommand(['runs', 'runs/staging'], { json: true }, io),
    );
    const result = checkSchema('run-history', JSON.parse(out));
    if (!('value' in result)) throw new Error(JSON.stringify(result.problems));
    const { targets } = result.value;
    expect(code).toBe(0);
    expect(targets.map(({ target, runs }) => [target, runs.length])).toEqual([
      ['production', 1],
      ['staging', 10],
      ['third | <b>', 1],
    ]);
    const staging = targets[1];
    expect(staging?.runs.map(({ conformance: { passed, judged } }) => judged - passed)).toEqual(
      TEN.map(({ length }) => length),
    );
    expect(
      staging?.findings.map(({ clause, state, verdicts }) => [
        clause,
        state,
        verdicts.map((past) => past[0]).join(''),
      ]),
    ).toEqual([
      ['PLT-PAGE-8', 'back', 'pppppfpppf'],
      ['PLT-PAGE-7', 'open', 'ppffffffff'],
      ['PLT-PAGE-2', 'gone', 'pfffpppppp'],
    ]);
  });

  it('does not call a finding gone if its check was not tested in the last run', () => {
    const events = madeFindings(1, { target: 'unjudged' });
    const later = events.flatMap((event): LedgerEvent[] => {
      if (event.type === 'header') return [{ ...event, startedAt: '2026-01-03T03:04:05.000Z' }];
      if (event.type === 'finding') return [];
      if (event.type !== 'verdict' || event.verdict !== 'failed') return [event];
      return [{ ...event, verdict: 'inconclusive', reason: 'reset' }];
    });
    save('unjudged/1', events);
    save('unjudged/2', later);
    const { out } = call((io) => historyCommand(['unjudged'], {}, io));
    expect(out).toContain('Not tested in the last run: export.made-1.rule-1.');
    expect(out).not.toContain('gone |');
  });

  it('writes a page, Markdown and JSON', () => {
    expect(call((io) => historyCommand(['runs'], { out: 'out' }, io)).err).toBe(
      'Written to out: history.html, history.md, history.json\n',
    );
    expect(read('out/history.md')).toContain('third \\| &lt;b>');
    expect(read('out/history.html').match(/<polyline/g)).toHaveLength(2);
  });

  it('names a folder that contains no run, and the remedy', () => {
    mkdirSync(path.join(folder, 'empty'));
    for (const name of ['nowhere', 'empty'])
      expect(() => call((io) => historyCommand([name], {}, io))).toThrow(
        new RegExp(`"${name}".*Name a folder that contains runs`),
      );
  });
});

describe.skipIf(withoutBrowser)(
  'the pages of several runs in Chromium (skipped if Chromium is not found)',
  () => {
    it('run no scripts, send no requests and never scroll sideways, for any text', async () => {
      const words = Object.values(HOSTILE_WORDS).slice(0, -1).join(' ');
      save('hostile/0', madeFindings(3));
      save('hostile/1', madeFindings(3, { words }));
      call((io) => historyCommand(['runs', 'hostile'], { out: 'pages' }, io));
      call((io) =>
        matrixCommand(['runs/staging/9', 'runs/third/0', 'hostile/1'], { out: 'pages' }, io),
      );
      call((io) => compareCommand('hostile/0', 'hostile/1', { html: 'pages/comparison.html' }, io));
      const browser = await openBrowser();
      try {
        for (const name of ['history', 'matrix', 'comparison']) {
          const url = pathToFileURL(path.join(folder, 'pages', `${name}.html`)).href;
          const { page, trouble } = await show(browser, url);
          for (const width of [1280, 375]) {
            await page.setViewportSize({ width, height: 800 });
            const overflow =
              'document.documentElement.scrollWidth - document.documentElement.clientWidth';
            expect([name, width, await page.evaluate(overflow)]).toEqual([name, width, 0]);
          }
          expect([trouble, await page.title()]).toEqual([[], expect.stringMatching(/^Assay: /)]);
          expect(await page.locator('body script, body style, img, iframe').count()).toBe(1);
          if (name !== 'matrix') continue;
          expect(await page.locator('.side tr.same:visible').count()).toBe(0);
          await page.getByLabel('only clauses on which verdicts differ').uncheck();
          expect(await page.locator('.side tr.same').first().isVisible()).toBe(true);
        }
      } finally {
        await browser.close();
      }
    });
  },
);
