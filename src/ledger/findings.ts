/** Groups failures and warnings with the same cause or symptom into findings. */

import type { ExchangeEvent, FindingEvent, VerdictEvent } from '../schema/types.js';
import { oneContainsOther, symptomOf } from './symptom.js';

type Complaint = VerdictEvent & { readonly verdict: 'failed' | 'warning' };

/** A reproduced cause that several failures and warnings share. */
interface SharedCause {
  readonly checks: readonly string[];
  readonly faults: FindingEvent['faults'];
  /** The feature that the target does not implement. */
  readonly missing?: { readonly sentence: string };
}

/** Returns the numbers of the exchanges that violate a clause. */
type Violating = (clause: string) => readonly number[];

/**
 * Makes the findings, most serious first. Failures and warnings form one finding in two cases: if
 * one reproduced cause explains them, or if they violate the same clause with the same symptom and
 * the conditions of one include those of the other.
 */
export function findingsOf(
  verdicts: readonly VerdictEvent[],
  exchanges: ReadonlyMap<number, ExchangeEvent>,
  causes: readonly SharedCause[] = [],
  violating: Violating = () => [],
): readonly FindingEvent[] {
  const groups: Group[] = [];
  const open = new Map(
    verdicts.filter(isComplaint).map((complaint) => [complaint.check, complaint]),
  );
  for (const { checks, faults, missing } of causes) {
    const complaints = checks.flatMap((check) => open.get(check) ?? []);
    for (const check of checks) open.delete(check);
    if (complaints.length > 0) groups.push({ complaints, faults, missing: missing?.sentence });
  }
  const symptoms: {
    readonly of: ReturnType<typeof symptomOf>;
    readonly complaints: Complaint[];
  }[] = [];
  for (const complaint of open.values()) {
    const of = symptomOf(complaint, exchanges);
    const same = symptoms.find(
      ({ of: one }) =>
        one.clause === of.clause &&
        one.symptom === of.symptom &&
        oneContainsOther(one.conditions, of.conditions),
    );
    if (same === undefined) symptoms.push({ of, complaints: [complaint] });
    else same.complaints.push(complaint);
  }
  groups.push(...symptoms.map(({ complaints }) => ({ complaints, faults: [] })));
  const lengthOf = ({ exchanges: ids }: Complaint): number =>
    exchanges.get(ids.at(-1) ?? -1)?.request.url.length ?? 0;
  return groups
    .map((group) => finding(group, violating, lengthOf))
    .sort((a, b) => weight(b) - weight(a));
}

/** Failures and warnings that form one finding, with the reason. */
interface Group {
  readonly complaints: readonly Complaint[];
  readonly faults: FindingEvent['faults'];
  readonly missing?: string | undefined;
}

const weight = ({ verdict, checks }: FindingEvent): number =>
  (verdict === 'failed' ? 10_000 : 0) + checks.length;

const isComplaint = (event: VerdictEvent): event is Complaint =>
  event.verdict === 'failed' || event.verdict === 'warning';

/**
 * Makes a finding. It is described by its lead, which is a failure if there is one, preferably of a
 * clause that the reproduced defect violates. Among several candidates the lead is the one with the
 * shortest request.
 */
function finding(
  { complaints, faults, missing }: Group,
  violating: Violating,
  lengthOf: (complaint: Complaint) => number,
): FindingEvent {
  const failed = complaints.filter(({ verdict }) => verdict === 'failed');
  const worst = failed.length > 0 ? failed : complaints;
  const named = worst.filter(({ clauses }) => faults.some(({ clause }) => clause === clauses[0]));
  const fit = named.length > 0 ? named : worst;
  // For an unimplemented feature, the first check in the order of the document describes it best.
  const inOrder = missing === undefined ? [...fit].sort((a, b) => lengthOf(a) - lengthOf(b)) : fit;
  const lead = inOrder[0] as Complaint;
  const clause = lead.clauses[0] as string;
  const shown = complaints.flatMap(({ exchanges }) => exchanges);
  const all = new Set([
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
    responses: all.size,
    faults,
    ...(missing === undefined ? {} : { missing }),
  };
}
