import { virtualClock } from '../src/cli/selftest/virtual-clock.js';
import { diagnose } from '../src/diagnosis/index.js';
import { runSuites } from '../src/harness/index.js';
import type { LedgerEvent } from '../src/ledger/index.js';
import { foldLedger } from '../src/ledger/index.js';
import { type Defect, openReference, type ReferenceOptions, startReference } from '../src/reference/index.js';
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
  /** Two faults were made one finding. */
  readonly merged: boolean;
  readonly ms: number;
  readonly tookMs: number;
}

interface Sent {
  readonly method?: string | undefined;
  readonly url: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** Puts the faults to a run over real HTTP and holds what its findings name against them. */
export async function diagnosed({ defects, options, seed }: Trial): Promise<Tried> {
  const clock = virtualClock();
  const server = await startReference({ clock: clock.now, ...options, defects: defects.map(({ id }) => id) });
  const events: LedgerEvent[] = [];
  const sent: Sent[] = [];
  let [ms, tookMs] = [0, 0];
  try {
    const target = targetFrom({ ...server.target, timeout: '5s' }, 'reference');
    await runSuites(suites, target, {
      seed,
      clock,
      allowDestructive: true,
      toolVersion: 'bench',
      record: (event) => void events.push(event),
      diagnose: async (inquiry) => {
        sent.push(...inquiry.answers.map(({ request }) => request));
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
  const ids = new Set(defects.map(({ id }) => id));
  const isRight = async (group: readonly string[]): Promise<boolean> => {
    if (group.some((id) => ids.has(id))) return true;
    for (const id of group)
      for (const { id: true_ } of defects) if (await areEqual(id, true_, options, sent)) return true;
    return false;
  };
  const groups = named.filter((group) => group.length > 0);
  const right = await Promise.all(groups.map(isRight));
  const outcome =
    findings.length === 0 ? 'unseen' : right.some((one) => !one) ? 'wrong' : groups.length === 0 ? 'silent' : 'right';
  const clauses = new Set(findings.map(({ clause }) => clause));
  const merged =
    defects.length > 1 &&
    findings.length === 1 &&
    defects.every(({ clause }) => [...(findings[0]?.clauses ?? [])].includes(clause)) &&
    clauses.size === 1;
  return {
    outcome,
    findings: findings.length,
    named: named.map((group) => group.join(', ') || '—'),
    merged,
    ms,
    tookMs,
  };
}

/** Whether two faults give equal answers to every request of a run. */
async function areEqual(a: string, b: string, options: ReferenceOptions, sent: readonly Sent[]): Promise<boolean> {
  const [one, other] = [a, b].map((id) => openReference({ ...options, clock: () => 0, defects: [id] }));
  if (one === undefined || other === undefined) return false;
  for (const { method = 'GET', url, headers = [], body } of sent) {
    const path = url.replace(/^http:\/\/[^/]*/, 'http://127.0.0.1:9');
    const request = { method, url: path, headers, ...(body === undefined ? {} : { body }) };
    const [x, y] = [await one.call(request), await other.call(request)];
    if (x.status !== y.status) return false;
    if (!x.body.equals(y.body) && !x.body.includes('access_token')) return false;
  }
  return true;
}
