/**
 * Explains failed checks and warnings by readings, which explain single exchanges. Experiments test
 * each reading that was found. Then each complaint is matched with the reading that explains its
 * exchanges. Complaints without a reading are matched with a feature that all their requests share.
 */

import { spread } from './best-reading.js';
import { explain } from './explain.js';
import {
  byMistake,
  type Explanation,
  namedOf,
  onlyThose,
  type Reading,
  type Readings,
} from './reading.js';
import type { Exchanged } from './rule.js';

/** A failed check or a warning, with the numbers of the exchanges that show it. */
export interface Complaint {
  readonly check: string;
  readonly clauses: readonly string[];
  readonly exchanges: readonly number[];
}

/** Checks that fail because of one thing. */
export interface Explained {
  readonly checks: readonly string[];
  /** The mistake, or those that no exchange tells apart. Empty if there is none, or if too many. */
  readonly readings: readonly Reading[];
  /** What all wrong requests have in common, if no mistake is named. */
  readonly common?: string;
  /**
   * The number of compared exchanges that the mistake explains, or that have this in common. All
   * exchanges of complaints are compared, and some others.
   */
  readonly exchanges: number;
}

/** How an exchange is judged: the clauses that were tested, and the violated ones. */
export type JudgeOf<E, F> = (
  exchange: E,
  facts: F,
) => {
  readonly violations: readonly { readonly clause: string }[];
  readonly clauses: readonly string[];
};

interface Judging<E, F> {
  readonly judge: JudgeOf<E, F>;
  readonly readings: Readings<E, F>;
  readonly facts: F;
}

/** Sends questions that test an explanation. Returns their exchanges. */
export type Experiment<E, F> = (explanation: Explanation<E>, facts: F) => Promise<readonly E[]>;

/** The maximum number of times that explanations are tested, and then made again if necessary. */
const MOST_ROUNDS = 6;

/**
 * Clauses about lists. A mistake in a list may show only in the relation of several responses. The
 * ids are those of the export, because no other suite has `readings`.
 */
const OF_LISTS = /^EXP-(?:FILT|ROUTE|LIST|SORT|GROUP)-/;
/**
 * Whether a wrong list may violate the clause only together with another response. EXP-NEG-4 is
 * that both formats contain the same records.
 */
const mayBeRelated = (clause: string): boolean => OF_LISTS.test(clause) || clause === 'EXP-NEG-4';
/** Whether the clause is about what a list contains. */
const isOfList = (clause: string): boolean => OF_LISTS.test(clause) && clause !== 'EXP-ROUTE-8';
/** Clauses that say whether a list comes, and in which format, whatever it contains. */
const OF_ANY_LIST = /^EXP-(?:ROUTE-8$|AUTH-(?:[1-4]|6|7|12)$|NEG-(?!4$)|ERR-|HARD-)/;

/** A common feature needs this number of wrong exchanges. */
const LEAST_COMMON = 3;
/** At most this share of the conforming exchanges may have a common feature of the wrong ones. */
const MOST_KEPT = 0.25;

/** Names readings that explain complaints, after they were tested by experiments. */
export async function explainComplaints<E extends Exchanged<unknown>, F>(
  { judge, readings, facts: learned }: Judging<E, F>,
  all: readonly E[],
  complaints: readonly Complaint[],
  experiment: Experiment<E, F>,
): Promise<readonly Explained[]> {
  const facts = readings.factsFor?.(learned) ?? learned;
  const judging = { judge, readings, facts };
  // Several checks may have asked for one response.
  const exchanges = [...new Map(all.map((one) => [one.answer.exchange, one])).values()];
  const shownBy = ({ exchanges: ids }: Complaint): readonly E[] =>
    exchanges.filter(({ answer }) => answer.isWhole && ids.includes(answer.exchange));
  // The exchanges of a complaint may violate a clause only together, but each may show the mistake.
  const related = new Set(complaints.flatMap(shownBy));
  const { found, possible, compared, violated, expected, kept } = await tested(
    { all: exchanges, related },
    judging,
    experiment,
  );
  const reasons = new Map<Explanation<E>, string[]>();
  /** Returns the complaints for which `find` returns no explanation. */
  const assign = (some: readonly Complaint[], find: ReasonOf<E>): readonly Complaint[] =>
    some.filter((complaint) => {
      const reason = find(complaint, shownBy(complaint));
      if (reason === undefined) return true;
      reasons.set(reason, [...(reasons.get(reason) ?? []), complaint.check]);
      return false;
    });
  const chosen = firstOf(found);
  const isMoreWrong = compared.some(
    (one) => !expected.has(one) && readings.judge(one, facts, chosen) === 'deviates',
  );
  const unexplained = assign(complaints, (complaint, shown) =>
    reasonOf(complaint, shown, { found, isMoreWrong }, judging),
  );
  const stated = statedBy(unexplained, shownBy, { possible, violated, kept }, judging);
  const open = assign(unexplained, (complaint, shown) =>
    stated.find(
      ({ readings: [first], exchanges: explained }) =>
        first !== undefined &&
        isAbout(first, complaint) &&
        shown.length > 0 &&
        shown.every((one) => explained.has(one)),
    ),
  );
  /** The wrong exchanges that no mistake explains. */
  const findLeft = (): readonly E[] =>
    violated.filter((one) => !expected.has(one) && !readings.differs(one, facts, chosen));
  return [
    ...[...byMistake(reasons)].map(([{ readings: equal, exchanges: explained }, checks]) => {
      const named = namedOf(equal);
      return {
        checks,
        readings: named,
        ...(named.length === 0 ? sharedBy([...explained], kept, readings) : {}),
        exchanges: explained.size,
      };
    }),
    ...commonOf(open, shownBy, { findLeft, kept, readings }),
  ];
}

/**
 * Explains exchanges, and tests the explanations by experiments. An experiment refutes the readings
 * that do not predict its response. If it refutes all readings of an explanation, all exchanges are
 * explained again, together with the experiments.
 */
async function tested<E extends Exchanged<unknown>, F>(
  { all, related }: { readonly all: readonly E[]; readonly related: ReadonlySet<E> },
  judging: Judging<E, F>,
  experiment: Experiment<E, F>,
) {
  const { judge, readings, facts } = judging;
  const experiments = new Set<E>();
  const known = new Set<string>();
  /** The violated exchanges of complaints and experiments, and some others of each kind. */
  const comparedAmong = (violated: readonly E[]): readonly E[] => {
    const isShown = (one: E): boolean => related.has(one) || experiments.has(one);
    const kindOf = (one: E): string =>
      judge(one, facts)
        .violations.map(({ clause }) => clause)
        .join();
    const others = violated.filter((one) => !isShown(one));
    const some = someOfEach(others, kindOf);
    return violated.filter((one) => isShown(one) || some.has(one));
  };
  const explained = () => {
    const parts = divided([...all, ...experiments], related, judging);
    const { violated, others } = parts;
    const possible = violated.length === 0 ? [] : readings.all(violated, facts, others);
    const compared = comparedAmong(violated);
    const given = { ...parts, violated: compared, all: possible, readings, facts, experiments };
    return { ...parts, compared, possible, found: explain(given) };
  };
  /** The explanation without the readings that experiments refute; undefined if these are all. */
  const confirmed = async (explanation: Explanation<E>): Promise<Explanation<E> | undefined> => {
    const name = explanation.readings.map(({ id }) => id).join();
    if (known.has(name)) return explanation;
    known.add(name);
    const exchanges = await experiment(explanation, facts);
    for (const exchange of exchanges) experiments.add(exchange);
    const left = onlyThose(explanation, (reading) =>
      exchanges.every((one) => readings.judge(one, facts, [reading]) === 'conforms'),
    );
    if (left.readings.length === 0) return undefined;
    const wrong = exchanges.filter((one) => readings.judge(one, facts, []) === 'deviates');
    return confirmed({ ...left, exchanges: new Set([...left.exchanges, ...wrong]) });
  };
  let result = explained();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found: (Explanation<E> | undefined)[] = [];
    for (const one of result.found) found.push(await confirmed(one));
    const left = found.filter((one) => one !== undefined);
    if (left.length === found.length) return { ...result, found: left };
    result = explained();
  }
  return result;
}

/**
 * The most violated exchanges that are compared although no complaint shows them. There are more if
 * there are more kinds, because at least one of each kind is compared.
 */
const MOST_OTHERS = 64;

/** At most the same number of exchanges of each kind, from the simplest to the longest. */
function someOfEach<E>(exchanges: readonly E[], kindOf: (exchange: E) => string): ReadonlySet<E> {
  const kinds = new Map<string, E[]>();
  for (const one of exchanges) kinds.set(kindOf(one), [...(kinds.get(kindOf(one)) ?? []), one]);
  const sizes = [...kinds.values()].map(({ length }) => length);
  const totalOf = (most: number): number =>
    sizes.reduce((sum, size) => sum + Math.min(size, most), 0);
  let most = 1;
  while (most < exchanges.length && totalOf(most + 1) <= MOST_OTHERS) most += 1;
  return new Set([...kinds.values()].flatMap((kind) => spread(kind, most)));
}

type ReasonOf<E> = (complaint: Complaint, shown: readonly E[]) => Explanation<E> | undefined;

/** Whether the reading says that it breaks a clause of the complaint. */
const isAbout = ({ clause, also = [] }: Reading, { clauses }: Complaint): boolean =>
  clauses.some((one) => one === clause || also.includes(one));

/**
 * Explains responses once more that violate several clauses because of several mistakes, such as
 * products of a wrong form in response to an unknown path. Considers only mistakes that a response
 * states by itself, whatever else is wrong with it. Every other response must fit them, too.
 */
function statedBy<E, F>(
  complaints: readonly Complaint[],
  shownBy: (complaint: Complaint) => readonly E[],
  { possible, violated, kept }: Stating<E>,
  { readings, facts }: Judging<E, F>,
): readonly Explanation<E>[] {
  const shown = new Set(complaints.flatMap(shownBy));
  const open = violated.filter((one) => shown.has(one));
  return explain({
    readings,
    facts,
    all: possible.filter(
      (one) =>
        one.isPlain && !one.isFact && complaints.some((complaint) => isAbout(one, complaint)),
    ),
    violated: open,
    // Whatever readings predict of the rest of the response does not matter.
    expected: new Set(open),
    kept: [...kept, ...violated.filter((one) => !shown.has(one))],
  });
}

interface Stating<E> extends Pick<Divided<E>, 'violated' | 'kept'> {
  /** All readings that were tried. */
  readonly possible: readonly Reading[];
}

const firstOf = (found: readonly Explanation<unknown>[]): readonly Reading[] =>
  found.flatMap(({ readings: [first] }) => first ?? []);

interface Divided<E> {
  readonly violated: readonly E[];
  readonly expected: ReadonlySet<E>;
  readonly kept: readonly E[];
  readonly others: readonly E[];
}

/**
 * Divides the exchanges into those that violate a clause, by themselves or together (`violated`),
 * those of them that are right in everything that readings predict (`expected`), those that conform
 * (`kept`), and all that violate nothing (`others`).
 */
function divided<E extends Exchanged<unknown>, F>(
  exchanges: readonly E[],
  related: ReadonlySet<E>,
  { judge, readings, facts }: Judging<E, F>,
): Divided<E> {
  const whole = exchanges.filter(({ answer }) => answer.isWhole);
  const violated: E[] = [];
  const expected = new Set<E>();
  const kept: E[] = [];
  const others: E[] = [];
  const lengthOf = ({ answer }: E): number => answer.request.url.length;
  // The simplest request is explained first. It has the shortest URL.
  for (const exchange of whole.sort((a, b) => lengthOf(a) - lengthOf(b))) {
    const { violations, clauses } = judge(exchange, facts);
    const isWrong = readings.judge(exchange, facts, []) === 'deviates';
    if (violations.length > 0 || (related.has(exchange) && !isWrong)) {
      violated.push(exchange);
      if (!isWrong) expected.add(exchange);
    } else {
      others.push(exchange);
      if (!isWrong && clauses.length > 0) kept.push(exchange);
    }
  }
  return { violated, expected, kept, others };
}

interface Found<E> {
  readonly found: readonly Explanation<E>[];
  /** Whether a compared exchange is wrong in another way than the mistakes predict. */
  readonly isMoreWrong: boolean;
}

/**
 * Returns the explanation of a complaint; undefined if there is none. In this order:
 *
 * - for a relation (no single exchange is wrong): a mistake of its clauses that explains or changes
 *   its exchanges
 * - a mistake that explains every exchange of the complaint
 * - a mistake that changes one of the exchanges
 * - for a relation: a mistake about lists that could change one, if there is exactly one
 *
 * The last three need that all found mistakes together contradict no exchange of the complaint, and
 * that they predict its wrong exchanges if other exchanges show that more is wrong.
 */
function reasonOf<E, F>(
  complaint: Complaint,
  shown: readonly E[],
  { found, isMoreWrong }: Found<E>,
  { readings, facts }: Judging<E, F>,
): Explanation<E> | undefined {
  const isRelation = shown.every((one) => readings.judge(one, facts, []) !== 'deviates');
  const isShownBy = ({ readings: [first], exchanges }: Explanation<E>): boolean =>
    first !== undefined &&
    shown.length > 0 &&
    ((complaint.clauses.includes(first.clause) && shown.every((one) => exchanges.has(one))) ||
      (complaint.clauses.some((clause) => first.also?.includes(clause)) &&
        (shown.some((one) => readings.differs(one, facts, [first])) ||
          shown.every((one) => readings.touches(first, one, facts)))));
  const shownWholly = isRelation ? found.find(isShownBy) : undefined;
  if (shownWholly !== undefined) return shownWholly;
  if (isRelation && !complaint.clauses.some(mayBeRelated)) return undefined;
  const chosen = firstOf(found);
  const isExplained = (one: E): boolean => {
    const verdict = readings.judge(one, facts, chosen);
    if (verdict !== 'silent') return verdict === 'conforms';
    // Where more is wrong, something else may be the cause of a wrong response that is left open.
    return !isMoreWrong || readings.judge(one, facts, []) !== 'deviates';
  };
  if (!shown.every(isExplained)) return undefined;
  // A mistake in a list does not explain that a list came at all.
  const isOfContent = !complaint.clauses.every((clause) => OF_ANY_LIST.test(clause));
  const possible = found.filter(
    ({ readings: [first] }) =>
      first !== undefined && (isAbout(first, complaint) || !isOfList(first.clause) || isOfContent),
  );
  const whole = possible.find(
    ({ readings: [first], exchanges }) =>
      first?.isFact !== true && shown.length > 0 && shown.every((one) => exchanges.has(one)),
  );
  if (whole !== undefined) return whole;
  const touching = possible.filter(({ readings: [first] }) =>
    shown.some((one) => first !== undefined && readings.touches(first, one, facts)),
  );
  const changed = touching.find(({ readings: [first] }) =>
    shown.some((one) => first !== undefined && readings.differs(one, facts, [first])),
  );
  // A relation may show a mistake where the document leaves each of its responses open.
  const ofLists = touching.filter(({ readings: [first] }) => OF_LISTS.test(first?.clause ?? ''));
  return changed ?? (isRelation && ofLists.length === 1 ? ofLists[0] : undefined);
}

/**
 * The feature that all these wrong exchanges have in common. Of several, the feature that the
 * fewest conforming exchanges have.
 */
function sharedBy<E, F>(
  wrong: readonly E[],
  kept: readonly E[],
  { features }: Readings<E, F>,
): { readonly common?: string } {
  const [first, ...others] = wrong.map((one) => new Set(features(one)));
  if (first === undefined || wrong.length < LEAST_COMMON) return {};
  const common = [...first].filter((feature) => others.every((one) => one.has(feature)));
  const among = kept.map((one) => new Set(features(one)));
  const shareOf = (feature: string): number =>
    among.filter((one) => one.has(feature)).length / Math.max(1, among.length);
  const [best] = common
    .map((feature) => ({ feature, share: shareOf(feature) }))
    .filter(({ share }) => share <= MOST_KEPT)
    .sort((a, b) => a.share - b.share);
  return best === undefined ? {} : { common: best.feature };
}

interface Left<E, F> {
  /** Finds the wrong exchanges that no mistake explains. This takes time. */
  readonly findLeft: () => readonly E[];
  readonly kept: readonly E[];
  readonly readings: Readings<E, F>;
}

/** Groups the complaints that no mistake explains, if all wrong exchanges share a feature. */
function commonOf<E, F>(
  open: readonly Complaint[],
  shownBy: (complaint: Complaint) => readonly E[],
  { findLeft, kept, readings }: Left<E, F>,
): readonly Explained[] {
  if (open.length < 2) return [];
  const left = findLeft();
  const { common } = sharedBy(left, kept, readings);
  if (common === undefined) return [];
  const checks = open.flatMap((complaint) => {
    const shown = shownBy(complaint);
    const concernsLists = complaint.clauses.some((clause) => OF_LISTS.test(clause));
    const hasCommon = shown.some((one) => readings.features(one).includes(common));
    return concernsLists && hasCommon ? [complaint.check] : [];
  });
  return checks.length < 2 ? [] : [{ checks, readings: [], common, exchanges: left.length }];
}
