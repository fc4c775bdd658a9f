import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type Ledger, type LedgerEvent } from '../../src/ledger/index.js';
import { defaultRecords } from '../../src/reference/dataset/index.js';
import { openReference, type ReferenceOptions } from '../../src/reference/index.js';
import { reporters, runReport, terminalReport } from '../../src/report/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { type Target, targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { withOwnSchemas } from '../../suites/own/index.js';

/** Findings of every kind, of the four interfaces and of an own schema, from real runs. */
const RUNS: readonly (readonly [interfaceName: string, defects: readonly string[]])[] = [
  [
    'export',
    [
      'export.errors.status-as-text',
      'export.lists.total-grows-with-the-offset',
      'export.negotiation.vary-missing',
      'export.routes.welcome-is-plain-text',
      'export.arrange.sort-drops-nulls',
      'export.filter.below-takes-null-for-zero',
      'export.legacy.path-limit-ignored',
    ],
  ],
  [
    'export',
    [
      'export.filter.not-between-is-between',
      'export.modes.second-group-ignored',
      'export.arrange.sorted-downwards',
      'export.errors.title-in-british',
      'export.shape.blanks-within-dropped',
      'export.lists.limit-echoes-the-count',
    ],
  ],
  [
    'templates',
    [
      'tokens.no-secret-needed',
      'tokens.type-in-lower-case',
      'token-server.issuer-missing',
      'templates.alg-none-accepted',
      'tokens.unknown-grant-is-invalid-grant',
      'tokens.lifetime-in-milliseconds',
    ],
  ],
  [
    'templates',
    [
      'templates.open-once-asked',
      'tokens.token-as-plain-text',
      'tokens.scope-missing',
      'templates.challenge.error-without-a-token',
      'token-server.key-set-elsewhere',
    ],
  ],
  [
    'platform',
    [
      'platform.success-as-text',
      'platform.count-is-the-limit',
      'platform.next-is-one-too-far',
      'platform.limit-1-is-no-limit',
      'platform.current-always-0',
      'platform.prev-is-1-at-the-start',
    ],
  ],
  ['platform', ['platform.cursor-inclusive', 'platform.unsorted-inside-a-page']],
  [
    'handover',
    ['handover.any-bearer-accepted', 'handover.refusal-without-message', 'handover.done-as-html'],
  ],
  ['handover', ['handover.half-of-the-resources', 'handover.done-says-nothing']],
];

/** A schema that demands a price of every record, and no text as a color. */
const OWN = {
  source: 'own.json',
  address: 'own.json',
  level: 'must',
  documents: {
    'own.json': {
      type: 'object',
      required: ['category'],
      properties: { price: { type: 'number' } },
    },
  },
} as const;

async function run(
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

const withSchema = (target: Target): Target => ({
  ...target,
  ...(target.export && { export: { ...target.export, recordSchema: OWN } }),
});

const withoutCategory = () =>
  defaultRecords().map((record, index) => {
    const { category, ...rest } = record;
    return index % 40 === 3 ? rest : { ...rest, category };
  });

let ledgers: readonly Ledger[] = [];

beforeAll(async () => {
  const made: Ledger[] = [];
  for (const [name, defects] of RUNS) made.push(await run(name, { defects }));
  made.push(await run('export', { records: withoutCategory() }, withSchema));
  ledgers = made;
}, 240_000);

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

describe('the gallery of findings', () => {
  it('reads as it was reviewed', async () => {
    const lines = ledgers.flatMap((ledger) =>
      runReport(ledger)
        .findings.map(
          ({ clause, title, responses }) =>
            `${clause}  ${withoutClock(title)}  (${responses === 1 ? '1 response' : 'several responses'})`,
        )
        .sort(),
    );
    expect(lines.length).toBeGreaterThanOrEqual(40);
    for (const name of ['EXP-', 'TOK-', 'ETM-', 'PLT-', 'HND-', 'OWN-'])
      expect(lines.some((line) => line.startsWith(name))).toBe(true);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../screens/gallery-of-findings.txt');
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
});
