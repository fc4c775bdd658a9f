import { offeringHttp2, redactedEvent } from '../http/index.js';
import {
  type ExchangeEvent,
  type FindingEvent,
  type FooterEvent,
  findingsOf,
  type LedgerEvent,
  type VerdictEvent,
} from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import type { Suite } from './check.js';
import { skipped } from './finding.js';
import { carryOver, headerEvent, lastExchange } from './header.js';
import { addressesOf } from './hosts.js';
import { verdictEvent } from './judge.js';
import { judgeAll } from './judge-all.js';
import { makePlan, type Plan } from './plan.js';
import { preflight } from './preflight.js';
import { sameBodyBefore } from './same-body.js';
import { openSession, type Session } from './session.js';
import {
  bailAfter,
  type Inquiry,
  type Reproduced,
  type RunOptions,
  type SuiteRun,
} from './suite-run.js';

/**
 * Requests that the look back at the end may need, and the share of a budget that is kept for it at
 * most.
 */
const LOOK_BACK = 4;
const SHARE = 1 / 30;

/**
 * Plans, asks and judges; `record` gets every event. An internal error is thrown when all other
 * checks are judged.
 */
export async function runSuites(
  suites: readonly Suite[],
  target: Target,
  options: RunOptions,
): Promise<Plan> {
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
  const { transport, signal, traffic } = options;
  const session = openSession(target, {
    ...options,
    maxRequests: plan.maxRequests,
    record,
    firstExchange: 1 + lastExchange(options.resumed),
    intents: [...(options.resumed?.intents ?? []), ...(options.intents ?? [])].map(
      ({ name }) => name,
    ),
  });
  session.client.reserve(Math.min(LOOK_BACK, Math.floor((plan.maxRequests ?? 0) * SHARE)));
  const begun = session.clock.now();
  const started = performance.now();
  // Who brings a transport of its own reaches nothing.
  const http2 =
    transport === undefined && traffic === undefined
      ? offeringHttp2(addressesOf(target), target)
      : [];
  record(redactedEvent(session.redactor, headerEvent(suites, target, plan, options)));
  for (const intent of options.intents ?? []) record(intent);
  const recorded = [...(traffic?.events(session.redactor) ?? [])];
  for (const event of recorded) record(event);
  const earlier = carryOver(options.resumed, record);
  options.carried?.();
  for (const { check, finding } of plan.skipped)
    if (!earlier.judged.has(check.id)) record(verdictEvent(check, finding, [], 0));
  let ended = false;
  let obstacles: readonly string[] = [];
  const faults: unknown[] = [];
  const suiteRun: SuiteRun = {
    ...options,
    record,
    session,
    plan,
    known: exchanges,
    open: plan.planned.filter(({ check }) => !earlier.judged.has(check.id)),
    faults,
    evidence: new Map(),
    isOver: () => signal?.aborted === true || bail.reached(),
  };
  try {
    if (options.preflight) obstacles = await preflight(suites, suiteRun.open, session, signal);
    if (obstacles.length === 0) await judgeAll(suites, suiteRun);
    const blocked = skipped('prerequisite', `preflight failed: ${obstacles.join('; ')}`);
    if (obstacles.length > 0)
      for (const { check } of suiteRun.open) record(verdictEvent(check, blocked, [], 0));
    if (bail.reached() && !signal?.aborted)
      for (const { check } of plan.planned)
        if (!verdicts.has(check.id)) record(verdictEvent(check, bail.finding(), [], 0));
    ended = true;
  } finally {
    await session.close();
    const offered = signal?.aborted ? [] : await http2;
    const all = [...verdicts.values()];
    const inquiries = suites.flatMap(
      (suite) => inquiryOf(suite, all, suiteRun, performance.now() - started) ?? [],
    );
    const causes = signal?.aborted
      ? []
      : await Promise.all(inquiries.map((one) => options.diagnose?.(ofWhole(one)) ?? []));
    for (const event of withdrawn(all, causes.flat())) record(event);
    const findings = findingsOf(all, exchanges, causes.flat(), (clause) =>
      violating(clause, inquiries),
    );
    for (const finding of findings) record(withSameBody(finding, verdicts, session));
    const footer: FooterEvent = {
      type: 'footer',
      durationMs: Math.round(
        traffic === undefined ? session.clock.now() - begun : Math.max(0, ...recorded.map(endOf)),
      ),
      ...countsOf(session),
      sent:
        traffic === undefined
          ? earlier.sent + session.client.counts.sent
          : (traffic.total ?? recorded.length),
      ...(traffic === undefined ? {} : { shared: 0 }),
      ...(traffic?.leftOut === undefined || traffic.leftOut.length === 0
        ? {}
        : { leftOut: traffic.leftOut }),
      interrupted: !ended || (signal?.aborted ?? false) || (traffic?.interrupted ?? false),
      ...(obstacles.length === 0 ? {} : { preflight: [...obstacles] }),
      ...(offered.length === 0 ? {} : { http2: [...offered] }),
    };
    record(redactedEvent(session.redactor, footer));
  }
  if (faults.length > 0) throw faults[0];
  return plan;
}

const endOf = ({ atMs, durationMs }: ExchangeEvent): number => atMs + durationMs;

/** A finding with the earlier response that has the same body as the one that shows it. */
function withSameBody(
  finding: FindingEvent,
  verdicts: ReadonlyMap<string, VerdictEvent>,
  session: Session,
): FindingEvent {
  const answers = session.seen(finding.interface).filter(({ isWhole }) => isWhole);
  const shown = verdicts.get(finding.lead)?.exchanges.at(-1);
  const answer = answers.find(({ exchange }) => exchange === shown);
  // What is not implemented needs no further explanation.
  const sameBody =
    answer === undefined || finding.missing !== undefined
      ? undefined
      : sameBodyBefore(answer, answers);
  if (sameBody === undefined) return finding;
  const { exchange, differs } = sameBody;
  return { ...finding, sameBody: { exchange, differs: [...differs] } };
}

/**
 * What there is to find causes of in one interface; nothing of clauses that the document leaves
 * open.
 */
function inquiryOf(
  { interface: name, clauses }: Suite,
  all: readonly VerdictEvent[],
  run: SuiteRun,
  tookMs: number,
) {
  const complaints = all.filter(
    (event) =>
      event.interface === name && (event.verdict === 'failed' || event.verdict === 'warning'),
  );
  const found = run.evidence.get(name);
  if (complaints.length === 0 || found === undefined) return undefined;
  const violations = found.violations.filter(({ clause }) => clauses[clause]?.level !== 'open');
  const { session } = run;
  const answers = session.seen(name);
  const others = all.filter((event) => event.interface === name && !complaints.includes(event));
  const { target } = session;
  return { ...found, violations, interface: name, target, complaints, others, answers, tookMs };
}

/**
 * The verdicts of checks that tested nothing, because the target does not implement what they are
 * about.
 */
function withdrawn(
  all: readonly VerdictEvent[],
  causes: readonly Reproduced[],
): readonly VerdictEvent[] {
  return causes.flatMap(({ missing }) =>
    all
      .filter(({ check }) => missing?.untested.includes(check))
      .map(({ witness: _, ...event }) => ({
        ...event,
        verdict: 'skipped' as const,
        cause: 'prerequisite' as const,
        reason: missing?.sentence ?? '',
      })),
  );
}

/** Causes are found by comparing responses, of which each must be whole. */
const ofWhole = (inquiry: Inquiry): Inquiry => ({
  ...inquiry,
  answers: inquiry.answers.filter(({ isWhole }) => isWhole),
  kept: inquiry.kept.filter(({ answer }) => answer.isWhole),
  violations: inquiry.violations.filter(({ answers }) => answers.every(({ isWhole }) => isWhole)),
});

/** Numbers of the exchanges that violate a clause. */
const violating = (clause: string, inquiries: readonly Inquiry[]): readonly number[] =>
  inquiries
    .flatMap(({ violations }) => violations.filter((violation) => violation.clause === clause))
    .flatMap(({ answers }) => answers.at(-1)?.exchange ?? []);

/** What the requests of a run met, as the footer of its ledger has it. */
function countsOf({ client, redactor }: Session) {
  const { fronts, ...counts } = client.counts;
  return {
    ...counts,
    ...(fronts.size === 0 ? {} : { inFront: [...fronts].map((line) => redactor.text(line)) }),
  };
}
