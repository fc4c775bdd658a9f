import { isDeepStrictEqual } from 'node:util';
import type { HarEntry } from '../src/formats/har.js';
import { randomFrom } from '../src/random.js';
import { DEFECTS } from '../src/reference/index.js';
import { harReport } from '../src/report/har.js';
import { runReport } from '../src/report/index.js';
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
  const by = new Map<string, { all: number; same: number }>();
  const reasons = new Map<string, number>();
  let [all, same, likeHar] = [0, 0, 0];
  for (const { id } of defects) {
    const live = await liveDefect(id);
    const before = runReport(live.ledger);
    const again = runReport(await judgeAgain(live));
    const { clauses, different } = compared(before, again);
    const har = readTraffic(harReport(before, live.ledger), 'run.har');
    // What is read from the file is what the ledger holds, and so comes to the same.
    const likeLedger =
      'run' in har &&
      isDeepStrictEqual(
        [har.run.header, har.run.exchanges],
        [live.ledger.header, live.ledger.exchanges],
      );
    all += clauses;
    same += clauses - different.length;
    likeHar += likeLedger ? 1 : 0;
    for (const clause of before.clauses.filter(({ level }) => level === 'must')) {
      const count = by.get(clause.id) ?? { all: 0, same: 0 };
      const isSame = !different.some((one) => one.clause === clause.id);
      by.set(clause.id, { all: count.all + 1, same: count.same + Number(isSame) });
    }
    for (const { clause, live: was, again: now, reason } of different) {
      console.log(`${id}  ${clause}  ${was} -> ${now}  ${reason.slice(0, 200)}`);
      const kind = `${clause} ${was} -> ${now}: ${reason.replace(/https?:\S+/g, '…').slice(0, 90)}`;
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
    if (!likeLedger) console.log(`${id}  the HAR file holds something else than the ledger`);
  }
  for (const [clause, count] of by)
    if (count.same < count.all)
      console.log(`${clause}: ${((100 * count.same) / count.all).toFixed(1)} % of ${count.all}`);
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]))
    console.log(`${count} × ${reason}`);
  const ratio = same / all;
  console.log(
    `${defects.length} defects: ${same} of ${all} verdicts of must clauses equal (${(100 * ratio).toFixed(2)} %); the HAR file as the ledger for ${likeHar}`,
  );
  return ratio >= 0.97 && likeHar === defects.length ? 0 : 1;
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
  let [judged, failed] = [0, 0];
  let live: LiveRun | undefined;
  for (let turn = 0; turn < count; turn += 1) {
    const id = names[Math.floor(turn / 2) % names.length] ?? 'healthy';
    if (turn % 2 === 0)
      live = await runLive(HEALTHY.get(id) ?? {}, { maxRequests: turn % 4 === 0 ? 145 : 600 });
    if (live === undefined) continue;
    if (turn % 2 === 0) {
      const again = runReport(await judgeAgain(live));
      judged += 1;
      for (const check of again.checks.filter(({ verdict }) => verdict === 'failed')) {
        failed += 1;
        console.log(`${id}, its ledger: ${check.clauses[0]} ${check.reason?.slice(0, 400)}`);
      }
    }
    for (const [part, keep] of Object.entries(PARTS)) {
      if (Object.keys(PARTS).indexOf(part) % 2 !== turn % 2) continue;
      const report = runReport(await judgeAsOthers(keep(live.recorded, random), live.target));
      judged += 1;
      for (const check of report.checks.filter(({ verdict }) => verdict === 'failed')) {
        failed += 1;
        console.log(`${id}, ${part}: ${check.clauses[0]} ${check.reason?.slice(0, 400)}`);
      }
    }
  }
  console.log(`${judged} recordings of conforming servers: ${failed} false alarms`);
  return failed === 0 ? 0 : 1;
}

async function seen(): Promise<number> {
  let [found, own] = [0, 0];
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
