/**
 * Tests a window, which is a group of successive recorded exchanges, by the rules of all
 * interfaces.
 */

import { suites } from '../../../suites/index.js';
import { type Finding, type Level, openSession } from '../../harness/index.js';
import type { Target } from '../../settings/index.js';
import { type Entry, recordingOf } from '../../traffic/index.js';

export interface WindowReview {
  /** By clause: the number of exchanges that its rule tested. */
  readonly tested: ReadonlyMap<string, number>;
  /** By clause: a line for the terminal that describes the violation. */
  readonly violations: ReadonlyMap<string, string>;
}

/** Tests a window. Violations of the clauses in `reported` are left out. */
export async function reviewWindow(
  entries: readonly Entry[],
  target: Target,
  reported: ReadonlySet<string>,
): Promise<WindowReview> {
  const traffic = recordingOf(entries, target, 'of others');
  const session = openSession(target, { traffic, clock: traffic.clock });
  const tested = new Map<string, number>();
  const violations = new Map<string, string>();
  for (const { interface: name, judge, clauses } of suites) {
    if (judge === undefined) continue;
    const answers = session.seen(name);
    if (answers.length === 0) continue;
    const { context } = session.scope({ name: `${name}.live`, interface: name });
    const review = await judge.review(context, answers, (clause) => !reported.has(clause));
    for (const [clause, count] of review.judged) tested.set(clause, count);
    for (const [clause, { finding }] of review.violations) {
      const line = lineFor(clause, finding, clauses[clause]?.level);
      if (line !== undefined) violations.set(clause, session.redactor.text(line).slice(0, 400));
    }
  }
  await session.close();
  return { tested, violations };
}

/** Returns undefined if the finding is not a violation of a must or should clause. */
function lineFor(clause: string, finding: Finding, level: Level | undefined): string | undefined {
  if (finding.kind !== 'deviates' || level === 'open') return undefined;
  const severity = finding.atMost ?? level;
  const mark = severity === 'must' ? '✗' : '!';
  const { expected, actual } = finding;
  const line = `${mark} ${clause}  expected ${expected}, got ${actual}`;
  return line.replaceAll('\n', ' ').toWellFormed();
}
