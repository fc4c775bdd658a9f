/** Groups failures and warnings with the same cause or symptom into findings. */

import { grouped } from '../memoized.js';
import type { ExchangeEvent, FindingEvent, VerdictEvent } from '../schema/types.js';
import { symptomOf } from './symptom.js';

type Complaint = VerdictEvent & { readonly verdict: 'failed' | 'warning' };

/** A cause that several failures and warnings share. */
interface SharedCause {
  readonly checks: readonly string[];
  /** The mistake that is the cause, or several that no response distinguishes. */
  readonly faults: FindingEvent['faults'];
  /** What all wrong requests have in common, if no cause is known. */
  readonly common?: string;
  /** A feature that the target does not implement. */
  readonly missing?: { readonly sentence: string };
}

/** Returns the ids of the exchanges that violate a clause. */
type Violating = (clause: string) => readonly number[];

export interface Explained {
  readonly causes?: readonly SharedCause[];
  /** Default: none, so that only the exchanges of the verdicts are counted. */
  readonly violating?: Violating;
  /**
   * The keys are ids of failed checks. The value is the clause that is still violated after
   * conditions of the request, such as a filter, were removed.
   */
  readonly simplerClauses?: ReadonlyMap<string, string>;
}

/**
 * Returns the findings, most serious first. Failures and warnings form one finding if they share a
 * cause, or if they violate the same clause with the same symptom, such as a wrong number of
 * records. Complaints without a cause that did not occur each time are one finding. A failed check
 * in `simplerClauses` joins the finding of its simpler clause. Findings without a cause are joined
 * if the same few responses show them, and no others.
 */
export function findingsOf(
  verdicts: readonly VerdictEvent[],
  exchanges: ReadonlyMap<number, ExchangeEvent>,
  { causes = [], violating = () => [], simplerClauses = new Map() }: Explained = {},
): readonly FindingEvent[] {
  const groups: Group[] = [];
  const open = new Map(
    verdicts.filter(isComplaint).map((complaint) => [complaint.check, complaint]),
  );
  for (const { checks, faults, missing, common } of causes) {
    const complaints = checks.flatMap((check) => open.get(check) ?? []);
    for (const check of checks) open.delete(check);
    if (complaints.length > 0)
      groups.push({ complaints, faults, missing: missing?.sentence, common });
  }
  for (const complaints of notSeenEachTime([...open.values()], exchanges)) {
    for (const { check } of complaints) open.delete(check);
    groups.push({ complaints, faults: [], common: NOT_EACH_TIME });
  }
  const [derived, own] = divided([...open.values()], ({ check }) => simplerClauses.has(check));
  for (const complaint of own) addBySymptom(groups, complaint, exchanges);
  for (const complaint of derived) {
    const simpler = simplerClauses.get(complaint.check);
    const group = groups.find(({ complaints }) =>
      complaints.some(({ clauses, verdict }) => clauses[0] === simpler && verdict === 'failed'),
    );
    if (group === undefined) addBySymptom(groups, complaint, exchanges);
    else group.complaints.push(complaint);
  }
  joinByResponses(groups, violating);
  const lengthOf = ({ exchanges: ids }: Complaint): number =>
    exchanges.get(ids.at(-1) ?? -1)?.request.url.length ?? 0;
  return groups
    .map((group) => findingOfGroup(group, violating, lengthOf))
    .sort((a, b) => weight(b) - weight(a));
}

/** What wrong requests have in common if the target responds wrongly from time to time. */
const NOT_EACH_TIME = 'the violation was not seen each time that the request was sent';

/**
 * Groups of complaints that did not occur each time, of the same interface and status. A target
 * that responds wrongly from time to time violates whatever is tested at that time.
 */
function notSeenEachTime(
  complaints: readonly Complaint[],
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): readonly Complaint[][] {
  const unstable = complaints.filter(failsAtTimes);
  const statusOf = ({ exchanges: ids }: Complaint): number | undefined =>
    exchanges.get(ids.at(-1) ?? -1)?.answer?.status;
  const groups = grouped(unstable, (one) => `${one.interface} ${statusOf(one)}`);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Whether a violation was not seen each time that its requests were sent. */
export const failsAtTimes = ({ seen }: Pick<VerdictEvent, 'seen'>): boolean =>
  seen !== undefined && seen.times < seen.of;

function divided<T>(list: readonly T[], condition: (one: T) => boolean): readonly [T[], T[]] {
  return [list.filter(condition), list.filter((one) => !condition(one))];
}

interface Group {
  readonly complaints: Complaint[];
  readonly faults: FindingEvent['faults'];
  /** The clause and symptom of the complaints, if no shared cause is known. */
  readonly same?: { readonly clause: string; readonly symptom: string };
  readonly missing?: string | undefined;
  /** What the requests of the complaints have in common. */
  readonly common?: string | undefined;
}

function addBySymptom(
  groups: Group[],
  complaint: Complaint,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): void {
  const { clause, symptom } = symptomOf(complaint, exchanges);
  const group = groups.find(
    ({ same, complaints: [first] }) =>
      same?.clause === clause && same.symptom === symptom && first?.verdict === complaint.verdict,
  );
  if (group !== undefined) group.complaints.push(complaint);
  else groups.push({ complaints: [complaint], faults: [], same: { clause, symptom } });
}

/**
 * Groups are joined if at most this number of responses violates their clauses. With more, two
 * independent mistakes may concern the same responses.
 */
const MOST_SHARED = 3;

/**
 * Joins groups without a cause if the same few responses violate their clauses, and no other
 * response does. For example, one path may return an error whose shape and media type are both
 * wrong.
 */
function joinByResponses(groups: Group[], violating: Violating): void {
  const responsesOf = ({ complaints, faults, missing, common }: Group): string | undefined => {
    if (faults.length > 0 || (missing ?? common) !== undefined) return undefined;
    const ids = new Set(complaints.flatMap(({ clauses }) => violating(clauses[0] ?? '')));
    return ids.size === 0 || ids.size > MOST_SHARED ? undefined : [...ids].sort().join();
  };
  const byResponses = new Map<string, Group>();
  for (const group of [...groups]) {
    const responses = responsesOf(group);
    if (responses === undefined) continue;
    const first = byResponses.get(responses);
    if (first === undefined) byResponses.set(responses, group);
    else {
      first.complaints.push(...group.complaints);
      groups.splice(groups.indexOf(group), 1);
    }
  }
}

/** Failures come before warnings, and then findings with more checks. */
const weight = ({ verdict, checks }: FindingEvent): number =>
  (verdict === 'failed' ? 10_000 : 0) + checks.length;

const isComplaint = (event: VerdictEvent): event is Complaint =>
  event.verdict === 'failed' || event.verdict === 'warning';

/**
 * Makes the finding of a group. One check, the lead, describes the finding. The lead is a failed
 * check if there is one. Checks of the clauses of the cause or symptom are preferred, and among
 * them the check whose last request has the shortest URL.
 */
function findingOfGroup(
  { complaints, faults, same, missing, common }: Group,
  violating: Violating,
  lengthOf: (complaint: Complaint) => number,
): FindingEvent {
  const failed = complaints.filter(({ verdict }) => verdict === 'failed');
  const worst = failed.length > 0 ? failed : complaints;
  const groupClauses = new Set<string | undefined>([
    same?.clause,
    ...faults.map(({ clause }) => clause),
  ]);
  const preferred = worst.filter(({ clauses }) => groupClauses.has(clauses[0]));
  const candidates = preferred.length > 0 ? preferred : worst;
  // For an unimplemented feature, the first check in the order of the document (the specification)
  // describes it best.
  const inOrder =
    missing === undefined ? [...candidates].sort((a, b) => lengthOf(a) - lengthOf(b)) : candidates;
  const lead = inOrder[0] as Complaint;
  const clause = lead.clauses[0] as string;
  const shown = complaints.flatMap(({ exchanges }) => exchanges);
  const violatingResponses = new Set([
    ...shown,
    ...complaints.flatMap(({ clauses }) => violating(clauses[0] ?? '')),
  ]);
  return {
    type: 'finding',
    interface: lead.interface,
    clause,
    clauses: [...new Set([clause, ...complaints.flatMap(({ clauses }) => clauses)])],
    verdict: lead.verdict,
    lead: lead.check,
    checks: [
      lead.check,
      ...complaints.map(({ check }) => check).filter((check) => check !== lead.check),
    ],
    exchanges: [...new Set(shown)].sort((a, b) => a - b),
    responses: violatingResponses.size,
    faults,
    ...(missing === undefined ? {} : { missing }),
    ...(common === undefined ? {} : { common }),
  };
}
