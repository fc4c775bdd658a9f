import { expect, it } from 'vitest';
import { SEEN_IN_RUNS } from '../../bench/shown-in-traffic.js';
import { judgeAsOthers, type LiveRun, liveDefect } from '../../bench/traffic-trials.js';
import { readHar } from '../../src/formats/har.js';
import { runReport } from '../../src/report/index.js';
import { asRecorded, DAMAGES, damaged, type WrittenHar } from './damage.js';

async function failures(live: LiveRun, recording: WrittenHar): Promise<readonly string[]> {
  const { checks } = runReport(await judgeAsOthers(readHar(recording)?.entries ?? [], live.target));
  return checks.flatMap(({ verdict, clauses: [clause = ''] }) =>
    verdict === 'failed' || verdict === 'warning' ? [clause] : [],
  );
}

it('finds what is left whole of a damaged recording, defect by defect', async () => {
  const kinds = Object.keys(DAMAGES);
  const found = new Map(kinds.map((kind) => [kind, 0]));
  let shown = 0;
  for (const id of SEEN_IN_RUNS) {
    const live = await liveDefect(id, { maxRequests: 250 });
    const har = asRecorded(live.recorded);
    const whole = new Set(await failures(live, har));
    if (whole.size === 0) continue;
    shown += 1;
    const row = [];
    for (const kind of kinds) {
      const left = await failures(
        live,
        damaged(har, { kind, value: '[FILTERED]', exchanges: 0.3, left: 0.6, seed: 3 }),
      );
      const isFound = left.some((clause) => whole.has(clause));
      if (isFound) found.set(kind, (found.get(kind) ?? 0) + 1);
      row.push(isFound ? '+' : '-');
    }
    console.log(`${row.join(' ')}  ${id}`);
  }
  for (const [kind, count] of found) console.log(`${count} of ${shown}  ${kind}`);
  expect(shown).toBeGreaterThanOrEqual(20);
  // Of a defect that shows in one exchange alone, that one may be damaged.
  for (const [kind, count] of found)
    expect([kind, count / shown]).toEqual([kind, expect.closeTo(1, 0)]);
}, 900_000);
