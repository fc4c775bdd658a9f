import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { faultsOf, watchLabels } from './faults.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How somebody looks at a page. */
export interface Look {
  readonly mode: 'light' | 'dark' | 'print';
  readonly width: number;
}

/** What is wrong with a page for those who look at it so: nothing of it should be. */
export interface Seen {
  readonly folded: unknown;
  readonly unfolded: unknown;
  readonly axe: unknown;
  readonly background: unknown;
}

/** Shows a page in a browser, folded as it opens and with everything unfolded. */
export async function seen(browser: Browser, text: string, { mode, width }: Look): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-seen-'));
  const file = path.join(folder, 'page.html');
  writeFileSync(file, text);
  const media = mode === 'print' ? 'print' : 'screen';
  // On paper somebody who prefers dark gets black on white, too.
  const colorScheme = mode === 'light' ? 'light' : 'dark';
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchLabels);
    await page.goto(pathToFileURL(file).href);
    await page.emulateMedia({ colorScheme, media });
    // Charts are drawn anew for paper, before the next frame.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    // Tables scroll inside their region on narrow screens; on paper nothing does.
    const faults = faultsOf(media === 'screen' && width < 1280);
    const folded = await page.evaluate(faults);
    if (media === 'screen') await unfold(page);
    return {
      folded,
      unfolded: await page.evaluate(faults),
      axe: await axeViolations(page),
      background: await page.evaluate('getComputedStyle(document.body).backgroundColor'),
    };
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
}

/** What is expected of every page. */
export const WHOLE = { folded: [], unfolded: [], axe: [] };
export const WHITE = 'rgb(255, 255, 255)';

async function axeViolations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, impact, nodes }) => [id, impact, nodes.length, nodes[0].html.slice(0, 160), nodes[0].failureSummary]))`,
  );
}

/** Opens everything that is folded, as somebody who reads all of it. */
const unfold = (page: Page): Promise<unknown> =>
  page.evaluate(
    "for (const part of [...document.querySelectorAll('details')].slice(0, 120)) part.open = true",
  );
