/**
 * Finds the causes of failures: missing features of the target, and defects that the reference
 * server reproduces.
 */

import type { Inquiry, Reproduced } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import type { Defect } from '../reference/index.js';
import { candidatesOf, sampleOf, violatingOf } from './candidates.js';
import { Comparison } from './comparison.js';
import { dialectOf } from './dialects.js';
import { exportCapabilities } from './export-capabilities.js';
import { missingIn } from './missing.js';
import { bestOf, type Explained, isExplained, type Search } from './search.js';
import { likenessOf, Twin } from './twin.js';

/**
 * The share of the run's time that the search may use on a processor, and the milliseconds that it
 * may use in any case.
 */
const SHARE = 0.1;
const LEAST_MS = 500;
/** The most requests of a run that are repeated in order for each candidate. */
const IN_ORDER = 600;
/** The most defects that one cause names. */
const NAMED = 3;
/** The most causes that are searched for one after another. */
const ROUNDS = 4;

/**
 * Finds the common causes of failures: first features that the target does not implement, then the
 * causes of violated must clauses, then those of other clauses. The search never turns a verdict
 * into a failure.
 */
export async function diagnose(inquiry: Inquiry): Promise<readonly Reproduced[]> {
  let found: readonly Reproduced[] = missingIn(inquiry, capabilitiesOf(inquiry));
  const until = busyMs() + Math.max(LEAST_MS, SHARE * inquiry.tookMs);
  const isOver = (): boolean => busyMs() > until;
  for (const verdicts of [['failed'], ['failed', 'warning']]) {
    const explained = new Set(found.flatMap(({ checks }) => checks));
    const complaints = inquiry.complaints.filter(
      ({ check, verdict }) => verdicts.includes(verdict) && !explained.has(check),
    );
    if (complaints.length === 0) continue;
    const known = new Set(found.flatMap(({ faults }) => faults.map(({ id }) => id)));
    const causes = await reproduced(only(complaints, inquiry, found), known, isOver);
    found = causes.reduce(withCause, found);
  }
  return found;
}

/** Causes with one more; its checks are added to a cause with the same fault. */
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
 * The part of an inquiry about some failures: the violations without a cause, except those of other
 * failures.
 */
function only(
  complaints: Inquiry['complaints'],
  inquiry: Inquiry,
  found: readonly Reproduced[],
): Inquiry {
  const clausesOf = (some: Inquiry['complaints']): ReadonlySet<string> =>
    new Set(some.flatMap((complaint) => complaint.clauses));
  const own = clausesOf(complaints);
  const others = clausesOf(inquiry.complaints.filter((one) => !complaints.includes(one)));
  const explained = new Set(found.flatMap(({ missing }) => [...(missing?.exchanges ?? [])]));
  const violations = inquiry.violations.filter(
    ({ clause, answers }) =>
      (own.has(clause) || !others.has(clause)) &&
      !answers.some(({ exchange }) => explained.has(exchange)),
  );
  return { ...inquiry, complaints, violations };
}

/**
 * Finds defects by reproduction. A reference server with the data of the target and one defect must
 * give the responses of the target, both the violating and the conforming ones. `known` contains
 * the ids of causes found before. Empty if nothing is reproduced or the time is over.
 */
async function reproduced(
  inquiry: Inquiry,
  known: ReadonlySet<string>,
  isOver: () => boolean,
): Promise<readonly Reproduced[]> {
  const { target, answers } = inquiry;
  const candidates = candidatesOf(inquiry, known);
  const violating = violatingOf(inquiry);
  if (candidates.length === 0 || violating.size === 0) return [];
  const sample = sampleOf(inquiry, new Set(candidates.map(({ clause }) => clause)));
  const likeness = likenessOf(target, answers);
  const kept = inquiry.kept.map(({ answer }) => answer);
  const shown = { conforming: kept, violating: [...violating] };
  const dialect = await dialectOf(likeness, inquiry.interface, shown, isOver);
  const { strict, lenient } = await Comparison.by(target, new Twin(likeness, dialect), sample, [
    ...violating,
  ]);
  const common = sample.filter((answer) => lenient.kept(answer));
  const searches: Search[] = [
    { comparison: strict, conforming: sample },
    // If no reference server equals the target in all aspects, only the shared aspects are
    // compared.
    { comparison: lenient, conforming: common },
    // State that a server keeps between requests is visible only if they are repeated in order.
    ...(answers.length > IN_ORDER
      ? []
      : [{ comparison: strict, conforming: sample, order: answers }]),
  ].map((one) => ({ inquiry, likeness, dialect, isOver, ...one }));
  for (const search of searches) {
    const found = await causesIn(search, candidates, violating);
    if (found.length > 0) return found;
  }
  return [];
}

async function causesIn(
  search: Search,
  candidates: readonly Defect[],
  violating: ReadonlySet<Answer>,
): Promise<readonly Reproduced[]> {
  const { inquiry, comparison } = search;
  const { found, open } = await searchInRounds(search, candidates, violating);
  const causes: Reproduced[] = [];
  for (const ties of found) {
    const [best] = ties;
    // A cause that explains fewer responses than remain unexplained is part of another cause.
    if (best === undefined || best.answers.size < open.size) continue;
    // If one cause explains every violation, it is the cause of all failures.
    const isAll = comparison.isStrict && found.length === 1 && open.size === 0;
    const checks = isAll
      ? inquiry.complaints.map(({ check }) => check)
      : await checksExplained(search, best, open);
    if (checks.length > 0) causes.push({ checks, faults: namedOf(ties) });
  }
  return causes;
}

/**
 * Searches for one cause after another, each for the violations that the earlier causes leave open.
 */
async function searchInRounds(
  search: Search,
  candidates: readonly Defect[],
  violating: ReadonlySet<Answer>,
) {
  const found: Explained[][] = [];
  const open = new Set(
    [...violating].filter((answer) => !search.comparison.givesViolation(answer)),
  );
  for (let round = 0; round < ROUNDS && open.size > 0; round += 1) {
    const before = found.flatMap(([one]) => one?.defect ?? []);
    const best = await bestOf(search, candidates, open, before);
    if (best.length === 0) break;
    found.push(best);
    for (const answer of best[0]?.answers ?? []) open.delete(answer);
  }
  return { found, open };
}

/** The checks whose failures a cause explains. */
async function checksExplained(
  search: Search,
  cause: Explained,
  open: ReadonlySet<Answer>,
): Promise<readonly string[]> {
  const checks: string[] = [];
  for (const complaint of search.inquiry.complaints)
    if (await isExplained(complaint, search, cause, open)) checks.push(complaint.check);
  return checks;
}

/**
 * The processor time of this process, so that the result does not depend on other work of the
 * machine.
 */
function busyMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The defects that give the same responses are named together. If there are too many, none is
 * named.
 */
function namedOf(ties: readonly Explained[]): Reproduced['faults'] {
  if (ties.length > NAMED) return [];
  return ties.map(({ defect: { id, clause, sentence }, answers }) => ({
    id,
    clause,
    sentence,
    answers: answers.size,
  }));
}
