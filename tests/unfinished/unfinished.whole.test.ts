import { expect, it } from 'vitest';
import type { FindingEvent } from '../../src/ledger/index.js';
import type { Faults, Part } from './export-server.js';
import { judgeUnfinished, titlesOf } from './judge-unfinished.js';
import { ALONE, CAUSES_OF_BUGS, combination, NAMES_OF_PARTS } from './ladder.js';

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
  readonly unnamed: string[] = [];
  readonly shown: string[] = [];

  add({ without = {}, bugs = [] }: Faults, found: readonly FindingEvent[]): void {
    const parts = Object.keys(without) as Part[];
    const said = found.flatMap(({ missing, faults: [first] }) => missing ?? first?.id ?? []);
    const names = [
      ...parts.map((part) => NAMES_OF_PARTS[part]),
      ...bugs.map((bug) => CAUSES_OF_BUGS[bug]),
    ];
    this.faults += names.length;
    this.findings += found.length;
    this.right += names.filter((name) => said.some((one) => name.test(one))).length;
    this.wrong += said.filter((one) => !names.some((name) => name.test(one))).length;
    this.unnamed.push(
      ...parts.filter((part) => !said.some((one) => NAMES_OF_PARTS[part].test(one))),
    );
    this.shown.push(`${[...parts, ...bugs].join(' + ')}: ${titlesOf(found).join(' | ')}`);
  }
}

async function scoreOf(servers: readonly Faults[]): Promise<Score> {
  const score = new Score();
  for (const faults of servers) score.add(faults, (await judgeUnfinished(faults)).findings);
  if (isNightly) console.log([...score.shown, JSON.stringify({ ...score, shown: 0 })].join('\n'));
  return score;
}

/** Every missing part and bug in the nightly run, or every fourth of them. */
const alone = isNightly ? ALONE : ALONE.filter((_, index) => index % 4 === 0);

it(
  'names what is missing and what is wrong, one at a time',
  async () => {
    const { unnamed, findings, faults, right, wrong, shown } = await scoreOf(alone);
    expect({ unnamed, shown }).toEqual({ unnamed: [], shown });
    expect(findings / faults, shown.join('\n')).toBeLessThanOrEqual(1.3);
    expect(right / faults, shown.join('\n')).toBeGreaterThanOrEqual(0.85);
    expect(wrong / faults, shown.join('\n')).toBeLessThanOrEqual(0.02);
  },
  ALONE.length * 10_000,
);

/** Only in the nightly run: the figures are means, which a few combinations do not show. */
const COMBINATIONS = 60;

it.skipIf(!isNightly)(
  'names what is missing and what is wrong, two to six together',
  async () => {
    const servers = Array.from({ length: COMBINATIONS }, (_, index) => combination(index + 1));
    const { findings, faults, wrong, shown } = await scoreOf(servers);
    // Faults that affect the same responses are not always told apart.
    expect(findings / faults, shown.join('\n')).toBeLessThanOrEqual(2);
    expect(wrong / faults, shown.join('\n')).toBeLessThanOrEqual(0.05);
  },
  COMBINATIONS * 10_000,
);
