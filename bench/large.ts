import { DEFECTS } from '../src/reference/index.js';
import { withRecords } from '../src/selftest/many-records.js';
import { judgeAll } from '../src/selftest/threads.js';
import { trial } from '../src/selftest/trial.js';
import type { Row } from './row.js';

/** As many as the snapshot holds, and more. */
const [SMALL, LARGE] = [1000, 5000];

/** The least share of what is caught on small data that is caught on large data. */
const LEAST = 0.97;

/**
 * `npm run bench large`: the share of the defects of the export server that are caught where it
 * holds 5,000 records, of those that are caught on the thousand that a snapshot holds. `--sample n`
 * takes each n-th defect.
 */
export async function largeTrial(sample: number): Promise<boolean> {
  const ids = DEFECTS.filter(
    (defect) => defect.interface === 'export' && !defect.clause.startsWith('EXP-DATA'),
  )
    .filter((_, at) => at % sample === 0)
    .map(({ id }) => id);
  const caughtOn = async (records: number): Promise<ReadonlySet<string>> => {
    const tasks = ids.map((id) => ({ kind: 'defect' as const, id }));
    const outcomes = await judgeAll(tasks, { all: false, seed: 1, records });
    return new Set(
      outcomes.flatMap(({ result }) => (result?.killers.length ? result.defect.id : [])),
    );
  };
  const [small, large] = [await caughtOn(SMALL), await caughtOn(LARGE)];
  const kept = [...small].filter((id) => large.has(id)).length;
  for (const id of small) if (!large.has(id)) console.log(`only on ${SMALL} records: ${id}`);
  console.log(
    `caught on ${SMALL} records: ${small.size} of ${ids.length}; of these on ${LARGE}: ${kept} (${((100 * kept) / small.size).toFixed(1)} %)`,
  );
  return kept >= LEAST * small.size;
}

/**
 * Milliseconds of processor time that a whole run of the export suite takes, the server's own
 * included.
 */
async function cpuOf(records: number): Promise<number> {
  const options = withRecords({}, records);
  const before = process.cpuUsage();
  await trial(options, {
    fixture: false,
    inProcess: true,
    wanted: ({ interface: name }) => name === 'export',
  });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export const rows: Row[] = [
  {
    title: 'export run on 100,000 records ÷ on 1,000, with the server',
    unit: 'ratio',
    limit: '≤ 4',
    holds: (figure) => figure <= 4,
    measure: async () => (await cpuOf(100_000)) / (await cpuOf(SMALL)),
  },
  {
    title: 'memory of an export run on 100,000 records, with the server',
    unit: 'MB',
    limit: '≤ 600 MB',
    holds: (figure) => figure <= 600,
    measure: async () => {
      await cpuOf(100_000);
      return process.memoryUsage().rss / 1e6;
    },
  },
];
