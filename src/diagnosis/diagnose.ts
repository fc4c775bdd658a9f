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
 * The share of a run's time that looking for causes may take of the processor, and the milliseconds
 * that it may in any case.
 */
const SHARE = 0.1;
const LEAST_MS = 500;
/** Requests of a run that are repeated in order, for each candidate. */
const IN_ORDER = 600;
/** Faults that are named together at most. */
const NAMED = 3;
/** Causes that are looked for one after the other. */
const ROUNDS = 4;

/**
 * What failures have in common: first what the target does not implement, then the causes of
 * violated musts, then those of other complaints. No failure rests on it.
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
 * An inquiry about some complaints: the violations that nothing explains yet, but for those that
 * only other complaints are about.
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
 * Reproduced causes: a reference server with the data of the target, broken by a fault, gives the
 * answers that the target gave, those that violate a clause and those that conform. `known` are the
 * ids of causes that were found before. Empty where nothing is reproduced, or time is over.
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
    // Where no twin is like the target in all, what the healthy one has in common with it is
    // compared.
    { comparison: lenient, conforming: common },
    // What a server keeps in mind from one request to the next shows in their order alone.
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
    // A cause that explains fewer responses than stay unexplained is a part of another one.
    if (best === undefined || best.answers.size < open.size) continue;
    // If one cause explains every violation, all failures are due to it.
    const isAll = comparison.isStrict && found.length === 1 && open.size === 0;
    const checks = isAll
      ? inquiry.complaints.map(({ check }) => check)
      : await checksExplained(search, best, open);
    if (checks.length > 0) causes.push({ checks, faults: namedOf(ties) });
  }
  return causes;
}

/** One cause after the other, each for what those before leave `open`. */
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

/** The checks whose complaints a cause explains. */
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

/** Time of the processor: what is named must not rest on what else a machine has to do. */
function busyMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Faults that give the same answers are named together; too many say nothing. */
function namedOf(ties: readonly Explained[]): Reproduced['faults'] {
  if (ties.length > NAMED) return [];
  return ties.map(({ defect: { id, clause, sentence }, answers }) => ({
    id,
    clause,
    sentence,
    answers: answers.size,
  }));
}
