import type { LoadReport } from '../../schema/types.js';
import { breakpointSentence } from './breakpoint.js';
import { ratioLine, thresholdLine } from './terminal.js';

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
  const { thresholds, comparison, breakpoint, trustworthy, doubts } = report;
  const judged = (held: boolean): Finding['outcome'] => (trustworthy ? (held ? 'passed' : 'failed') : 'unjudged');
  const bare = (line: string): string => line.replace(/^\s*[✓✗]?\s*/, '');
  return [
    // Those of a search are judged at each rate: the breakpoint says where one was missed.
    ...(breakpoint ? [] : thresholds).map((verdict): Finding => {
      const [name = '', told = ''] = bare(thresholdLine(verdict)).split(/ {2}/, 2);
      return { group: 'thresholds', name, outcome: judged(verdict.held), told };
    }),
    ...(comparison?.ratios ?? []).map((ratio): Finding => {
      const [name = '', ...told] = bare(ratioLine(ratio)).split(' × ');
      const outcome = ratio.held === undefined ? 'passed' : judged(ratio.held);
      return {
        group: 'comparison',
        name: `${name} against ${comparison?.baseline}`,
        outcome,
        told: `× ${told.join(' × ')}`,
      };
    }),
    ...(breakpoint
      ? [
          {
            group: 'breakpoint' as const,
            name: 'breakpoint',
            outcome: judged(breakpoint.highest !== undefined),
            told: breakpointSentence(breakpoint),
          },
        ]
      : []),
    {
      group: 'generator',
      name: 'the figures can be trusted',
      outcome: trustworthy ? 'passed' : 'unjudged',
      told: trustworthy ? 'The generator kept up with its schedule.' : doubts.join(' '),
    },
  ];
}
