import { loadTarget, type Target, UsageError, unusedSettings } from '../settings/index.js';
import type { Io } from './io.js';

/** The configured target. Throws a UsageError if there is none: no target is guessed. */
export function configuredTarget(
  file: string | undefined,
  { envFile = [], insecure }: { readonly envFile?: readonly string[]; readonly insecure?: boolean },
  { environment, cwd, err }: Io,
): Target {
  const sources = { file, envFiles: envFile, environment, cwd, insecure };
  const target = loadTarget(sources);
  const unused = unusedSettings(sources);
  if (unused.length > 0)
    err(
      `${unused.join(', ')}: set in .env, but assay.target.json does not use it. Name it there as \${NAME}, or move the file away.\n`,
    );
  if (target !== undefined) return target;
  throw new UsageError(
    'No target is named: give --target FILE, write assay.target.json ("assay init"), or set variables such as EXPORT_BASE_URL. --reference tests the embedded server.',
  );
}
