import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.js';
import { runSuites } from '../../src/harness/index.js';
import type { FindingEvent, VerdictEvent } from '../../src/ledger/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { exportSuite } from '../../suites/export/index.js';
import {
  type Faults,
  OPERATORS,
  PARTS,
  type Part,
  startUnfinished,
  TOKEN,
  type Without,
} from './export-server.js';

/** The findings about a server without some parts, and the checks that passed. */
async function judged(faults: Faults) {
  const server = await startUnfinished(faults);
  const findings: FindingEvent[] = [];
  const verdicts = new Map<string, VerdictEvent>();
  try {
    const { baseUrl } = server;
    const destination = { id: 3, token: TOKEN };
    const target = targetFrom({
      name: 'unfinished',
      export: { baseUrl, siteId: 1, channelId: 2, destination },
    });
    await runSuites([exportSuite], target, {
      seed: 1,
      toolVersion: 'test',
      exchanges: false,
      diagnose,
      record: (event) => {
        if (event.type === 'finding') findings.push(event);
        if (event.type === 'verdict') verdicts.set(event.check, event);
      },
    });
  } finally {
    await server.close();
  }
  const passed = [...verdicts.values()].filter(({ verdict }) => verdict === 'passed');
  return { findings, passed: passed.map(({ check }) => check) };
}

const titles = (findings: readonly FindingEvent[]): readonly string[] =>
  findings.map(({ missing, clause, lead }) => missing ?? `${clause} ${lead}`);

it('finds nothing about a server with all parts', async () => {
  const { findings } = await judged({});
  expect(titles(findings)).toEqual([]);
});

/** How each part is named. */
const NAMED: Readonly<Record<Part, RegExp>> = {
  'legacy routes': /the legacy routes/,
  'legacy filtered route': /the legacy filtered route/,
  filters: /^filters/,
  orderBy: /^orderBy/,
  groupBy: /^groupBy/,
  limit: /^limit/,
  offset: /^offset/,
  comparison: />, </,
  like: /\bLIKE/,
  lists: /\bIN\b/,
  ranges: /\bBETWEEN/,
};

/** The parts that another missing part does not contain. */
const outermost = (without: Without): readonly Part[] =>
  (Object.keys(without) as Part[]).filter(
    (part) =>
      !(without.filters !== undefined && part in OPERATORS) &&
      !(without['legacy routes'] !== undefined && part === 'legacy filtered route'),
  );

/** Parts that are left out together, drawn from a seed. */
function drawn(seed: number): Without {
  const [count = 2] = fc.sample(fc.integer({ min: 2, max: 6 }), { seed, numRuns: 1 });
  const names = Object.keys(PARTS) as Part[];
  const [parts = []] = fc.sample(
    fc.shuffledSubarray(names, { minLength: count, maxLength: count }),
    {
      seed,
      numRuns: 1,
    },
  );
  return Object.fromEntries(
    parts.map((part, index) => [part, PARTS[part][(seed + index) % PARTS[part].length]]),
  );
}

/** A dozen servers, or all of them in the nightly run. */
const isNightly = process.env.ASSAY_NIGHTLY !== undefined;
const COMBINATIONS = isNightly ? 60 : 4;

it.each(Array.from({ length: COMBINATIONS }, (_, index) => [index + 1, drawn(index + 1)] as const))(
  'names every part that is missing in combination %i: %o',
  async (_, without) => {
    const { findings } = await judged({ without });
    const parts = outermost(without);
    const named = findings.flatMap(({ missing }) => missing ?? []);
    const unnamed = parts.filter((part) => !named.some((sentence) => NAMED[part].test(sentence)));
    const all = titles(findings);
    expect({ unnamed, all }).toEqual({ unnamed: [], all });
    expect(findings.length).toBeLessThanOrEqual(1.5 * parts.length);
  },
);

const each = (Object.keys(PARTS) as Part[]).flatMap((part) =>
  PARTS[part].map((how) => ({ part, how })),
);
const some = isNightly ? each : each.filter((_, index) => index % 3 === 0);

it.each(some)('names $part as $how in one finding', async ({ part, how }) => {
  const { findings } = await judged({ without: { [part]: how } });
  expect(titles(findings)).toEqual([
    expect.stringMatching(how === 'ignored' ? /ignored/ : /refused|not implemented/),
  ]);
});
