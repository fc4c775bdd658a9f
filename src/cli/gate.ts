import type { RunReport } from '../schema/types.js';
import { EXIT, type ExitCode } from './io.js';

/** Whether the gate holds, and what to say where it does not. */
export interface Gate {
  readonly code: ExitCode;
  readonly messages: readonly string[];
}

/** A failure is a new one unless the baseline accepts it; a warning counts under `--strict`. */
export function judgeGate(
  report: RunReport,
  accepted: ReadonlySet<string> = new Set(),
  complaints: readonly string[] = [],
): Gate {
  if (report.interrupted)
    return { code: EXIT.interrupted, messages: ['Interrupted: the reports hold what was judged until then.'] };
  const { passed = 0, failed = 0, warning = 0, observed = 0 } = report.verdicts;
  if (passed + failed + warning + observed === 0) {
    return { code: EXIT.unjudged, messages: ['Nothing could be judged: see the reasons above.'] };
  }
  const bad = report.checks.filter(
    ({ id, verdict }) => !accepted.has(id) && (verdict === 'failed' || (report.strict && verdict === 'warning')),
  );
  const messages = [
    ...(bad.length === 0
      ? []
      : [
          `The gate does not hold: ${bad.length} ${bad.length === 1 ? 'check' : 'checks'} ${report.strict ? 'failed or warned (--strict)' : 'failed'}.`,
        ]),
    ...complaints,
  ];
  return { code: messages.length === 0 ? EXIT.holds : EXIT.broken, messages };
}
