import fc from 'fast-check';
import { PACED_BUDGET } from '../../harness/index.js';
import { foldLedger, type LedgerEvent, type VerdictEvent } from '../../ledger/index.js';
import { arbitraryServer, type HonestServer, honestOptions } from '../../reference/index.js';
import { gateOf, runReport } from '../../report/index.js';
import { type TrialOptions, trial } from './trial.js';

/** An honest server, and how it is judged. */
export interface HonestTrial {
  readonly server: HonestServer;
  readonly seed: number;
  /** Requests at most; null asks everything. */
  readonly maxRequests: number | null;
  /** Whether the records are known from a file. */
  readonly fixture: boolean;
}

export const arbitraryTrial: fc.Arbitrary<HonestTrial> = fc.record({
  server: arbitraryServer,
  seed: fc.nat(1000),
  maxRequests: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 8, arbitrary: fc.constantFrom(60, PACED_BUDGET, PACED_BUDGET, 400) },
  ),
  fixture: fc.boolean(),
});

/**
 * What is wrongly said of an honest server: any failure; a warning that no part of it earns by itself; an inconclusive
 * check, unless it rests on what changes.
 */
export async function wrongWords(honest: HonestTrial): Promise<readonly string[]> {
  const { server, maxRequests } = honest;
  const events: LedgerEvent[] = [];
  const verdicts = await judge(honest, { record: (event) => void events.push(event) });
  const isLive = server.life.sells !== undefined || server.variants.includes('platform.entities-come');
  const wrong = verdicts.filter(
    ({ verdict, interface: name }) =>
      verdict === 'failed' || (verdict === 'inconclusive' && !(isLive && (name === 'export' || name === 'platform'))),
  );
  for (const event of verdicts)
    if (event.verdict === 'warning' && !(await isEarned(honest, event.check))) wrong.push(event);
  const { outcome, messages } = gateOf(runReport(foldLedger(events)));
  const mayBeUnjudged =
    outcome === 'holds' ||
    isLive ||
    server.variants.some((id) => id.startsWith('tokens.forgets')) ||
    maxRequests !== null ||
    server.life.away !== undefined;
  return [
    ...wrong.map(({ verdict, check, reason = '' }) => `${verdict} ${check} ${reason}`),
    ...(wrong.length > 0 || mayBeUnjudged ? [] : messages),
  ];
}

const judge = async (
  { server, seed, maxRequests, fixture }: HonestTrial,
  options: TrialOptions = {},
): Promise<readonly VerdictEvent[]> =>
  trial(honestOptions(server), {
    seed,
    fixture,
    inProcess: true,
    ...(maxRequests === null ? {} : { maxRequests }),
    ...options,
  });

/** Whether a part of a server earns a warning alone: its records, one of its variants, one entry of its dialect. */
async function isEarned({ server, seed, fixture }: HonestTrial, check: string): Promise<boolean> {
  const { data, dialect, variants } = server;
  const plain: HonestServer = { data: STANDARD, dialect: {}, variants: [], life: {} };
  const parts: readonly HonestServer[] = [
    ...variants.map((id) => ({ ...plain, variants: [id] })),
    ...Object.entries(dialect).map(([name, value]) => ({ ...plain, dialect: { [name]: value } })),
    { ...plain, data },
  ];
  for (const part of parts) {
    const key = JSON.stringify([part, check]);
    const verdicts =
      known.get(key) ?? judge({ server: part, seed, maxRequests: null, fixture }, { wanted: ({ id }) => id === check });
    known.set(key, verdicts);
    if ((await verdicts).some(({ verdict }) => verdict === 'warning')) return true;
  }
  return false;
}

/** Warnings of parts: servers share them. */
const known = new Map<string, Promise<readonly VerdictEvent[]>>();

/** Records of every kind, with nulls. */
const STANDARD: HonestServer['data'] = {
  columns: [
    { name: 'id', kind: 'id', nulls: 0 },
    { name: 'name', kind: 'odd', nulls: 0 },
    { name: 'price', kind: 'decimal', nulls: 0.1 },
    { name: 'stock', kind: 'integer', nulls: 0.1 },
    { name: 'category', kind: 'word', nulls: 0.1 },
  ],
  rows: 120,
  seed: 1,
};
