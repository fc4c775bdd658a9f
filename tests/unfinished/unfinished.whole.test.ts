import { expect, it } from 'vitest';
import type { FindingEvent } from '../../src/ledger/index.js';
import { BUGS, type Faults, PARTS, type Part } from './export-server.js';
import { judgeUnfinished, titlesOf } from './judge-unfinished.js';
import { CAUSES_OF_BUGS, combination, NAMES_OF_PARTS, outermost, parts } from './ladder.js';

const isNightly = process.env.ASSAY_NIGHTLY !== undefined;

it('finds nothing about a server with all parts and no bug', async () => {
  const { findings } = await judgeUnfinished({});
  expect(titlesOf(findings)).toEqual([]);
});

/** What the findings about some servers say, added up. */
class Score {
  faults = 0;
  findings = 0;
  right = 0;
  wrong = 0;
  readonly shown: string[] = [];

  add({ without = {}, bugs = [] }: Faults, found: readonly FindingEvent[]): void {
    const missing = Object.keys(without) as Part[];
    const said = found.flatMap((one) => one.missing ?? one.faults[0]?.sentence ?? []);
    const names = [
      ...missing.map((part) => NAMES_OF_PARTS[part]),
      ...bugs.map((bug) => CAUSES_OF_BUGS[bug]),
    ];
    this.faults += names.length;
    this.findings += found.length;
    this.right += names.filter((name) => said.some((one) => name.test(one))).length;
    this.wrong += said.filter((one) => !names.some((name) => name.test(one))).length;
    this.shown.push(`${[...missing, ...bugs].join(' + ')}: ${titlesOf(found).join(' | ')}`);
  }
}

async function scoreOf(servers: readonly Faults[]): Promise<Score> {
  const score = new Score();
  for (const faults of servers) score.add(faults, (await judgeUnfinished(faults)).findings);
  if (isNightly) console.log([...score.shown, JSON.stringify({ ...score, shown: 0 })].join('\n'));
  return score;
}

const COMBINED_PARTS = isNightly ? 60 : 4;

it.each(
  Array.from({ length: COMBINED_PARTS }, (_, index) => [index + 1, parts(index + 1)] as const),
)('names every part that is missing in combination %i: %o', async (_, without) => {
  const { findings } = await judgeUnfinished({ without });
  const missing = outermost(without);
  const named = findings.flatMap((one) => one.missing ?? []);
  const unnamed = missing.filter(
    (part) => !named.some((sentence) => NAMES_OF_PARTS[part].test(sentence)),
  );
  const all = titlesOf(findings);
  expect({ unnamed, all }).toEqual({ unnamed: [], all });
  expect(findings.length).toBeLessThanOrEqual(1.5 * missing.length);
});

const each = (Object.keys(PARTS) as Part[]).flatMap((part) =>
  PARTS[part].map((how) => ({ part, how })),
);
const some = isNightly ? each : each.filter((_, index) => index % 3 === 0);

it.each(some)('names $part as $how in one finding', async ({ part, how }) => {
  const { findings } = await judgeUnfinished({ without: { [part]: how } });
  expect(titlesOf(findings)).toEqual([
    expect.stringMatching(how === 'ignored' ? /ignored/ : /refused|not implemented/),
  ]);
});

/** Every bug in the nightly run, or every fourth of them. */
const alone = BUGS.filter((_, index) => isNightly || index % 4 === 0).map((bug) => ({
  bugs: [bug],
}));

it(
  'names what is wrong, one bug at a time',
  async () => {
    const { findings, faults, right, wrong, shown } = await scoreOf(alone);
    expect(findings / faults, shown.join('\n')).toBeLessThanOrEqual(1.3);
    expect(right / faults, shown.join('\n')).toBeGreaterThanOrEqual(0.85);
    expect(wrong / faults, shown.join('\n')).toBeLessThanOrEqual(0.02);
  },
  BUGS.length * 10_000,
);

/** Only in the nightly run: the figures are means, which a few combinations do not show. */
const COMBINATIONS = 60;

it.skipIf(!isNightly)(
  'names what is missing and what is wrong, two to six together',
  async () => {
    const servers = Array.from({ length: COMBINATIONS }, (_, index) => combination(index + 1));
    const { findings, faults, wrong, shown } = await scoreOf(servers);
    expect(findings / faults, shown.join('\n')).toBeLessThanOrEqual(1.5);
    expect(wrong / faults, shown.join('\n')).toBeLessThanOrEqual(0.02);
  },
  COMBINATIONS * 10_000,
);
