/** The last stage of a run. */

import { defined } from '../defined.js';
import { redactedEvent } from '../http/index.js';
import {
  type ExchangeEvent,
  type FindingEvent,
  type FooterEvent,
  findingsOf,
  type VerdictEvent,
} from '../ledger/index.js';
import { missingBesideMistakes } from './missing-beside-mistakes.js';
import type { Diagnosis, Inquiry, RunLog, SuiteRun } from './run-options.js';
import { nameOfPart, sameBodyBefore, sharingBodies } from './same-body.js';
import { seenAgain, withoutChance } from './seen-again.js';
import type { Session } from './session.js';
import { findSimplerClauses } from './simpler-clause.js';
import type { Suite } from './suite.js';

interface RunEnd {
  /** The start of the run, by the clock of the run. */
  readonly begun: number;
  /** The addresses of the target that offer HTTP/2. */
  readonly http2: readonly string[] | Promise<readonly string[]>;
  /** Why the preflight failed; empty if it succeeded. */
  readonly obstacles: readonly string[];
  /** Whether all checks were run, without an interruption or an internal error. */
  readonly ended: boolean;
  /** The exchanges of a recording, if a recording is tested. */
  readonly recorded: readonly ExchangeEvent[];
  /** The number of requests of the interrupted run that this run resumes. */
  readonly sentBefore: number;
}

/**
 * Withdraws verdicts about unimplemented features, finds causes of failures, repeats failures of an
 * unstable target, and records the findings and the footer.
 */
export async function finishRun(
  suites: readonly Suite[],
  run: SuiteRun,
  { verdicts, exchanges }: Pick<RunLog, 'verdicts' | 'exchanges'>,
  end: RunEnd,
): Promise<void> {
  const { session, signal, record } = run;
  const http2 = signal?.aborted ? [] : await end.http2;
  const all = [...verdicts.values()];
  const inquiries = suites.flatMap((suite) => inquiryOf(suite, all, run) ?? []);
  const causes = signal?.aborted ? [] : await causesOf(suites, inquiries, run);
  for (const event of withdrawn(all, causes)) record(event);
  const repeated = inquiries.flatMap((inquiry) => causesInBodies(inquiry, causes));
  // A response that belongs to another request says more than what requests have in common.
  const known: readonly Diagnosis[] = [
    ...repeated,
    ...causes.toSorted((a, b) => Number(isCause(b)) - Number(isCause(a))),
  ];
  const again = await byCheck(suites, inquiries, (inquiry, suite) =>
    seenAgain(inquiry, suite, known, run),
  );
  for (const event of again.values()) record(event);
  const renewed = (event: VerdictEvent): VerdictEvent => again.get(event.check) ?? event;
  const left = inquiries.map((one) => ({ ...one, complaints: one.complaints.map(renewed) }));
  const confirmed = left.reduce((those, { complaints }) => withoutChance(those, complaints), known);
  const findings = findingsOf(all.map(renewed), exchanges, {
    causes: confirmed,
    violating: (clause) => exchangesViolating(clause, inquiries),
    simplerClauses: await byCheck(suites, left, (inquiry, suite) =>
      findSimplerClauses(inquiry, suite, confirmed, run),
    ),
  });
  for (const finding of findings)
    record(redactedEvent(session.redactor, withSameBody(finding, verdicts, session)));
  record(redactedEvent(session.redactor, footerOf(run, { ...end, http2 })));
}

/**
 * For each inquiry: the features that the target does not implement, then the mistakes that explain
 * the other complaints.
 */
async function causesOf(
  suites: readonly Suite[],
  inquiries: readonly Inquiry[],
  { diagnose, explains = true, session }: SuiteRun,
): Promise<readonly Diagnosis[]> {
  const causes: Diagnosis[] = [];
  for (const inquiry of inquiries) {
    const { interface: name, answers, complaints } = inquiry;
    const judge = explains ? suites.find((suite) => suite.interface === name)?.judge : undefined;
    const { context } = session.scope({ name: `${name}.causes`, interface: name });
    const explained = (await judge?.explain(context, answers, complaints)) ?? [];
    const missing = (await diagnose?.(limitedToComplete(inquiry))) ?? [];
    const all = missingBesideMistakes(missing, explained);
    const known = new Set(all.flatMap(({ checks }) => checks));
    causes.push(
      ...all,
      ...explained.flatMap(({ checks, readings, common, exchanges }) => {
        const others = checks.filter((check) => !known.has(check));
        const faults = readings.map(({ id, clause, sentence, requires }) => ({
          id,
          clause,
          sentence,
          ...defined({ requires }),
          answers: exchanges,
        }));
        return others.length === 0 ? [] : [{ checks: others, ...defined({ common }), faults }];
      }),
    );
  }
  return causes;
}

/** What `find` returns for the inquiries of all interfaces, by the id of the check. */
async function byCheck<T>(
  suites: readonly Suite[],
  inquiries: readonly Inquiry[],
  find: (inquiry: Inquiry, suite: Suite) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  for (const inquiry of inquiries) {
    const suite = suites.find((one) => one.interface === inquiry.interface);
    const some = suite && (await find(inquiry, suite));
    for (const [check, one] of some ?? []) found.set(check, one);
  }
  return found;
}

/** A mistake, or a feature that is not implemented, and not only what requests have in common. */
const isCause = ({ faults, missing }: Diagnosis): boolean =>
  faults.length > 0 || missing !== undefined;

/**
 * Finds groups of failures whose responses have the body of an earlier response; each group is one
 * finding. If a cause that only states what requests have in common explains a failure of a group,
 * the group replaces this cause or is dropped. It replaces the cause if it has a part (see
 * `Shared`) and contains all failures of the cause.
 */
function causesInBodies(
  { complaints, answers }: Inquiry,
  causes: readonly Diagnosis[],
): readonly Diagnosis[] {
  const untested = new Set(causes.flatMap(({ missing, checks }) => (missing ? checks : [])));
  const explained = causes.filter(({ faults }) => faults.length > 0).map(({ checks }) => checks);
  const whole = answers.filter(({ isWhole }) => isWhole);
  const shown = complaints.flatMap(({ check, exchanges }) => {
    const answer = whole.find(({ exchange }) => exchange === exchanges.at(-1));
    return answer === undefined || untested.has(check) ? [] : [{ check, answer }];
  });
  const alike = causes.filter((one) => !isCause(one));
  return sharingBodies(shown, whole, explained).flatMap(({ checks, part }) => {
    const isSplit = alike.some(
      (cause) =>
        cause.checks.some((check) => checks.includes(check)) &&
        !(part !== undefined && cause.checks.every((check) => checks.includes(check))),
    );
    if (isSplit) return [];
    const common = part && `the response to an earlier request with another ${nameOfPart(part)}`;
    return [{ checks, faults: [], ...defined({ common }) }];
  });
}

function footerOf(
  { session, signal, traffic, resumed }: SuiteRun,
  {
    begun,
    http2,
    obstacles,
    ended,
    recorded,
    sentBefore,
  }: RunEnd & { readonly http2: readonly string[] },
): FooterEvent {
  const counts = countsOf(session);
  const interrupted = !ended || (signal?.aborted ?? false) || (traffic?.interrupted ?? false);
  const common = {
    type: 'footer' as const,
    ...counts,
    interrupted,
    ...defined({
      preflight: nonEmpty(obstacles),
      http2: nonEmpty(http2),
      interruption: session.ending?.interruption,
    }),
  };
  if (traffic === undefined) {
    const durationMs = Math.round(session.clock.now() - begun);
    return withEarlier({ ...common, durationMs, sent: sentBefore + counts.sent }, resumed?.footer);
  }
  return {
    ...common,
    durationMs: Math.round(Math.max(0, ...recorded.map(endOf))),
    sent: traffic.total ?? recorded.length,
    shared: 0,
    ...defined({ leftOut: nonEmpty(traffic.leftOut ?? []) }),
  };
}

/** Adds the numbers of the earlier parts of a run. A part that was killed has no footer. */
function withEarlier(footer: FooterEvent, earlier: FooterEvent | undefined): FooterEvent {
  if (earlier === undefined) return footer;
  const troubles = { ...earlier.troubles };
  for (const [what, count] of Object.entries(footer.troubles ?? {}))
    troubles[what] = (troubles[what] ?? 0) + count;
  const inFront = [...new Set([...(earlier.inFront ?? []), ...(footer.inFront ?? [])])];
  return {
    ...footer,
    durationMs: earlier.durationMs + footer.durationMs,
    shared: earlier.shared + footer.shared,
    limited: earlier.limited + footer.limited,
    again: (earlier.again ?? 0) + (footer.again ?? 0),
    troubles,
    ...defined({ inFront: nonEmpty(inFront) }),
  };
}

const nonEmpty = <T>(list: readonly T[]): T[] | undefined =>
  list.length === 0 ? undefined : [...list];

const endOf = ({ atMs, durationMs }: ExchangeEvent): number => atMs + durationMs;

/** Adds the earlier exchange with the same response body. */
function withSameBody(
  finding: FindingEvent,
  verdicts: ReadonlyMap<string, VerdictEvent>,
  session: Session,
): FindingEvent {
  const answers = session.seen(finding.interface).filter(({ isWhole }) => isWhole);
  const shown = verdicts.get(finding.lead)?.exchanges.at(-1);
  const answer = answers.find(({ exchange }) => exchange === shown);
  // A feature that is not implemented needs no further explanation.
  const sameBody =
    answer === undefined || finding.missing !== undefined
      ? undefined
      : sameBodyBefore(answer, answers);
  if (sameBody === undefined) return finding;
  const { exchange, differs, agoMs } = sameBody;
  return { ...finding, sameBody: { exchange, differs: [...differs], agoMs } };
}

/**
 * The failures and warnings whose causes are searched, without violations of open clauses. Returns
 * undefined if there are no failures and warnings, or no evidence.
 */
function inquiryOf(
  { interface: name, clauses }: Suite,
  all: readonly VerdictEvent[],
  run: SuiteRun,
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
  return { ...found, violations, interface: name, target, complaints, others, answers };
}

/** Checks of unimplemented features tested nothing, so their verdict becomes a skip. */
function withdrawn(
  all: readonly VerdictEvent[],
  causes: readonly Diagnosis[],
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

/** Only complete responses can be compared to find causes. */
const limitedToComplete = (inquiry: Inquiry): Inquiry => ({
  ...inquiry,
  answers: inquiry.answers.filter(({ isWhole }) => isWhole),
  kept: inquiry.kept.filter(({ answer }) => answer.isWhole),
  violations: inquiry.violations.filter(({ answers }) => answers.every(({ isWhole }) => isWhole)),
});

/** For each violation of a clause, the number of its last exchange. */
const exchangesViolating = (clause: string, inquiries: readonly Inquiry[]): readonly number[] =>
  inquiries
    .flatMap(({ violations }) => violations.filter((violation) => violation.clause === clause))
    .flatMap(({ answers }) => answers.at(-1)?.exchange ?? []);

/** The numbers of requests in the footer of the ledger. */
function countsOf({ client, redactor }: Session) {
  const { fronts, ...counts } = client.counts;
  const describe = ([line, times]: readonly [string, number]): string =>
    redactor.text(`${line} (${times} ${times === 1 ? 'response' : 'responses'})`);
  return {
    ...counts,
    ...(fronts.size === 0 ? {} : { inFront: [...fronts].map(describe) }),
  };
}
