/**
 * Applies a baseline (a file of accepted failures) to the decision whether a run passes (the gate).
 */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AcceptedFailure, RunReport } from '../../schema/types.js';
import { UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';
import { type JudgedGate, judgeGate } from '../reports/gate.js';
import { acceptBy, readBaseline, updateBaseline, withReason, writtenInWords } from './baseline.js';

export interface BaselineOptions {
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly reason?: string;
}

export interface BaselineGate {
  /**
   * The entries that apply to the run, for its ledger. undefined without a baseline, or if the run
   * writes a new baseline.
   */
  readonly accepted: AcceptedFailure[] | undefined;
  /** Decides whether the run passes. Writes the baseline first if the user wants this. */
  readonly judge: (report: RunReport) => JudgedGate;
}

/**
 * `known` contains the ids of the checks that a baseline may name. Throws a UsageError for an
 * invalid baseline or option.
 */
export function baselineGate(
  options: BaselineOptions,
  known: readonly string[],
  { cwd, clock, err }: Io,
): BaselineGate {
  if (options.reason !== undefined && !options.updateBaseline)
    throw new UsageError('--reason explains what --update-baseline accepts: give both.');
  if (options.baseline === undefined) {
    if (options.updateBaseline)
      throw new UsageError('--update-baseline writes a file: name it with --baseline FILE.');
    return { accepted: undefined, judge: (report) => judgeGate(report) };
  }
  const file = path.resolve(cwd, options.baseline);
  // A baseline that is updated is read as well, so that a faulty file is refused before the run.
  const previous =
    options.updateBaseline && !existsSync(file) ? undefined : readBaseline(file, known);
  return {
    accepted: options.updateBaseline || previous === undefined ? undefined : withReason(previous),
    judge(report) {
      if (options.updateBaseline) {
        const written = updateBaseline(file, report, { ids: known, reason: options.reason });
        err(`${writtenInWords(options.baseline ?? file, written, previous)}\n`);
      }
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      const { accepted, complaints } = acceptBy(readBaseline(file, known), report, today);
      return judgeGate(report, { accepted, complaints });
    },
  };
}
