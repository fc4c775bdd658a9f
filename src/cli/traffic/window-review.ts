import { suites } from '../../../suites/index.js';
import { openSession } from '../../harness/index.js';
import type { Target } from '../../settings/index.js';
import { type Entry, recordingOf } from '../../traffic/index.js';

/** What the rules say of exchanges that were recorded together. */
export interface WindowReview {
  /** How many exchanges were tested by each clause. */
  readonly tested: ReadonlyMap<string, number>;
  /** A line for each clause that is violated and `isOpen`, without secrets. */
  readonly violations: ReadonlyMap<string, string>;
}

/** Tests exchanges together by the rules of all interfaces. */
export async function reviewWindow(
  entries: readonly Entry[],
  target: Target,
  isOpen: (clause: string) => boolean,
): Promise<WindowReview> {
  const traffic = recordingOf(entries, target, 'of others');
  const session = openSession(target, { traffic, clock: traffic.clock });
  const tested = new Map<string, number>();
  const violations = new Map<string, string>();
  for (const { interface: name, rules, clauses } of suites) {
    if (rules === undefined) continue;
    const answers = session.seen(name);
    if (answers.length === 0) continue;
    const { context } = session.scope({ name: `${name}.live`, interface: name });
    const review = await rules.review(context, answers, isOpen);
    for (const [clause, count] of review.judged) tested.set(clause, count);
    for (const [clause, { finding }] of review.violations) {
      if (finding.kind !== 'deviates' || clauses[clause]?.level === 'open') continue;
      const level = finding.atMost ?? clauses[clause]?.level;
      const line = `${level === 'must' ? '✗' : '!'} ${clause}  expected ${finding.expected}, got ${finding.actual}`;
      violations.set(
        clause,
        session.redactor.text(line.replaceAll('\n', ' ').toWellFormed()).slice(0, 400),
      );
    }
  }
  await session.close();
  return { tested, violations };
}
