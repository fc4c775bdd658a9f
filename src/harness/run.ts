import type { Clock, Transport } from '../http/index.js';
import type { ExchangeEvent, HeaderEvent, Ledger, LedgerEvent, VerdictEvent } from '../ledger/index.js';
import type { Target } from '../target/index.js';
import type { Suite } from './check.js';
import { judgeIn, verdictEvent } from './judge.js';
import { digestOf, makePlan, type Plan, type PlannedCheck, type PlanOptions } from './plan.js';
import { openSession, type Session } from './session.js';

export interface RunOptions extends PlanOptions {
  readonly seed?: number;
  readonly strict?: boolean;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly transport?: Transport;
  /** Path of one counterexample, with one check wanted. */
  readonly replay?: string | undefined;
  /** How a command line names the target, for the replay of a failure. */
  readonly naming?: string | undefined;
  /** An interrupted run that this one continues: what it judged stands and is not asked again. */
  readonly resumed?: Ledger;
  /** Called with every event of the ledger as it happens. */
  readonly record: (event: LedgerEvent) => void;
  /** False records no exchanges, for runs that nobody reads. Default true. */
  readonly exchanges?: boolean;
  readonly toolVersion: string;
  /** Failures that the baseline accepts: reports say so. */
  readonly accepted?: HeaderEvent['accepted'];
  /** Where that ledger is. */
  readonly resumes?: string | undefined;
  /** What the header of the ledger calls the target. Default: what it is. */
  readonly origin?: HeaderEvent['target']['origin'];
}

/** Plans, asks and judges; every event goes to `record`. Throws only for faults of ours. */
export async function runSuites(suites: readonly Suite[], target: Target, options: RunOptions): Promise<Plan> {
  const plan = makePlan(suites, target, options);
  const exchanges = new Map<number, ExchangeEvent>();
  const record = (event: LedgerEvent): void => {
    if (event.type === 'exchange') exchanges.set(event.id, event);
    options.record(event);
  };
  const { seed = 1, clock, transport, signal } = options;
  const session = openSession(target, {
    seed,
    maxRequests: plan.maxRequests,
    record,
    exchanges: options.exchanges ?? true,
    firstExchange: 1 + Math.max(0, ...(options.resumed?.exchanges.keys() ?? [])),
    ...(clock === undefined ? {} : { clock }),
    ...(transport === undefined ? {} : { transport }),
    ...(signal === undefined ? {} : { signal }),
  });
  const begun = session.clock.now();
  record(headerEvent(suites, target, plan, options));
  const earlier = carryOver(options.resumed, record);
  for (const { check, finding } of plan.skipped) {
    if (!earlier.judged.has(check.id)) record(verdictEvent(check, finding, [], 0));
  }
  let ended = false;
  try {
    await Promise.all(
      suites.map((suite) =>
        runSuite(suite, plan, session, { ...options, record, known: exchanges, judged: earlier.judged }),
      ),
    );
    ended = true;
  } finally {
    await session.close();
    record({
      type: 'footer',
      durationMs: Math.round(session.clock.now() - begun),
      ...session.client.counts,
      sent: earlier.sent + session.client.counts.sent,
      interrupted: !ended || (signal?.aborted ?? false),
    });
  }
  return plan;
}

/** Copies what an interrupted run judged, with the exchanges, so that the new ledger is whole. */
function carryOver(
  resumed: Ledger | undefined,
  record: (event: LedgerEvent) => void,
): { readonly sent: number; readonly judged: ReadonlySet<string> } {
  if (resumed === undefined) return { sent: 0, judged: new Set() };
  const standing = resumed.verdicts.filter(({ verdict, cause }) => verdict !== 'inconclusive' && cause !== 'budget');
  for (const event of resumed.surveys) record(event);
  for (const event of resumed.exchanges.values()) record(event);
  for (const event of standing) record(event);
  return { sent: resumed.exchanges.size, judged: new Set(standing.map(({ check }) => check)) };
}

interface SuiteRun extends RunOptions {
  readonly known: ReadonlyMap<number, ExchangeEvent>;
  readonly judged: ReadonlySet<string>;
}

/** One interface: its checks in plan order, so many at once, and at the end whether what they rested on still holds. */
async function runSuite(suite: Suite, plan: Plan, session: Session, run: SuiteRun): Promise<void> {
  const mine = plan.planned.filter(({ check }) => check.interface === suite.interface && !run.judged.has(check.id));
  if (mine.length === 0) return;
  const restsOn = new Map<PlannedCheck, { readonly event: VerdictEvent; readonly used: ReadonlySet<string> }>();
  const ask = async (planned: PlannedCheck): Promise<void> => {
    if (run.signal?.aborted) return;
    const judgement = await judgeIn(session, planned.check, {
      allowance: planned.allowance,
      replay: run.replay,
      naming: run.naming,
      allowDestructive: run.allowDestructive ?? false,
      exchange: (id) => run.known.get(id),
    });
    if (run.signal?.aborted && judgement.event.verdict === 'inconclusive') return;
    restsOn.set(planned, judgement);
    run.record(judgement.event);
  };
  const isLast = ({ check }: PlannedCheck): boolean => check.last ?? false;
  // Of the last, those that ask most begin: the others judge those answers too.
  const last = mine.filter(isLast).sort((a, b) => b.allowance - a.allowance);
  for (const phase of [mine.filter((one) => !isLast(one)), last])
    await inParallel(phase, session.target.concurrency, ask);
  if (suite.drift === undefined || run.signal?.aborted) return;
  const changed = await suite.drift(
    session.scope({ name: `${suite.interface}.drift`, interface: suite.interface }).context,
  );
  for (const { event, used } of restsOn.values()) {
    const reason = [...used].map((fact) => changed.get(fact)).find((one) => one !== undefined);
    if (reason !== undefined && isJudged(event)) run.record(unsettled(event, reason));
  }
}

const isJudged = ({ verdict }: VerdictEvent): boolean =>
  verdict === 'passed' || verdict === 'failed' || verdict === 'warning';

function unsettled(event: VerdictEvent, reason: string): VerdictEvent {
  const { witness: _, expected: __, actual: ___, ...rest } = event;
  return { ...rest, verdict: 'inconclusive', reason };
}

async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

function headerEvent(suites: readonly Suite[], target: Target, plan: Plan, options: RunOptions): HeaderEvent {
  const clauses = suites.flatMap((suite) =>
    Object.entries(suite.clauses).map(([id, { level, text }]) => ({
      id,
      level,
      text,
      interface: suite.interface,
    })),
  );
  return {
    type: 'header',
    tool: { name: 'assay', version: options.toolVersion },
    document: digestOf(clauses.map(({ id, level, text }) => `${id} ${level} ${text}`)),
    startedAt: new Date(options.clock?.now() ?? Date.now()).toISOString(),
    seed: options.seed ?? 1,
    strict: options.strict ?? false,
    plan: plan.digest,
    planned: plan.planned.map(({ check, allowance }) => ({ id: check.id, requests: allowance })),
    target: identityOf(target, options.origin),
    clauses,
    ...(options.accepted === undefined ? {} : { accepted: options.accepted }),
    ...(target.weakSecrets.length === 0 ? {} : { weakSecrets: [...target.weakSecrets] }),
    ...(options.resumes === undefined ? {} : { resumes: options.resumes }),
  };
}

/** How a ledger names a target, secrets left out. */
export function identityOf(
  target: Target,
  origin: HeaderEvent['target']['origin'] = target.origin,
): HeaderEvent['target'] {
  const { export: products, templates, platform, handover, interfaces } = target;
  const addresses = {
    export: products?.baseUrl,
    templates: templates?.baseUrl,
    authentication: templates?.authUrl,
    platform: platform?.baseUrl,
    handover: handover?.baseUrl,
    ...Object.fromEntries(Object.entries(interfaces).map(([name, { baseUrl }]) => [name, baseUrl])),
  };
  const { secrets, ...settings } = target;
  const hidden = secrets.map(({ value }) => value);
  const configuration = JSON.stringify(settings, (key, value) => {
    if (key === 'fixture' && Array.isArray(value)) return value.length;
    return typeof value === 'string' && hidden.includes(value) ? '' : value;
  });
  return {
    name: target.name,
    origin,
    interfaces: Object.fromEntries(
      Object.entries(addresses).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    configuration: digestOf([configuration]),
  };
}
