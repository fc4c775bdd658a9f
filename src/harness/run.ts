import { findingsOf } from '../diagnosis/index.js';
import { BudgetSpent, type Clock, Lost, offeringHttp2, type Transport } from '../http/index.js';
import type { ExchangeEvent, HeaderEvent, IntentEvent, Ledger, LedgerEvent, VerdictEvent } from '../ledger/index.js';
import type { Target } from '../target/index.js';
import { type Bail, bailAfter } from './bail.js';
import type { Check, Suite } from './check.js';
import { type Finding, Found } from './finding.js';
import { headerEvent } from './header.js';
import { addressesOf } from './hosts.js';
import { type Judgement, judgeIn, verdictEvent } from './judge.js';
import { makePlan, type Plan, type PlannedCheck, type PlanOptions } from './plan.js';
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
  /** Called when what an earlier run judged stands in the ledger of this one. */
  readonly carried?: () => void;
  /** What runs before this one have sent and nobody sends again, besides what `resumed` holds. */
  readonly intents?: readonly IntentEvent[];
  /** A wrong address or credential ends the run before anything is judged. Default false. */
  readonly preflight?: boolean;
  /** The share of must clauses that the gate asks to be judged. Default: half of each interface. */
  readonly minCoverage?: number | undefined;
  /** Begins no further check once so many failed. Default: all are asked. */
  readonly bail?: number | undefined;
  /** What the header of the ledger calls the target. Default: what it is. */
  readonly origin?: HeaderEvent['target']['origin'];
}

/** Requests that the look back at the end may need, and the budget from which on they are kept for it. */
const LOOK_BACK = 4;
const ROOM = 100;

/**
 * Plans, asks and judges; every event goes to `record`. A fault of ours in one check is that check's: the others are
 * judged, and it is thrown at the end.
 */
export async function runSuites(suites: readonly Suite[], target: Target, options: RunOptions): Promise<Plan> {
  const plan = makePlan(suites, target, options);
  const exchanges = new Map<number, ExchangeEvent>();
  const verdicts = new Map<string, VerdictEvent>();
  const bail = bailAfter(options);
  const record = (event: LedgerEvent): void => {
    if (event.type === 'exchange') exchanges.set(event.id, event);
    if (event.type === 'verdict') {
      verdicts.set(event.check, event);
      bail.see(event);
    }
    options.record(event);
  };
  const { seed = 1, clock, transport, signal } = options;
  const session = openSession(target, {
    seed,
    maxRequests: plan.maxRequests,
    record,
    exchanges: options.exchanges ?? true,
    firstExchange: 1 + lastExchange(options.resumed),
    intents: [...(options.resumed?.intents ?? []), ...(options.intents ?? [])].map(({ name }) => name),
    ...(clock === undefined ? {} : { clock }),
    ...(transport === undefined ? {} : { transport }),
    ...(signal === undefined ? {} : { signal }),
  });
  if ((plan.maxRequests ?? 0) >= ROOM) session.client.reserve(LOOK_BACK);
  const begun = session.clock.now();
  // Who brings a transport of its own reaches nothing.
  const http2 = transport === undefined ? offeringHttp2(addressesOf(target), target) : [];
  record(headerEvent(suites, target, plan, options));
  for (const intent of options.intents ?? []) record(intent);
  const earlier = carryOver(options.resumed, record);
  options.carried?.();
  for (const { check, finding } of plan.skipped) {
    if (!earlier.judged.has(check.id)) record(verdictEvent(check, finding, [], 0));
  }
  let ended = false;
  let obstacles: readonly string[] = [];
  const faults: unknown[] = [];
  const suiteRun: SuiteRun = { ...options, record, known: exchanges, judged: earlier.judged, faults, ending: bail };
  try {
    if (options.preflight) obstacles = await flyAhead(suites, plan, session, suiteRun);
    if (obstacles.length === 0) await judgeAll(suites, plan, session, suiteRun);
    else for (const { check } of toJudge(plan, suiteRun)) record(verdictEvent(check, blocked(obstacles), [], 0));
    if (bail.reached() && !signal?.aborted)
      for (const { check } of plan.planned)
        if (!verdicts.has(check.id)) record(verdictEvent(check, bail.finding(), [], 0));
    ended = true;
  } finally {
    await session.close();
    const offered = signal?.aborted ? [] : await http2;
    for (const finding of findingsOf([...verdicts.values()])) record(finding);
    record({
      type: 'footer',
      durationMs: Math.round(session.clock.now() - begun),
      ...session.client.counts,
      sent: earlier.sent + session.client.counts.sent,
      interrupted: !ended || (signal?.aborted ?? false),
      ...(obstacles.length === 0 ? {} : { preflight: [...obstacles] }),
      ...(offered.length === 0 ? {} : { http2: [...offered] }),
    });
  }
  if (faults.length > 0) throw faults[0];
  return plan;
}

const lastExchange = (resumed: Ledger | undefined): number => {
  let last = 0;
  for (const id of resumed?.exchanges.keys() ?? []) last = Math.max(last, id);
  return last;
};

const blocked = (obstacles: readonly string[]): Extract<Finding, { kind: 'skipped' }> => ({
  kind: 'skipped',
  cause: 'prerequisite',
  reason: `nothing was judged: ${obstacles.join('; ')}`,
});

const toJudge = (plan: Plan, { judged }: SuiteRun): readonly PlannedCheck[] =>
  plan.planned.filter(({ check }) => !judged.has(check.id));

/** Copies what an interrupted run judged, with the exchanges, so that the new ledger is whole. */
function carryOver(
  resumed: Ledger | undefined,
  record: (event: LedgerEvent) => void,
): { readonly sent: number; readonly judged: ReadonlySet<string> } {
  if (resumed === undefined) return { sent: 0, judged: new Set() };
  const standing = resumed.verdicts.filter(
    ({ verdict, cause }) => verdict !== 'inconclusive' && cause !== 'budget' && cause !== 'prerequisite',
  );
  for (const event of resumed.surveys) record(event);
  for (const event of resumed.exchanges.values()) record(event);
  for (const event of resumed.intents) record(event);
  for (const event of standing) record(event);
  return { sent: resumed.exchanges.size, judged: new Set(standing.map(({ check }) => check)) };
}

interface SuiteRun extends RunOptions {
  readonly known: ReadonlyMap<number, ExchangeEvent>;
  readonly judged: ReadonlySet<string>;
  /** Faults of ours, to be thrown when everything else is done. */
  readonly faults: unknown[];
  readonly ending: Bail;
}

/** What stands in the way of judging, over all interfaces that are judged: a line each. */
async function flyAhead(
  suites: readonly Suite[],
  plan: Plan,
  session: Session,
  run: SuiteRun,
): Promise<readonly string[]> {
  const found = await Promise.all(
    suites.map(async ({ interface: name, preflight }) => {
      const checks = toJudge(plan, run).filter(({ check }) => check.interface === name);
      if (preflight === undefined || checks.length === 0) return undefined;
      const needs = new Set(checks.flatMap(({ check }) => check.needs));
      const { context } = session.scope({ name: `${name}.preflight`, interface: name });
      return preflight(context, (setting) => needs.has(setting)).catch((error: unknown) => {
        if (error instanceof Found || error instanceof Lost || error instanceof BudgetSpent) return undefined;
        throw error;
      });
    }),
  );
  if (run.signal?.aborted) return [];
  return found.flatMap((line) => (line === undefined ? [] : [session.redactor.text(line.toWellFormed())]));
}

/**
 * Every interface beside the others: its checks in plan order, so many at once. When all are judged, what stayed open is
 * asked again, and whether what the verdicts rest on still holds.
 */
async function judgeAll(suites: readonly Suite[], plan: Plan, session: Session, run: SuiteRun): Promise<void> {
  const judgeOne: JudgeOne = async (planned) => {
    const judgement = await judgeIn(session, planned.check, {
      allowance: planned.allowance,
      replay: run.replay,
      naming: run.naming,
      allowDestructive: run.allowDestructive ?? false,
      exchange: (id) => run.known.get(id),
    });
    if ('fault' in judgement) run.faults.push(judgement.fault);
    // What an interruption left open is asked when the run is resumed.
    return run.signal?.aborted && judgement.event.verdict === 'inconclusive' ? undefined : judgement;
  };
  const judged = await Promise.all(
    suites.map(async (suite) => {
      const mine = toJudge(plan, run).filter(({ check }) => check.interface === suite.interface);
      const restsOn = new Map<PlannedCheck, Judgement>();
      const judgedBy = (): ReadonlySet<string> =>
        new Set(
          [...(run.resumed?.verdicts ?? []), ...[...restsOn.values()].map(({ event }) => event)]
            .filter(isJudged)
            .map(({ check }) => check),
        );
      const isLast = ({ check }: PlannedCheck): boolean => check.last ?? false;
      const judgeMine: JudgeOne = async (planned) => {
        const judgement = await judgeOne(planned);
        if (judgement === undefined || !isLast(planned)) return judgement;
        return { ...judgement, event: unlessAlone(judgement.event, checksOf(plan), judgedBy()) };
      };
      const judgeEach = async (some: readonly PlannedCheck[]): Promise<void> => {
        // Of the last, those that ask most begin: the others judge those answers too.
        const last = some.filter(isLast).sort((a, b) => b.allowance - a.allowance);
        for (const phase of [some.filter((one) => !isLast(one)), last]) {
          await inParallel(phase, session.target.concurrency, async (planned) => {
            if (run.signal?.aborted || run.ending.reached()) return;
            const judgement = await judgeMine(planned);
            if (judgement === undefined) return;
            restsOn.set(planned, judgement);
            run.record(judgement.event);
          });
          if (plan.maxRequests === undefined || phase === last) continue;
          // Those that come last spend what is left: what stayed open is asked again before.
          session.forgetFailures();
          await askAgain(restsOn, session, run, judgeMine);
        }
      };
      await judgeEach(mine);
      return { suite, restsOn, judgeMine, judgeEach };
    }),
  );
  session.forgetFailures();
  await Promise.all(judged.map(({ restsOn, judgeMine }) => askAgain(restsOn, session, run, judgeMine)));
  await Promise.all(
    judged.map(async ({ suite, restsOn, judgeEach }) => {
      const changed = await lookBack(suite, restsOn, session, run);
      // A budget has no room for it.
      if (changed.length === 0 || plan.maxRequests !== undefined || run.ending.reached()) return;
      session.forget(suite.interface);
      await judgeEach(changed.filter(({ check }) => check.permission !== 'destructive'));
      await lookBack(suite, restsOn, session, run);
    }),
  );
}

/** Puts a check to the target; undefined where an interruption left it open. */
type JudgeOne = (planned: PlannedCheck) => Promise<Judgement | undefined>;

/**
 * Whether what the verdicts of an interface rest on still holds at the end; what does not is inconclusive, and may be
 * judged once more by what holds now.
 */
async function lookBack(
  { interface: name, drift }: Suite,
  restsOn: ReadonlyMap<PlannedCheck, Judgement>,
  session: Session,
  run: SuiteRun,
): Promise<readonly PlannedCheck[]> {
  if (drift === undefined || restsOn.size === 0 || run.signal?.aborted) return [];
  session.client.reserve(0);
  const changed = await drift(session.scope({ name: `${name}.drift`, interface: name }).context);
  const open: PlannedCheck[] = [];
  for (const [planned, { event, used }] of restsOn) {
    const reason = [...used].map((fact) => changed.get(fact)).find((one) => one !== undefined);
    if (reason === undefined || !isJudged(event)) continue;
    open.push(planned);
    run.record(unsettled(event, reason));
  }
  return open;
}

/** Checks in a row that stay inconclusive when they are asked again, after which the others are left as they are. */
const IN_VAIN = 8;

/**
 * What stayed inconclusive is asked once more when all else is judged: the trouble may be over. Never what cannot be
 * taken back, and only what could be judged then takes the place of the first verdict.
 */
async function askAgain(
  restsOn: Map<PlannedCheck, Judgement>,
  session: Session,
  run: SuiteRun,
  judgeOne: JudgeOne,
): Promise<void> {
  const open = [...restsOn]
    .filter(([{ check }, { event, ...rest }]) => {
      return event.verdict === 'inconclusive' && check.permission !== 'destructive' && !('fault' in rest);
    })
    .map(([planned]) => planned);
  let inVain = 0;
  await inParallel(open, session.target.concurrency, async (planned) => {
    if (run.signal?.aborted || run.ending.reached() || inVain >= IN_VAIN) return;
    const judgement = await judgeOne(planned);
    const { verdict, cause } = judgement?.event ?? {};
    inVain = verdict === undefined || verdict === 'inconclusive' ? inVain + 1 : 0;
    if (judgement === undefined || verdict === 'inconclusive' || cause === 'budget') return;
    restsOn.set(planned, judgement);
    run.record(judgement.event);
  });
}

const checksOf = ({ planned, skipped }: Plan): readonly Check[] => [...planned, ...skipped].map(({ check }) => check);

/**
 * What holds in every answer proves nothing where no answer was what it should be: a check that comes last passes only
 * beside one that judged a clause of its own accord, where the run asks for one.
 */
function unlessAlone(event: VerdictEvent, checks: readonly Check[], judged: ReadonlySet<string>): VerdictEvent {
  const others = checks.filter(({ clauses, last = false }) => {
    return !last && clauses.some((clause) => event.clauses.includes(clause));
  });
  const alone = others.length > 0 && !others.some(({ id }) => judged.has(id));
  if (event.verdict !== 'passed' || !alone) return event;
  const { witness: _, ...rest } = event;
  const reason = `nothing speaks against it, but no other check could judge ${event.clauses.join(', ')}`;
  return { ...rest, verdict: 'skipped', cause: 'prerequisite', reason };
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
