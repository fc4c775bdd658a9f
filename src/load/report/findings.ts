/** Lists the verdicts of a load report for test report formats. */

import type { LoadReport } from '../../schema/types.js';
import { isCertain } from './conclusion.js';
import { breakpointSentence, ratioWords, thresholdWords } from './words.js';

export interface Finding {
  readonly group: 'thresholds' | 'comparison' | 'breakpoint' | 'generator';
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'unjudged';
  /** The measured value, or the reason why there is no verdict. */
  readonly words: string;
}

/** The verdicts on thresholds, limits of the comparison, breakpoint, and reliability. */
export function findingsOf(report: LoadReport): readonly Finding[] {
  const { thresholds, comparison, breakpoint, trustworthy, doubts, unmeasured } = report;
  const judged = (held: boolean | undefined, metric = 'response.p95'): Finding['outcome'] => {
    if (!isCertain(metric, report)) return 'unjudged';
    return held === false ? 'failed' : 'passed';
  };
  const findings: Finding[] = [];
  // A breakpoint search judges the thresholds at each rate, and `breakpoint` says which rate missed
  // a threshold.
  for (const verdict of breakpoint ? [] : thresholds) {
    const [name, words] = thresholdWords(verdict);
    findings.push({
      group: 'thresholds',
      name,
      outcome: judged(verdict.held, verdict.metric),
      words,
    });
  }
  for (const ratio of comparison?.ratios ?? []) {
    const name = `${ratio.metric} against ${comparison?.baseline}`;
    findings.push({
      group: 'comparison',
      name,
      outcome: judged(ratio.held, ratio.metric),
      words: ratioWords(ratio),
    });
  }
  if (breakpoint) {
    const outcome = judged(breakpoint.highest !== undefined);
    findings.push({
      group: 'breakpoint',
      name: 'breakpoint',
      outcome,
      words: breakpointSentence(breakpoint),
    });
  }
  const kept = unmeasured ?? ['The generator kept up with its schedule.'];
  findings.push({
    group: 'generator',
    name: 'the figures are reliable',
    outcome: trustworthy ? 'passed' : 'unjudged',
    words: (trustworthy ? kept : doubts).join(' '),
  });
  return findings;
}
