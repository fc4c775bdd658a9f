import type { Reference } from '../reference/index.js';
import { type Target, targetFrom, UsageError } from '../target/index.js';
import { configuredTarget } from './configured-target.js';
import type { ExitCode, Io } from './io.js';
import { prepareRun } from './run-one.js';
import type { RunCommandOptions } from './run-options.js';
import { runSeveral } from './run-several.js';

/** `assay run`: survey, plan, checks, ledger, reports. Answers the exit code. */
export async function runCommand(options: RunCommandOptions, io: Io): Promise<ExitCode> {
  const { target: files = [], ...rest } = options;
  if (options.reference && files.length > 0)
    throw new UsageError('--reference judges the embedded server: leave out --target, or --reference.');
  if (files.length > 1) {
    const targets = files.map((file) => ({ file, target: configuredTarget(file, options, io) }));
    return runSeveral(targets, rest, io);
  }
  const [target] = files;
  if (!options.reference) return prepareRun(configuredTarget(target, options, io), { ...rest, target }, io).go(io);
  // Loaded where it is asked for: it is a sixth of what a run costs before its first request.
  const { startReference } = await import('../reference/index.js');
  const reference = await startReference();
  try {
    return await prepareRun(referenceTarget(reference), rest, io).go(io);
  } finally {
    await reference.close();
  }
}

/** The embedded reference server as a target; what it holds is known, and so judged value by value. */
function referenceTarget({ target: file, records }: Reference): Target {
  const target = targetFrom({ ...file, name: 'reference' }, 'reference');
  return target.export === undefined ? target : { ...target, export: { ...target.export, fixture: records } };
}
