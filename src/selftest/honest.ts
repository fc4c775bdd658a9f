/** Tests that no check fails on generated conforming servers. */

import fc from 'fast-check';
import { coveringArray, PACED_BUDGET } from '../harness/index.js';
import { foldLedger, type LedgerEvent, type VerdictEvent } from '../ledger/index.js';
import { randomFrom } from '../random.js';
import {
  arbitraryServer,
  CHOICES_OF,
  mayBeCombined,
  optionsFromDescription,
  type ServerDescription,
} from '../reference/index.js';
import { gateOf, runReport } from '../report/index.js';
import { forgetsTokens } from './healthy.js';
import { type TrialOptions, trial } from './trial.js';

/** A run of checks against a conforming server. */
export interface HonestTrial {
  readonly server: ServerDescription;
  readonly seed: number;
  /** The maximum number of requests; null means no limit. */
  readonly maxRequests: number | null;
  /** Whether the settings of the target contain its records, as a fixture. */
  readonly fixture: boolean;
  /** Settings of the target that are left out. Default: none. */
  readonly leftOut?: readonly string[];
  /** The interface that is tested. Default: all. */
  readonly interface?: string;
}

/** Settings that a target file may leave out. */
const OPTIONAL = [
  'allow',
  'export.otherDestination',
  'export.emptyDestination',
  'templates.otherClient',
  'templates.unsupportedClient',
  'handover.listing',
  'handover.from',
  'platform',
  'handover',
  'templates',
];

const anyTrial: fc.Arbitrary<HonestTrial> = fc.record({
  server: arbitraryServer,
  seed: fc.nat(1000),
  maxRequests: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 8, arbitrary: fc.constantFrom(60, PACED_BUDGET, PACED_BUDGET, 400) },
  ),
  fixture: fc.boolean(),
  leftOut: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(OPTIONAL, { minLength: 1 }) },
  ),
});

/** If records change during a run, they differ from a fixture, so there is no fixture. */
const arbitraryTrial = anyTrial.map((trial) => ({
  ...trial,
  fixture: trial.fixture && trial.server.life.sells === undefined,
}));

/**
 * Returns the false alarms on a conforming server. Every failure is a false alarm. A warning is a
 * false alarm, unless a server with only one of this server's parts has the warning, too: this part
 * may not follow a recommendation (as in `healthy.ts`, which tests single variants). An
 * inconclusive check, or a message of the gate (which decides whether a run passes), is a false
 * alarm, unless a property of the server can cause it.
 */
async function falseAlarmsOn(honest: HonestTrial): Promise<readonly string[]> {
  const { server, maxRequests } = honest;
  const events: LedgerEvent[] = [];
  const verdicts = await judge(honest, { record: (event) => void events.push(event) });
  const isLive =
    server.life.sells !== undefined || server.variants.includes('platform.entities-come');
  const forgets = server.variants.some(forgetsTokens);
  // The request of a handover is never repeated, so a 429 or 503 leaves its check inconclusive.
  const refuses = (server.life.requestsPerMinute ?? server.life.away) !== undefined;
  const mayBeInconclusive: Readonly<Record<string, boolean>> = {
    export: isLive,
    platform: isLive,
    templates: forgets,
    handover: refuses,
  };
  const wrong = verdicts.filter(
    ({ verdict, interface: name }) =>
      verdict === 'failed' || (verdict === 'inconclusive' && mayBeInconclusive[name] !== true),
  );
  for (const event of verdicts)
    if (event.verdict === 'warning' && !(await isCausedByOnePart(honest, event.clauses)))
      wrong.push(event);
  const { outcome, messages } = gateOf(runReport(foldLedger(events)));
  const mayBeUnjudged =
    outcome === 'holds' ||
    isLive ||
    forgets ||
    maxRequests !== null ||
    Object.values(server.life).some((trouble) => trouble !== undefined);
  return [
    ...wrong.map(({ verdict, check, reason = '' }) => `${verdict} ${check} ${reason}`),
    ...(wrong.length > 0 || mayBeUnjudged ? [] : messages),
  ];
}

const judge = async (
  { server, seed, maxRequests, fixture, leftOut = [], interface: name }: HonestTrial,
  options: TrialOptions = {},
): Promise<readonly VerdictEvent[]> =>
  trial(optionsFromDescription(server), {
    seed,
    fixture,
    leftOut,
    inProcess: true,
    ...(maxRequests === null ? {} : { maxRequests }),
    ...(name === undefined ? {} : { wanted: (check) => check.interface === name }),
    ...options,
  });

/**
 * Whether a server with only one part of this server has the warning, too. The parts are its
 * records, its variants, and the entries of its dialect (its choices where the specification allows
 * several behaviours).
 */
async function isCausedByOnePart(
  { server, fixture }: HonestTrial,
  [clause]: readonly string[],
): Promise<boolean> {
  const { data, dialect, variants } = server;
  const parts: readonly ServerDescription[] = [
    ...variants.map((id) => ({ ...PLAIN, variants: [id] })),
    ...Object.entries(dialect).map(([name, value]) => ({ ...PLAIN, dialect: { [name]: value } })),
    { ...PLAIN, data },
  ];
  for (const part of parts) {
    const key = JSON.stringify([part, fixture, clause]);
    const alone = { server: part, seed: 1, maxRequests: null, fixture };
    const verdicts =
      verdictsOfParts.get(key) ?? judge(alone, { wanted: ({ clauses }) => clauses[0] === clause });
    verdictsOfParts.set(key, verdicts);
    if ((await verdicts).some(({ verdict }) => verdict === 'warning')) return true;
  }
  return false;
}

/** Results are cached, because several servers may have the same part. */
const verdictsOfParts = new Map<string, Promise<readonly VerdictEvent[]>>();

/** `accused` is empty, or contains the smallest server that was found to have a false alarm. */
export interface HonestOutcome {
  readonly servers: number;
  readonly accused: readonly Accused[];
}

export interface Accused extends HonestTrial {
  /** The false alarms. */
  readonly words: readonly string[];
}

/** The number of servers that are generated from one seed. */
export const BATCH = 10;

/** After a false alarm, at most this number of smaller servers is tried. */
const MAX_SMALLER_SERVERS = 60;

const calmTrial = arbitraryTrial.map((trial) => ({
  ...trial,
  server: { ...trial.server, life: {} },
}));

/**
 * Tests random servers. The same seed gives the same servers. The first server with a false alarm
 * is reduced to the smallest server that was found to have one. If `troubles` is false, the servers
 * have no events during a run, such as a 503 or a change of the export data.
 */
export async function judgeBatch(
  seed: number,
  servers: number,
  troubles = true,
): Promise<HonestOutcome> {
  let hasFailed = false;
  let smallerServers = 0;
  const { failed, counterexample } = await fc.check(
    fc.asyncProperty(troubles ? arbitraryTrial : calmTrial, async (honest) => {
      if (hasFailed) smallerServers += 1;
      if (smallerServers >= MAX_SMALLER_SERVERS) return true;
      const isRight = (await falseAlarmsOn(honest)).length === 0;
      hasFailed ||= !isRight;
      return isRight;
    }),
    { seed, numRuns: servers },
  );
  const [honest] = counterexample ?? [];
  return {
    servers,
    accused: failed && honest ? [{ ...honest, words: await falseAlarmsOn(honest) }] : [],
  };
}

/** Runs the trial with this index in `trialsOfPairs`. */
export async function judgeTrialOfPairs(at: number): Promise<HonestOutcome> {
  const honest = trialsOfPairs()[at];
  const words = honest === undefined ? [] : await falseAlarmsOn(honest);
  return {
    servers: 1,
    accused: honest === undefined || words.length === 0 ? [] : [{ ...honest, words }],
  };
}

/**
 * For every two compatible variants of an interface, one of the trials has a server with both. Only
 * the checks of this interface run. Each server has different records.
 */
export const trialsOfPairs = (): readonly HonestTrial[] => {
  trials ??= makeTrialsOfPairs();
  return trials;
};
let trials: readonly HonestTrial[] | undefined;

function makeTrialsOfPairs(): readonly HonestTrial[] {
  const combinations = Object.entries(CHOICES_OF).flatMap(([name, choices]) =>
    combinationsOf(choices).map((variants) => ({ interface: name, variants })),
  );
  const data = fc
    .sample(arbitraryServer, { numRuns: combinations.length, seed: 1 })
    .map((server) => server.data);
  return combinations.map(({ interface: name, variants }, at) => ({
    server: { data: data[at] ?? STANDARD, dialect: {}, variants, life: {} },
    interface: name,
    seed: at,
    maxRequests: PACED_BUDGET,
    fixture: at % 2 === 0,
  }));
}

/** Returns combinations of compatible variants, which contain every compatible pair of them. */
function combinationsOf(choices: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const factors = choices.map((ids, at) => ({ name: String(at), values: ['', ...ids] }));
  const variantAt = (factor: number, value: number): string => factors[factor]?.values[value] ?? '';
  const { rows } = coveringArray(factors, {
    strength: 2,
    allows: (one, value, other, otherValue) =>
      mayBeCombined({ ...PLAIN, variants: [variantAt(one, value), variantAt(other, otherValue)] }),
    most: 1000,
    random: randomFrom(1),
  });
  return rows.map((row) => row.map((value, at) => variantAt(at, value)).filter((id) => id !== ''));
}

/** The records of servers without random records. */
const STANDARD: ServerDescription['data'] = {
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

/** A server without variants and choices. */
const PLAIN: ServerDescription = { data: STANDARD, dialect: {}, variants: [], life: {} };
