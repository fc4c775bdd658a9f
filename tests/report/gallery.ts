/** A gallery: the titles of the findings of real runs, reviewed and stored. */

import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type Ledger, type LedgerEvent } from '../../src/ledger/index.js';
import { openReference, type ReferenceOptions } from '../../src/reference/index.js';
import { reporters, runReport, terminalReport } from '../../src/report/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { type Target, targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { withOwnSchemas } from '../../suites/own/index.js';

/** Runs the checks of an interface on a reference server. */
export async function run(
  name: string,
  options: ReferenceOptions,
  change: (target: Target) => Target = (target) => target,
): Promise<Ledger> {
  const clock = virtualClock();
  const server = openReference({ clock: clock.now, ...options });
  const events: LedgerEvent[] = [];
  const target = change(targetFrom(server.target, 'reference'));
  await runSuites(withOwnSchemas(suites, target), target, {
    clock,
    toolVersion: 'test',
    allowDestructive: true,
    wanted: (check) => check.interface === name,
    transport: { send: (request) => server.call(request), close: async () => undefined },
    record: (event) => void events.push(event),
  });
  return foldLedger(events);
}

/** The tokens are signed by the clock of this machine, and numbered as concurrent requests end. */
const withoutClock = (title: string): string =>
  title
    .replace(/exp is in \d+ s; it must be in about \d+ s/, 'exp is not as in expires_in')
    .replace(/ACCESS_TOKEN_\d+/g, 'ACCESS_TOKEN');

/** What Markdown, XML, HTML and JSON make of a text, is undone. */
const plain = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/<\/?code>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(?:quot|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[`\\{}]/g, '')
    .replace(/\s+/g, ' ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** A server with several defects, and the interface that is tested. */
type Run = readonly [interfaceName: string, defects: readonly string[]];

/**
 * Declares tests: the findings of these runs, and of `more`, read as stored in `file`, and each
 * report has them. Clauses with each of the `prefixes` are violated.
 */
export function galleryOf(
  file: string,
  prefixes: readonly string[],
  runs: readonly Run[],
  more: readonly (() => Promise<Ledger>)[] = [],
): void {
  let ledgers: readonly Ledger[] = [];

  beforeAll(async () => {
    const made: Ledger[] = [];
    for (const [name, defects] of runs) made.push(await run(name, { defects }));
    for (const one of more) made.push(await one());
    ledgers = made;
  }, 240_000);

  it('reads as it was reviewed', async () => {
    const lines = ledgers.flatMap((ledger) =>
      runReport(ledger)
        .findings.map(
          ({ clause, title, responses }) =>
            `${clause}  ${withoutClock(title)}  (${responses === 1 ? '1 response' : 'several responses'})`,
        )
        .sort(),
    );
    expect(lines.length).toBeGreaterThanOrEqual(20);
    for (const prefix of prefixes) expect(lines.some((line) => line.startsWith(prefix))).toBe(true);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../screens/${file}`);
  });

  it('has each sentence in the terminal, HTML, JUnit, SARIF and the letter', () => {
    for (const ledger of ledgers) {
      const report = runReport(ledger);
      const texts: readonly (readonly [string, string])[] = [
        ['terminal', terminalReport(report, { colours: false, verbose: true })],
        ...['html', 'junit', 'sarif', 'vendor', 'vendor-html'].map(
          (name) => [name, [reporters[name]?.make(report, ledger)].flat()[0] ?? ''] as const,
        ),
      ];
      const shown = texts.map(([name, text]) => [name, plain(text)] as const);
      for (const { title } of report.findings) {
        // The heading of HTML is cut.
        const begin = plain(title).slice(0, 100);
        for (const [name, text] of shown)
          expect([name, begin, text.includes(begin)]).toEqual([name, begin, true]);
      }
    }
  });

  it('has a command, an impact and a response for each finding in the letter', () => {
    for (const ledger of ledgers) {
      const [letter = ''] = [reporters.vendor?.make(runReport(ledger), ledger)].flat();
      const items = letter.split(/^## (?=\d)/m).slice(1);
      for (const item of items) {
        expect(item).toMatch(/curl -i/);
        expect(item).toContain('The response, sent at');
        if (!item.includes('own.json')) expect(item).toContain('- Impact: ');
        expect(item.replace(/^```[\s\S]*?^```$|`[^`]+`/gm, '')).not.toContain('\\');
      }
      expect(items.length).toBe(runReport(ledger).findings.length);
    }
  });
}
