import { isDeepStrictEqual } from 'node:util';
import type { HarEntry } from '../src/formats/har.js';
import { randomFrom } from '../src/random.js';
import { DEFECTS } from '../src/reference/index.js';
import { harReport } from '../src/report/har.js';
import { runReport } from '../src/report/index.js';
import type { RunReport } from '../src/schema/types.js';
import { HEALTHY } from '../src/selftest/healthy.js';
import { readTraffic } from '../src/traffic/index.js';
import { suites } from '../suites/index.js';
import {
  compared,
  judgeAgain,
  judgeAsOthers,
  type LiveRun,
  liveDefect,
  runLive,
} from './traffic-trials.js';

/**
 * `node dist/bench/traffic.js equal [WORD]`: every defect of a must clause, its run judged again
 * from the ledger and from the HAR file that is made of it. `sound [COUNT [WORD]]`: recordings of
 * conforming servers of which parts are kept, none of which may fail. `seen [WORD]`: which defects
 * are seen in the traffic alone.
 */
const [what = 'equal', argument] = process.argv.slice(2);
const MUST = new Set(
  suites.flatMap(({ clauses }) =>
    Object.entries(clauses).flatMap(([id, { level }]) => (level === 'must' ? [id] : [])),
  ),
);
const defects = DEFECTS.filter(({ clause, id }) => MUST.has(clause) && id.includes(argument ?? ''));

async function equal(): Promise<number> {
  const tally = new Tally();
  for (const { id } of defects) {
    const live = await liveDefect(id);
    const before = runReport(live.ledger);
    const again = runReport(await judgeAgain(live));
    const result = compared(before, again);
    tally.add(before, result);
    for (const { clause, live: was, again: now, reason } of result.different)
      console.log(`${id}  ${clause}  ${was} -> ${now}  ${reason.slice(0, 200)}`);
    if (isLikeLedger(live, before)) tally.likeHar += 1;
    else console.log(`${id}  the HAR file holds something else than the ledger`);
  }
  tally.print();
  const { same, all, likeHar } = tally;
  console.log(
    `${defects.length} defects: ${same} of ${all} verdicts of must clauses equal (${((100 * same) / all).toFixed(2)} %); the HAR file as the ledger for ${likeHar}`,
  );
  return same / all >= 0.97 && likeHar === defects.length ? 0 : 1;
}

/** How many verdicts are the same when a recording is tested again, by clause. */
class Tally {
  all = 0;
  same = 0;
  likeHar = 0;
  readonly #byClause = new Map<string, { all: number; same: number }>();
  readonly #reasons = new Map<string, number>();

  add(before: RunReport, { clauses, different }: ReturnType<typeof compared>): void {
    this.all += clauses;
    this.same += clauses - different.length;
    for (const { id } of before.clauses.filter(({ level }) => level === 'must')) {
      const count = this.#byClause.get(id) ?? { all: 0, same: 0 };
      const isSame = !different.some(({ clause }) => clause === id);
      this.#byClause.set(id, { all: count.all + 1, same: count.same + Number(isSame) });
    }
    for (const { clause, live, again, reason } of different) {
      const words = reason.replace(/https?:\S+/g, '…').slice(0, 90);
      const kind = `${clause} ${live} -> ${again}: ${words}`;
      this.#reasons.set(kind, (this.#reasons.get(kind) ?? 0) + 1);
    }
  }

  print(): void {
    for (const [clause, { all, same }] of this.#byClause)
      if (same < all) console.log(`${clause}: ${((100 * same) / all).toFixed(1)} % of ${all}`);
    for (const [reason, count] of [...this.#reasons].sort((a, b) => b[1] - a[1]))
      console.log(`${count} × ${reason}`);
  }
}

/** Whether the HAR file of a run holds what its ledger holds, and so comes to the same. */
function isLikeLedger({ ledger }: LiveRun, report: RunReport): boolean {
  const har = readTraffic(harReport(report, ledger), 'run.har');
  return (
    'run' in har &&
    isDeepStrictEqual([har.run.header, har.run.exchanges], [ledger.header, ledger.exchanges])
  );
}

/** Ways to lose a part of a recording. */
const PARTS: Readonly<
  Record<string, (entries: readonly HarEntry[], random: () => number) => readonly HarEntry[]>
> = {
  all: (entries) => entries,
  'a half': (entries, random) => entries.filter(() => random() < 0.5),
  'a tenth': (entries, random) => entries.filter(() => random() < 0.1),
  'in another order': (entries, random) =>
    entries
      .map((entry) => [random(), entry] as const)
      .sort(([a], [b]) => a - b)
      .map(([, entry]) => entry),
  'bodies missing': (entries, random) =>
    entries.map((entry) =>
      entry.response === undefined || random() < 0.5
        ? entry
        : { ...entry, response: { ...entry.response, body: undefined } },
    ),
  'no credentials': (entries) =>
    entries.map((entry) => ({
      ...entry,
      headers: entry.headers.filter(
        ([name]) => !/^(authorization|cookie|x-ea-auth-token|x-auth-token)$/i.test(name),
      ),
    })),
};

async function sound(count: number, word = ''): Promise<number> {
  const random = randomFrom(1);
  const names = [...HEALTHY.keys()].filter((name) => name.includes(word));
  let judged = 0;
  let failed = 0;
  const see = (what: string, report: RunReport): void => {
    judged += 1;
    for (const check of report.checks.filter(({ verdict }) => verdict === 'failed')) {
      failed += 1;
      console.log(`${what}: ${check.clauses[0]} ${check.reason?.slice(0, 400)}`);
    }
  };
  for (let turn = 0; turn < count; turn += 2) {
    const id = names[(turn / 2) % names.length] ?? 'healthy';
    const maxRequests = turn % 4 === 0 ? 145 : 600;
    const live = await runLive(HEALTHY.get(id) ?? {}, { maxRequests });
    see(`${id}, its ledger`, runReport(await judgeAgain(live)));
    for (const [part, keep] of Object.entries(PARTS)) {
      const kept = await judgeAsOthers(keep(live.recorded, random), live.target);
      see(`${id}, ${part}`, runReport(kept));
    }
  }
  console.log(`${judged} recordings of conforming servers: ${failed} false alarms`);
  return failed === 0 ? 0 : 1;
}

async function seen(): Promise<number> {
  let found = 0;
  let own = 0;
  for (const { id, clause } of defects) {
    const live = await liveDefect(id);
    const report = runReport(await judgeAsOthers(live.recorded, live.target));
    const failed = report.checks
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ clauses }) => clauses[0]);
    if (failed.length > 0) found += 1;
    if (failed.includes(clause)) own += 1;
    console.log(`${id}  ${clause}: ${failed.join(' ') || '-'}`);
  }
  console.log(
    `${defects.length} defects: ${found} are seen in the traffic alone, ${own} by their own clause`,
  );
  return 0;
}

if (what === 'equal') process.exit(await equal());
if (what === 'sound') process.exit(await sound(Number(argument ?? 200), process.argv[4]));
if (what === 'seen') process.exit(await seen());
