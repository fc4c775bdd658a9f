/** Runs a load test on one or two targets, and makes its report. */

import path from 'node:path';
import {
  comparisonOf,
  type Live,
  type LoadOptions,
  type Output,
  observesAll,
  openLive,
  openOutputs,
  type Prepared,
  type Run,
  reportedTarget,
  reportRuns,
  runOnce,
  runSearch,
  showProgress,
} from '../../load/index.js';
import { messageOf } from '../../schema/json-value.js';
import type { LoadReport } from '../../schema/types.js';
import type { Io } from '../io.js';
import { toolVersion } from '../version.js';
import type { LoadCommandOptions } from './load-options.js';

export interface RunSides {
  /** The target under test. */
  readonly prepared: Prepared;
  /** The target to compare with, if there are two targets. */
  readonly other: Prepared | undefined;
  /** The earlier report to compare with, if there is one. */
  readonly stored: LoadReport | undefined;
}

/** `complete`: every output on this machine received all measurements. */
export interface LoadOutcome {
  readonly report: LoadReport;
  readonly complete: boolean;
}

export async function runLoad(
  sides: RunSides,
  options: LoadCommandOptions,
  io: Io,
): Promise<LoadOutcome> {
  const { workers = 1 } = options;
  const { prepared } = sides;
  const version = toolVersion();
  const { outputs, live } = await openAll(prepared, options, version, io);
  const receivers: Output[] = [...outputs, ...(live ? [live] : [])];
  const settings: LoadOptions = {
    version,
    workers,
    signal: io.signal,
    // The data about single requests that the outputs need.
    observe: observesAll(receivers),
    second: (second) => {
      for (const output of receivers) output.second(second);
    },
  };
  let report: LoadReport;
  try {
    report = await measureAll(sides, settings, options, io);
    live?.finish(report);
  } catch (error) {
    await closeAll(receivers, io);
    throw error;
  }
  return { report, complete: await closeAll(receivers, io) };
}

async function measureAll(
  { prepared, other, stored }: RunSides,
  settings: LoadOptions,
  { repeat = 1, baseline: file }: LoadCommandOptions,
  io: Io,
): Promise<LoadReport> {
  // A profile with a breakpoint is a search. It is neither repeated nor compared.
  const searched = await runSearch(prepared, settings);
  if (searched) return searched;
  const runs: Run[] = [];
  const otherRuns: Run[] = [];
  for (let turn = 0; turn < repeat && !io.signal.aborted; turn += 1) {
    // Runs of both targets alternate, so that changes of the machine affect both targets. Outputs
    // receive no seconds of `other`.
    if (other) otherRuns.push(await runOnce(other, { ...settings, second: () => {} }));
    runs.push(await runOnce(prepared, settings));
  }
  const report = reportRuns(prepared, runs, settings);
  const baseline = other && otherRuns.length > 0 ? reportRuns(other, otherRuns, settings) : stored;
  if (!baseline) return report;
  const name = other ? sideName(other, prepared) : path.basename(file ?? '');
  return {
    ...report,
    comparison: comparisonOf(name, baseline, report, prepared.plan.compare),
  };
}

/** Returns the name of `other`, with its address if both targets have the same name. */
function sideName(other: Prepared, prepared: Prepared): string {
  const { name, origins } = reportedTarget(other);
  const isAmbiguous = name === prepared.target.name;
  return `the target ${name}${isAmbiguous ? ` at ${origins.join(', ')}` : ''}`;
}

async function openAll(
  prepared: Prepared,
  {
    output = [],
    samples = Number.POSITIVE_INFINITY,
    live: livePort,
    quiet,
    workers = 1,
  }: LoadCommandOptions,
  version: string,
  io: Io,
): Promise<{ readonly outputs: readonly Output[]; readonly live: Live | undefined }> {
  const { name } = prepared.target;
  const outputs = await openOutputs(output, {
    cwd: io.cwd,
    environment: io.environment,
    samples,
    version,
    target: name,
    signal: io.signal,
  });
  const target = reportedTarget(prepared);
  const port = typeof livePort === 'number' ? livePort : 0;
  const live =
    livePort === undefined || livePort === false
      ? undefined
      : await openLive({ port, version, target, workers }).catch(async (error: unknown) => {
          await closeAll(outputs, io);
          throw error;
        });
  if (live) io.err(`Live: ${live.place}\n`);
  for (const { place } of outputs) if (!quiet) io.err(`Output: ${place}\n`);
  const progress = quiet ? [] : [showProgress(io.err)];
  return { outputs: [...outputs, ...progress], live };
}

/**
 * Returns whether all outputs on this machine are complete. A failed output is reported on stderr,
 * and the load report is still written.
 */
async function closeAll(outputs: readonly Output[], io: Io): Promise<boolean> {
  const ends = await Promise.allSettled(outputs.map((output) => output.close()));
  for (const [index, end] of ends.entries()) {
    if (end.status === 'fulfilled') continue;
    const why = messageOf(end.reason);
    io.err(`The output ${outputs[index]?.place} is not complete: ${why}\n`);
  }
  return ends.every(({ status }, index) => status === 'fulfilled' || outputs[index]?.remote);
}
