import { ASPECT_NAMES, agree } from '../src/diagnosis/aspects.js';
import { diagnose } from '../src/diagnosis/index.js';
import { Twin, twinInputOf } from '../src/diagnosis/twin.js';
import { type Inquiry, runSuites } from '../src/harness/index.js';
import type { LedgerEvent } from '../src/ledger/index.js';
import { foldLedger } from '../src/ledger/index.js';
import { type Defect, type ReferenceOptions, startReference } from '../src/reference/index.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';

/** Faults put to one server. */
export interface Trial {
  readonly defects: readonly Defect[];
  readonly options: ReferenceOptions;
  readonly seed: number;
}

export interface Tried {
  /** `unseen` where the run complains of nothing. */
  readonly outcome: 'right' | 'wrong' | 'silent' | 'unseen';
  readonly findings: number;
  readonly named: readonly string[];
  /** Two faults were made one finding, although neither hides the other. */
  readonly merged: boolean;
  readonly ms: number;
  readonly tookMs: number;
}

/** Puts the faults to a run over real HTTP and holds what its findings name against them. */
export async function diagnosed({ defects, options, seed }: Trial): Promise<Tried> {
  const clock = virtualClock();
  const server = await startReference({
    clock: clock.now,
    ...options,
    defects: defects.map(({ id }) => id),
  });
  const events: LedgerEvent[] = [];
  const sent: Inquiry[] = [];
  let ms = 0;
  let tookMs = 0;
  try {
    const configured = targetFrom({ ...server.target, timeout: '5s' }, 'reference');
    const target =
      configured.export === undefined
        ? configured
        : { ...configured, export: { ...configured.export, fixture: server.records } };
    await runSuites(suites, target, {
      seed,
      clock,
      allowDestructive: true,
      wanted: (check) => defects.some((fault) => fault.interface === check.interface),
      toolVersion: 'bench',
      record: (event) => void events.push(event),
      diagnose: async (inquiry) => {
        sent.push(inquiry);
        tookMs = inquiry.tookMs;
        const begun = performance.now();
        const causes = await diagnose(inquiry);
        ms += performance.now() - begun;
        return causes;
      },
    });
  } finally {
    await server.close();
  }
  const findings = foldLedger(events).findings ?? [];
  const named = findings.map(({ faults }) => faults.map(({ id }) => id));
  const groups = named.filter((group) => group.length > 0);
  const right = await Promise.all(
    groups.map((group) => namesOneOf(group, { defects, options, seed }, sent)),
  );
  const parts = findings.flatMap(({ missing }) =>
    missing === undefined ? [] : [defects.some((fault) => isPartOf(missing, fault))],
  );
  const outcome = findings.length === 0 ? 'unseen' : outcomeOf([...right, ...parts]);
  const clauses = new Set(findings.map(({ clause }) => clause));
  const merged =
    defects.length > 1 &&
    findings.length === 1 &&
    defects.every(({ clause }) => [...(findings[0]?.clauses ?? [])].includes(clause)) &&
    clauses.size === 1 &&
    !(await isHidden(defects, options, sent));
  return {
    outcome,
    findings: findings.length,
    named: named.map((group) => group.join(', ') || '—'),
    merged,
    ms,
    tookMs,
  };
}

/**
 * Whether a finding that something is missing, such as `operators IN, NOT IN are refused: …`, names
 * parts that a fault is about.
 */
function isPartOf(missing: string, { sentence }: Defect): boolean {
  const [subject = ''] = missing.split(/ (?:is|are) (?:ignored|refused|not)/);
  const names = subject.replace(/^(?:operators?|the) /, '').split(', ');
  return names.some((name) => sentence.includes(name.replace(/s$/, '')));
}

/** What the named causes are worth, by whether each is right. */
function outcomeOf(right: readonly boolean[]): 'silent' | 'right' | 'wrong' {
  if (right.length === 0) return 'silent';
  return right.includes(false) ? 'wrong' : 'right';
}

/** Whether a named cause is one of the faults, or gives the same responses as one of them. */
async function namesOneOf(
  group: readonly string[],
  { defects, options }: Trial,
  sent: readonly Inquiry[],
): Promise<boolean> {
  if (defects.some(({ id }) => group.includes(id))) return true;
  for (const id of group)
    for (const fault of defects)
      for (const inquiry of sent.filter((one) => one.interface === fault.interface))
        if (await areEqual([id], [fault.id], options, inquiry)) return true;
  return false;
}

/** Whether one of several faults gives every answer that all of them give. */
async function isHidden(
  defects: readonly Defect[],
  options: ReferenceOptions,
  sent: readonly Inquiry[],
): Promise<boolean> {
  const all = defects.map(({ id }) => id);
  for (const id of all) {
    const equal = await Promise.all(sent.map((inquiry) => areEqual([id], all, options, inquiry)));
    if (equal.every((one) => one)) return true;
  }
  return false;
}

/** Whether two sets of faults give equal answers to every request of a run. */
async function areEqual(
  a: readonly string[],
  b: readonly string[],
  { dialect = {} }: ReferenceOptions,
  sent: Inquiry,
): Promise<boolean> {
  const twinInput = twinInputOf(sent.target, sent.answers);
  const [one, other] = [a, b].map((ids) => new Twin(twinInput, dialect, ids, sent.answers));
  for (const answer of sent.answers) {
    const [x, y] = [await one?.answerTo(answer), await other?.answerTo(answer)];
    const isToken = answer.request.lane === 'token';
    if (
      x === undefined ||
      y === undefined ||
      !agree(x, y, isToken ? ['status', 'shape'] : ASPECT_NAMES)
    )
      return false;
  }
  return true;
}
