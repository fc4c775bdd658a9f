import type { LoadReport } from '../../schema/types.js';
import { breakpointSentence, ratioWords, thresholdWords } from './words.js';

/** One thing that a load report judges, as test reports have it. */
export interface Finding {
  readonly group: 'thresholds' | 'comparison' | 'breakpoint' | 'generator';
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'unjudged';
  /** What was measured, or why it was not judged. */
  readonly told: string;
}

/** Everything that a report judges: thresholds, limits of the comparison, the breakpoint, and whether it can be trusted. */
export function findingsOf(report: LoadReport): readonly Finding[] {
  const { thresholds, comparison, breakpoint, trustworthy, doubts, unmeasured } = report;
  const judged = (held = true): Finding['outcome'] => (trustworthy ? (held ? 'passed' : 'failed') : 'unjudged');
  const findings: Finding[] = [];
  // Those of a search are judged at each rate: the breakpoint says where one was missed.
  for (const verdict of breakpoint ? [] : thresholds) {
    const [name, told] = thresholdWords(verdict);
    findings.push({ group: 'thresholds', name, outcome: judged(verdict.held), told });
  }
  for (const ratio of comparison?.ratios ?? []) {
    const name = `${ratio.metric} against ${comparison?.baseline}`;
    findings.push({ group: 'comparison', name, outcome: judged(ratio.held), told: ratioWords(ratio) });
  }
  if (breakpoint) {
    const outcome = judged(breakpoint.highest !== undefined);
    findings.push({ group: 'breakpoint', name: 'breakpoint', outcome, told: breakpointSentence(breakpoint) });
  }
  const kept = unmeasured ?? ['The generator kept up with its schedule.'];
  findings.push({
    group: 'generator',
    name: 'the figures are reliable',
    outcome: trustworthy ? 'passed' : 'unjudged',
    told: (trustworthy ? kept : doubts).join(' '),
  });
  return findings;
}
