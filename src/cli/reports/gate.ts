/** Converts the pass-or-fail decision of a run (its gate) to an exit code. */

import { type GateOptions, gateOf } from '../../report/index.js';
import type { RunReport } from '../../schema/types.js';
import { EXIT, type ExitCode } from '../io.js';

export interface JudgedGate {
  readonly code: ExitCode;
  readonly messages: readonly string[];
}

const CODES = {
  holds: EXIT.holds,
  broken: EXIT.broken,
  unjudged: EXIT.unjudged,
  interrupted: EXIT.interrupted,
} as const;

/** The messages are the reasons why the run does not pass. */
export function judgeGate(report: RunReport, options: GateOptions = {}): JudgedGate {
  const { outcome, messages } = gateOf(report, options);
  return { code: CODES[outcome], messages };
}
