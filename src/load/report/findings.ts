/** Lists the verdicts of a load report for test report formats. */

import type { LoadReport } from '../../schema/types.js';
import { isUnjudgedLimit, type Judgement, judgementOf } from './conclusion.js';
import { breakpointSentence, ratioWords, thresholdWords } from './words.js';

/** A verdict as a test case. Unlike the findings of a conformance run, it may have passed. */
export interface Finding {
  readonly group: 'thresholds' | 'comparison' | 'breakpoint' | 'generator';
  readonly name: string;
  readonly outcome: Judgement;
  /** The measured value, or the reason why there is no verdict. */
  readonly words: string;
}

/** The verdicts on thresholds, limits of the comparison, breakpoint, and reliability. */
export function findingsOf(report: LoadReport): readonly Finding[] {
  const { thresholds, comparison, breakpoint, trustworthy, doubts, unmeasured } = report;
  const findings: Finding[] = [];
  // A breakpoint search judges the thresholds at each rate, and `breakpoint` says which rate missed
  // a threshold.
  for (const verdict of breakpoint ? [] : thresholds) {
    const [name, words] = thresholdWords(verdict);
    findings.push({
      group: 'thresholds',
      name,
      outcome: judgementOf(verdict, report),
      words,
    });
  }
  for (const ratio of comparison?.ratios ?? []) {
    const name = `${ratio.metric} against ${comparison?.baseline}`;
    // A ratio without a limit cannot be missed.
    const { metric, held = true } = ratio;
    findings.push({
      group: 'comparison',
      name,
      outcome: isUnjudgedLimit(ratio) ? 'unjudged' : judgementOf({ metric, held }, report),
      words: ratioWords(ratio),
    });
  }
  for (const metric of comparison?.unmeasured ?? [])
    findings.push({
      group: 'comparison',
      name: `${metric} against ${comparison?.baseline}`,
      outcome: 'unjudged',
      words: 'a report has too few values',
    });
  if (breakpoint) {
    const held = breakpoint.highest !== undefined;
    // The verdict of a breakpoint search depends on time, so it is judged like a response time.
    const outcome = judgementOf({ metric: 'response.p95', held }, report);
    findings.push({
      group: 'breakpoint',
      name: 'breakpoint',
      outcome,
      words: breakpointSentence(breakpoint),
    });
  }
  // An engine that does not measure the delay of the generator cannot say that it kept up.
  const whyTrustworthy = unmeasured ?? ['The generator kept up with its schedule.'];
  findings.push({
    group: 'generator',
    name: 'the figures are reliable',
    outcome: trustworthy ? 'passed' : 'unjudged',
    words: (trustworthy ? whyTrustworthy : doubts).join(' '),
  });
  return findings;
}
