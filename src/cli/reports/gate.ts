/** Converts the gate of a run, that is, its pass-or-fail decision, to an exit code. */

import { type GateOptions, gateOf } from '../../report/index.js';
import type { RunReport } from '../../schema/types.js';
import { EXIT, type ExitCode } from '../io.js';

/** The exit code of a run, with messages if the gate does not hold. */
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

/**
 * Decides whether a run passes the gate, and returns the exit code with the messages of the gate.
 */
export function judgeGate(report: RunReport, options: GateOptions = {}): JudgedGate {
  const { outcome, messages } = gateOf(report, options);
  return { code: CODES[outcome], messages };
}
