/**
 * Finds causes of failures: missing features of the target (the server under test), and defects
 * that the reference server reproduces.
 */

import type { Inquiry, Reproduced } from '../harness/index.js';
import { attribute } from './attribute.js';
import { candidatesOf, sampleOf, violatedClauses, violatingOf } from './candidates.js';
import { Comparison } from './comparison.js';
import { dialectOf } from './dialects.js';
import { exportCapabilities } from './export-capabilities.js';
import { missingIn } from './missing.js';
import { findCauses, type Search } from './search.js';
import { Twin, twinInputOf } from './twin.js';

/** The search may use this share of the duration of the run, in processor time. */
const SHARE = 0.1;
/** The search may use at least this processor time. */
const LEAST_MS = 3000;
/**
 * The target counts as similar if the healthy reference server (without a defect) reproduces this
 * share of the conforming responses.
 */
const ALIKE = 0.2;
/** The maximum number of requests that are repeated in their order for each candidate defect. */
const MAX_IN_ORDER = 600;

/**
 * Looks first for features that the target does not implement, then for defects that explain
 * failures, and last for defects that explain warnings and the remaining failures.
 */
export async function diagnose(inquiry: Inquiry): Promise<readonly Reproduced[]> {
  const missing = missingIn(inquiry, capabilitiesOf(inquiry));
  if (process.env.OLD_DIAGNOSIS === undefined) return missing.found;
  let { found } = missing;
  const busyMs = processorTime();
  const until = busyMs() + Math.max(LEAST_MS, SHARE * inquiry.tookMs);
  const isOver = (): boolean => busyMs() > until;
  for (const verdicts of [['failed'], ['failed', 'warning']]) {
    const explained = new Set(found.flatMap(({ checks }) => checks));
    const complaints = inquiry.complaints.filter(
      ({ check, verdict }) => verdicts.includes(verdict) && !explained.has(check),
    );
    if (complaints.length === 0) continue;
    const known = new Set(found.flatMap(({ faults }) => faults.map(({ id }) => id)));
    const limited = limitedTo(complaints, inquiry, missing.unreproducible);
    const { ignoring } = missing;
    const causes = await reproducedCauses(limited, { known, ignoring, isOver });
    found = causes.reduce(withCause, found);
  }
  return found;
}

interface SearchLimits {
  /** Ids of defects that already explain failures. */
  readonly known: ReadonlySet<string>;
  /**
   * Ids of the defects that make the reference server ignore the features that the target ignores.
   */
  readonly ignoring: readonly string[];
  readonly isOver: () => boolean;
}

/**
 * Adds a cause to the list. If the list has a cause with the same first defect, the checks are
 * added to that cause instead.
 */
function withCause(causes: readonly Reproduced[], cause: Reproduced): readonly Reproduced[] {
  const same = causes.find(
    ({ faults }) => faults[0] !== undefined && faults[0].id === cause.faults[0]?.id,
  );
  if (same === undefined) return [...causes, cause];
  const joined = { ...same, checks: [...same.checks, ...cause.checks] };
  return causes.map((one) => (one === same ? joined : one));
}

const capabilitiesOf = ({ target, answers }: Inquiry) =>
  target.export === undefined ? [] : exportCapabilities(target.export, answers);

/**
 * Limits an inquiry to some of its complaints (failures and warnings). Leaves out exchanges that
 * the reference server cannot reproduce. Leaves out the violations of a clause if only the
 * remaining complaints concern the clause.
 */
function limitedTo(
  complaints: Inquiry['complaints'],
  inquiry: Inquiry,
  unreproducible: ReadonlySet<number>,
): Inquiry {
  const clausesOf = (some: Inquiry['complaints']): ReadonlySet<string> =>
    new Set(some.flatMap((complaint) => complaint.clauses));
  const own = clausesOf(complaints);
  const others = clausesOf(inquiry.complaints.filter((one) => !complaints.includes(one)));
  const violations = inquiry.violations.filter(
    ({ clause, answers }) =>
      (own.has(clause) || !others.has(clause)) &&
      !answers.some(({ exchange }) => unreproducible.has(exchange)),
  );
  const kept = inquiry.kept.filter(({ answer }) => !unreproducible.has(answer.exchange));
  return { ...inquiry, complaints, violations, kept };
}

/**
 * Returns the causes of failures that a reference server reproduces. This server has the data of
 * the target and a defect, and gives the same violating and conforming responses as the target.
 * Returns no cause if none is reproduced, or if the time is used up.
 */
async function reproducedCauses(
  inquiry: Inquiry,
  { known, ignoring, isOver }: SearchLimits,
): Promise<readonly Reproduced[]> {
  const { target, answers } = inquiry;
  const violating = [...violatingOf(inquiry)];
  if (violating.length === 0) return [];
  const violated = violatedClauses(inquiry);
  const sample = sampleOf(inquiry, violated);
  const twinInput = twinInputOf(target, answers);
  const kept = inquiry.kept.map(({ answer }) => answer);
  const shown = { conforming: kept, violating };
  const dialect = await dialectOf(twinInput, inquiry.interface, shown, isOver);
  const healthy = new Twin(twinInput, dialect);
  const { strict, lenient } = await Comparison.by(target, healthy, sample, violating);
  const common = sample.filter((answer) => lenient.healthyReproduces(answer));
  const isAlike =
    sample.filter((answer) => strict.healthyReproduces(answer)).length >= ALIKE * sample.length;
  const modes: readonly Pick<Search, 'comparison' | 'conforming' | 'order'>[] = [
    ...(isAlike ? [{ comparison: strict, conforming: sample }] : []),
    // If the strict comparison finds no cause, only the aspects in which the healthy server agrees
    // with the target are compared.
    { comparison: lenient, conforming: common },
    // A server that keeps state needs the requests in order.
    ...(isAlike && answers.length <= MAX_IN_ORDER
      ? [{ comparison: strict, conforming: sample, order: answers }]
      : []),
  ];
  const all = candidatesOf(inquiry, known);
  for (const mode of modes) {
    // If the order counts, many requests are repeated for each candidate, so only the defects of
    // violated clauses are tried.
    const candidates = mode.order ? all.filter(({ clause }) => violated.has(clause)) : all;
    const search = { inquiry, twinInput, dialect, ignoring, violated, violating, isOver, ...mode };
    const found = await attribute(await findCauses(search, candidates), search);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The processor time is read again only after this time, because reading it takes longer than
 * comparing two short responses.
 */
const READ_EVERY_MS = 5;

/**
 * Returns a function for the processor time of this process in milliseconds. The limit is not the
 * elapsed time, because the causes must not depend on other load of the machine.
 */
function processorTime(): () => number {
  let readAt = Number.NEGATIVE_INFINITY;
  let busy = 0;
  return () => {
    const now = performance.now();
    if (now - readAt >= READ_EVERY_MS) {
      const { user, system } = process.cpuUsage();
      readAt = now;
      busy = (user + system) / 1000;
    }
    return busy;
  };
}
