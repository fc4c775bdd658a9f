/** Reads the target (the server under test) of a command. */

import {
  readTarget,
  type Target,
  type TargetCommand,
  UsageError,
  unusedGeneral,
} from '../settings/index.js';
import type { Io } from './io.js';

export interface TargetOptions {
  readonly envFile?: readonly string[] | undefined;
  readonly insecure?: boolean | undefined;
}

/** Throws a UsageError if no target is configured, because a target is never guessed. */
export function configuredTarget(
  file: string | undefined,
  options: TargetOptions,
  io: Io,
  command: TargetCommand,
): Target {
  const target = targetOf(file, options, io, { command });
  if (target !== undefined) return target;
  throw new UsageError(
    'No target is named: give --target FILE, write assay.target.json ("assay init"), or set variables such as EXPORT_BASE_URL. --reference tests the embedded server.',
  );
}

/**
 * Returns undefined if no target is configured. Writes to stderr which settings have no effect.
 * With `standIns`, a placeholder replaces each unset secret.
 */
export function targetOf(
  file: string | undefined,
  { envFile = [], insecure }: TargetOptions,
  { environment, cwd, err }: Io,
  { command, standIns }: { readonly command: TargetCommand; readonly standIns?: boolean },
): Target | undefined {
  const { target, unused } = readTarget({
    file,
    envFiles: envFile,
    environment,
    cwd,
    insecure,
    command,
    standIns,
  });
  for (const sentence of unused) err(`${sentence}\n`);
  return target;
}

/**
 * For a command that does not read its target from settings: writes to stderr which general
 * settings (those that belong to no interface) have no effect.
 */
export function warnUnused(command: TargetCommand, { envFile = [] }: TargetOptions, io: Io): void {
  const { environment, cwd, err } = io;
  for (const sentence of unusedGeneral({ envFiles: envFile, environment, cwd, command }))
    err(`${sentence}\n`);
}
