import type { FindingEvent, VerdictEvent } from '../schema/types.js';
import { dictionary, type KnownFault } from './dictionary.js';
import { likeness } from './likeness.js';

type Complaint = VerdictEvent & { readonly verdict: 'failed' | 'warning' };

/** A passing check that should have noticed a fault speaks against it more than one that did speaks for it. */
const AGAINST = 2;
/** Faults that a finding names at most. */
const NAMED = 3;

/**
 * What somebody can mend: the complaints of a run by their causes, the gravest first. Causes are the fewest known faults
 * that explain the complaints; what none explains is a finding for each clause. A fault that is named is a guess: it
 * changes no verdict.
 */
export function findingsOf(
  verdicts: readonly VerdictEvent[],
  known: () => readonly KnownFault[] = dictionary,
): readonly FindingEvent[] {
  const complaints = verdicts.filter(isComplaint);
  if (complaints.length === 0) return [];
  const faults = known();
  const names = [...new Set(complaints.map((complaint) => complaint.interface))];
  return names
    .flatMap((name) => {
      const mine = verdicts.filter((verdict) => verdict.interface === name);
      return explain(
        mine,
        faults.filter((fault) => fault.interface === name),
      );
    })
    .sort((a, b) => weight(b) - weight(a));
}

const weight = ({ verdict, checks }: FindingEvent): number => (verdict === 'failed' ? 10_000 : 0) + checks.length;

const isComplaint = (event: VerdictEvent): event is Complaint =>
  event.verdict === 'failed' || event.verdict === 'warning';

/** The complaints about one interface: fault by fault, the one first that explains most and is contradicted least. */
function explain(verdicts: readonly VerdictEvent[], faults: readonly KnownFault[]): readonly FindingEvent[] {
  const complaints = new Map(verdicts.filter(isComplaint).map((complaint) => [complaint.check, complaint]));
  const passed = new Set(verdicts.filter(({ verdict }) => verdict === 'passed').map(({ check }) => check));
  const open = new Set(complaints.keys());
  const found: Complaint[][] = [];
  const clauses: (string | undefined)[] = [];
  while (open.size > 0) {
    const [best] = ranked(faults, complaints, open, passed);
    const alone = best === undefined ? firstOf(complaints, open) : undefined;
    const explained = [...open].filter((check) =>
      alone === undefined
        ? best?.fault.noticed.includes(check)
        : complaints.get(check)?.clauses[0] === alone.clauses[0],
    );
    for (const check of explained) open.delete(check);
    const mine = explained.flatMap((check) => complaints.get(check) ?? []);
    const clause = alone?.clauses[0] ?? best?.fault.clause;
    const [sole, other] = mine;
    const before = sole === undefined || other !== undefined ? -1 : partOf(sole, clauses, faults);
    if (before >= 0) found[before]?.push(...mine);
    else {
      found.push(mine);
      clauses.push(clause);
    }
  }
  return found.map((mine, index) => finding(mine, clauses[index], faultsLike(mine, faults, passed)));
}

/** Clauses whose faults a check notices, above which its complaint alone speaks of no clause in particular. */
const PARTICULAR = 3;

/**
 * The cause before it that a complaint left over is part of, or -1: one of a clause whose faults that check notices; or
 * the first where it notices faults of many clauses.
 */
function partOf({ check }: Complaint, clauses: readonly (string | undefined)[], faults: readonly KnownFault[]): number {
  const noticed = new Set(faults.flatMap((fault) => (fault.noticed.includes(check) ? [fault.clause] : [])));
  const own = clauses.findIndex((clause) => clause !== undefined && noticed.has(clause));
  return own < 0 && clauses.length > 0 && noticed.size > PARTICULAR ? 0 : own;
}

const firstOf = (complaints: ReadonlyMap<string, Complaint>, open: ReadonlySet<string>): Complaint | undefined =>
  [...open].flatMap((check) => complaints.get(check) ?? [])[0];

interface Ranked {
  readonly fault: KnownFault;
  readonly score: number;
  readonly likeness: number;
}

/** Faults that may be behind what is open, the likeliest first: what they explain, less what speaks against them. */
function ranked(
  faults: readonly KnownFault[],
  complaints: ReadonlyMap<string, Complaint>,
  open: ReadonlySet<string>,
  passed: ReadonlySet<string>,
): readonly Ranked[] {
  return faults
    .flatMap((fault) => {
      const explained = fault.noticed.filter((check) => open.has(check));
      const owner = explained
        .map((check) => complaints.get(check))
        .find((complaint) => complaint?.clauses.includes(fault.clause));
      const score = explained.length - AGAINST * fault.noticed.filter((check) => passed.has(check)).length;
      return owner === undefined || score <= 0
        ? []
        : [{ fault, score, likeness: likeness(wordsOf(owner), fault.said) }];
    })
    .sort((a, b) => b.score - a.score || b.likeness - a.likeness);
}

/** The faults that look the same as what one finding explains. */
function faultsLike(
  complaints: readonly Complaint[],
  faults: readonly KnownFault[],
  passed: ReadonlySet<string>,
): FindingEvent['faults'] {
  const byCheck = new Map(complaints.map((complaint) => [complaint.check, complaint]));
  const all = ranked(faults, byCheck, new Set(byCheck.keys()), passed);
  return all
    .filter(({ score }) => score === all[0]?.score)
    .slice(0, NAMED)
    .map(({ fault: { id, clause, sentence } }) => ({ id, clause, sentence }));
}

function finding(
  complaints: readonly Complaint[],
  clause: string | undefined,
  faults: FindingEvent['faults'],
): FindingEvent {
  const failed = complaints.filter(({ verdict }) => verdict === 'failed');
  const worst = failed.length > 0 ? failed : complaints;
  const lead = worst.find(({ clauses }) => clause !== undefined && clauses.includes(clause)) ?? (worst[0] as Complaint);
  const owned = lead.clauses.includes(clause ?? '') ? (clause as string) : (lead.clauses[0] as string);
  return {
    type: 'finding',
    interface: lead.interface,
    clause: owned,
    clauses: [...new Set([owned, ...complaints.flatMap(({ clauses }) => clauses)])],
    verdict: lead.verdict,
    lead: lead.check,
    checks: [lead.check, ...complaints.map(({ check }) => check).filter((check) => check !== lead.check)],
    exchanges: [...new Set(complaints.flatMap(({ exchanges }) => exchanges))].sort((a, b) => a - b),
    faults,
  };
}

const wordsOf = ({ expected, actual, reason = '' }: Complaint): string => `${expected ?? reason}; ${actual ?? ''}`;
