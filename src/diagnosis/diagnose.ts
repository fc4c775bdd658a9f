import type { Inquiry, Reproduced } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import { DEFECTS, type Defect, type Dialect } from '../reference/index.js';
import { Comparison } from './comparison.js';
import { dialectOf } from './dialects.js';
import { exportCapabilities } from './export-capabilities.js';
import { missingIn } from './missing.js';
import { spread } from './spread.js';
import { type Likeness, likenessOf, Twin } from './twin.js';

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

/** What a candidate explains. */
interface Explained {
  readonly defect: Defect;
  readonly answers: ReadonlySet<Answer>;
  readonly twin: Twin;
}

/**
 * What failures have in common: first what the target does not implement, then the causes of
 * violated musts, then those of other complaints. No failure rests on it.
 */
export async function diagnose(inquiry: Inquiry): Promise<readonly Reproduced[]> {
  const found: Reproduced[] = [...missingIn(inquiry, capabilitiesOf(inquiry))];
  const until = busyMs() + Math.max(LEAST_MS, SHARE * inquiry.tookMs);
  const isOver = (): boolean => busyMs() > until;
  for (const verdicts of [['failed'], ['failed', 'warning']]) {
    const explained = new Set(found.flatMap(({ checks }) => checks));
    const complaints = inquiry.complaints.filter(
      ({ check, verdict }) => verdicts.includes(verdict) && !explained.has(check),
    );
    if (complaints.length > 0)
      found.push(...(await reproduced(only(complaints, inquiry, found), isOver)));
  }
  return found;
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
 * answers that the target gave, those that violate a clause and those that conform. Empty where
 * nothing is reproduced, or time is over.
 */
async function reproduced(inquiry: Inquiry, isOver: () => boolean): Promise<readonly Reproduced[]> {
  const { target, answers } = inquiry;
  const candidates = candidatesOf(inquiry);
  const violating = violatingOf(inquiry);
  if (candidates.length === 0 || violating.size === 0) return [];
  const sample = sampleOf(inquiry, new Set(candidates.map(({ clause }) => clause)));
  const likeness = likenessOf(target, answers);
  const kept = inquiry.kept.map(({ answer }) => answer);
  const dialect = await dialectOf(likeness, inquiry.interface, kept, [...violating], isOver);
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
  const found: Explained[][] = [];
  const open = new Set([...violating].filter((answer) => !comparison.kept(answer)));
  for (let round = 0; round < ROUNDS && open.size > 0; round += 1) {
    const before = found.flatMap(([one]) => one?.defect ?? []);
    const best = await bestOf(search, candidates, open, before);
    if (best.length === 0) break;
    found.push(best);
    for (const answer of best[0]?.answers ?? []) open.delete(answer);
  }
  const causes: Reproduced[] = [];
  for (const ties of found) {
    const [best] = ties;
    // What gives fewer answers than nothing gives is a part of something else.
    if ((best?.answers.size ?? 0) < open.size) continue;
    // If one cause explains every violation, all failures are due to it.
    const isAll = comparison.isStrict && found.length === 1 && open.size === 0;
    const checks: string[] = [];
    for (const event of best === undefined ? [] : inquiry.complaints)
      if (isAll || (await isExplained(event, search, best, open))) checks.push(event.check);
    if (checks.length > 0) causes.push({ checks, faults: namedOf(ties) });
  }
  return causes;
}

/** Time of the processor: what is named must not rest on what else a machine has to do. */
function busyMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Search {
  readonly inquiry: Inquiry;
  readonly likeness: Likeness;
  readonly dialect: Partial<Dialect>;
  readonly comparison: Comparison;
  readonly conforming: readonly Answer[];
  /**
   * The responses whose requests are repeated in order; else only the compared ones are repeated.
   */
  readonly order?: readonly Answer[];
  readonly isOver: () => boolean;
}

/**
 * Faults of the clauses that are violated, those of the complaints first; where much is complained
 * of, those first that ordinary use would notice.
 */
function candidatesOf({ interface: name, complaints, violations }: Inquiry): readonly Defect[] {
  const first = new Set(complaints.flatMap(({ clauses }) => clauses));
  const all = new Set([...first, ...violations.map(({ clause }) => clause)]);
  const fit = DEFECTS.filter((defect) => defect.interface === name && all.has(defect.clause));
  const isRare = ({ severity }: Defect): boolean => isMuch({ complaints }) && severity === 'subtle';
  const place = (defect: Defect): number =>
    (first.has(defect.clause) ? 0 : 1) + (isRare(defect) ? 2 : 0);
  return fit.sort((a, b) => place(a) - place(b));
}

/** This many violations are rarely caused by a defect of rare requests. */
const isMuch = ({ complaints }: Pick<Inquiry, 'complaints'>): boolean => complaints.length >= 5;

/** Conforming answers that are compared: of the clauses that candidates break, and of others. */
const COMPARED = { own: 70, others: 24 } as const;

function sampleOf({ kept }: Inquiry, clauses: ReadonlySet<string>): readonly Answer[] {
  const isOwn = (one: Inquiry['kept'][number]): boolean =>
    [...one.clauses].some((clause) => clauses.has(clause));
  const [own, others] = [kept.filter(isOwn), kept.filter((one) => !isOwn(one))];
  return [...spread(own, COMPARED.own), ...spread(others, COMPARED.others)].map(
    ({ answer }) => answer,
  );
}

/** Every answer that shows a violation. */
function violatingOf({ violations, complaints, answers }: Inquiry): ReadonlySet<Answer> {
  const byNumber = new Map(answers.map((answer) => [answer.exchange, answer]));
  const shown = complaints.map(({ exchanges }) => [...exchanges].reverse());
  const told = Array.from({ length: MOST_SHOWN }, (_, at) =>
    shown.flatMap((ids) => byNumber.get(ids[at] ?? -1) ?? []),
  );
  const shownFirst = new Set(told.flat());
  const others = violations
    .flatMap((violation) => violation.answers)
    .filter((answer) => !shownFirst.has(answer));
  return new Set([...spread([...shownFirst], VIOLATING), ...spread(others, VIOLATING)]);
}

/** Violating answers that are compared: of those that complaints show, and of all others. */
const VIOLATING = 24;
const MOST_SHOWN = 12;

/**
 * The candidates that explain most of the open violations; several if they cannot be distinguished.
 */
async function bestOf(
  search: Search,
  candidates: readonly Defect[],
  open: ReadonlySet<Answer>,
  before: readonly Defect[],
): Promise<Explained[]> {
  const { isOver } = search;
  const tried: Explained[] = [];
  for (const defect of candidates) {
    // What gives everything is said, though others that were not tried may give it as well.
    if (isOver()) break;
    if (before.includes(defect)) continue;
    const twin = new Twin(
      search.likeness,
      search.dialect,
      [...before, defect].map(({ id }) => id),
      search.order,
    );
    const answers = await explainedBy(twin, defect, search, open);
    if (answers.size === 0) continue;
    const one = { defect, answers, twin };
    // What gives much that is complained of, and nearly all of it, needs no rival.
    if (
      isMuch(search.inquiry) &&
      answers.size >= NEARLY_ALL * open.size &&
      (await givesAll(twin, defect, search))
    )
      return [one];
    tried.push(one);
  }
  tried.sort((a, b) => b.answers.size - a.answers.size);
  const best: Explained[] = [];
  let most = 0;
  for (const one of tried) {
    const isWhole = one.answers.size === open.size;
    if (one.answers.size < most || (isOver() && !isWhole)) break;
    const unhurried = isWhole ? { ...search, isOver: () => false } : search;
    if (!(await givesAll(one.twin, one.defect, unhurried))) continue;
    most = one.answers.size;
    best.push(one);
  }
  return best.length < 2 || isOver() ? best : mostAlike(best, search);
}

const NEARLY_ALL = 0.9;

/** Violations of its clause of which a candidate must give one, to be looked at further. */
const TRIED = 3;

/**
 * Which violations a broken twin gives, where the healthy one does not; nothing where it changes
 * another of them.
 */
async function explainedBy(
  twin: Twin,
  { clause }: Defect,
  { comparison, inquiry, isOver }: Search,
  open: ReadonlySet<Answer>,
): Promise<ReadonlySet<Answer>> {
  const own = inquiry.violations
    .filter((one) => one.clause === clause)
    .flatMap(({ answers }) => answers);
  const first = own.filter((answer) => open.has(answer)).slice(0, TRIED);
  const explained = new Set<Answer>();
  let [wrong, unmoved] = [0, 0];
  for (const answer of new Set([...first, ...open])) {
    if (isOver()) return new Set();
    const response = await twin.answerTo(answer);
    if (comparison.same(answer, response)) explained.add(answer);
    else if (comparison.unchanged(answer, response)) unmoved += 1;
    else wrong += 1;
    if (wrong > explained.size + 2 || (explained.size === 0 && wrong + unmoved >= TRIED))
      return new Set();
  }
  return wrong > explained.size / 4 ? new Set() : explained;
}

/**
 * The share of the conforming answers that may differ where all of them are compared in every
 * respect.
 */
const STRAY = 0.02;

/** Whether a twin gives every conforming answer that is compared. */
async function givesAll(
  twin: Twin,
  { clause }: Defect,
  { comparison, conforming, inquiry: { kept }, isOver }: Search,
): Promise<boolean> {
  let others = 0;
  for (const answer of conforming) {
    if (isOver()) return false;
    if (comparison.same(answer, await twin.answerTo(answer))) continue;
    others += 1;
    // What the healthy twin gives, and conforms to the very clause that the fault breaks, is no
    // chance.
    if (
      comparison.kept(answer) &&
      kept.some((one) => one.answer === answer && one.clauses.has(clause))
    )
      return false;
    if (others > (comparison.isStrict ? STRAY * conforming.length : 0)) return false;
  }
  return true;
}

/** Responses that distinguish candidates with the same explanation. */
const TOLD_APART = 120;

/** Of several candidates those that reproduce most of the other responses of the run. */
async function mostAlike(
  candidates: readonly Explained[],
  { comparison, inquiry }: Search,
): Promise<Explained[]> {
  const counts = await Promise.all(
    candidates.map(async ({ twin }) => {
      let given = 0;
      for (const answer of spread(inquiry.answers, TOLD_APART))
        if (comparison.same(answer, await twin.answerTo(answer))) given += 1;
      return given;
    }),
  );
  return candidates.filter((_, at) => counts[at] === Math.max(...counts));
}

/**
 * Whether a cause gives what a complaint shows, of which the healthy twin gives not all, and
 * nothing of its clause stays open.
 */
async function isExplained(
  { exchanges, clauses }: Inquiry['complaints'][number],
  { comparison, inquiry: { answers, violations } }: Search,
  cause: Explained | undefined,
  open: ReadonlySet<Answer>,
): Promise<boolean> {
  if (
    cause === undefined ||
    violations.some(
      (one) => one.clause === clauses[0] && one.answers.some((answer) => open.has(answer)),
    )
  )
    return false;
  const violating = new Set(violations.flatMap((one) => one.answers));
  const shown = answers.filter(
    (answer) => exchanges.includes(answer.exchange) && violating.has(answer),
  );
  for (const answer of shown)
    if (
      open.has(answer) ||
      !(cause.answers.has(answer) || comparison.same(answer, await cause.twin.answerTo(answer)))
    )
      return false;
  return shown.some((answer) => !comparison.kept(answer));
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
