import { UsageError } from '../../settings/index.js';
import { configuredTarget, warnUnused } from '../configured-target.js';
import type { ExitCode, Io } from '../io.js';
import { optimizeLater } from './optimize-later.js';
import { referenceTarget } from './reference-target.js';
import type { RunCommandOptions } from './run-options.js';

/**
 * `assay run`: tests one or several targets, or with `--reference` the embedded reference server.
 * Suites are loaded after the target is known, so that a wrong setting is reported at once.
 */
export async function runCommand(options: RunCommandOptions, io: Io): Promise<ExitCode> {
  optimizeLater();
  const { target: files = [], ...rest } = options;
  if (options.reference && files.length > 0)
    throw new UsageError('--reference and --target cannot be combined: leave one of them out.');
  if (files.length > 1) {
    const targets = files.map((file) => ({
      file,
      target: configuredTarget(file, options, io, 'run'),
    }));
    return (await import('./run-several.js')).runSeveral(targets, rest, io);
  }
  const [file] = files;
  const configured = options.reference ? undefined : configuredTarget(file, options, io, 'run');
  const { prepareRun } = await import('./run-one.js');
  if (configured !== undefined) return prepareRun(configured, { ...rest, target: file }, io).go(io);
  warnUnused('reference', options, io);
  // Loading the reference server takes a sixth of the start-up time.
  const { startReference } = await import('../../reference/index.js');
  const reference = await startReference();
  try {
    return await prepareRun(referenceTarget(reference), rest, io).go(io);
  } finally {
    await reference.close();
  }
}
