import { loadTarget, type Target, UsageError } from '../settings/index.js';
import type { Io } from './io.js';

/** The target that is named. Throws a UsageError where none is: nothing is judged that was not named. */
export function configuredTarget(
  file: string | undefined,
  { envFile = [], insecure }: { readonly envFile?: readonly string[]; readonly insecure?: boolean },
  { environment, cwd }: Io,
): Target {
  const target = loadTarget({ file, envFiles: envFile, environment, cwd, insecure });
  if (target !== undefined) return target;
  throw new UsageError(
    'No target is named: give --target FILE, write assay.target.json ("assay init"), or set EXPORT_BASE_URL and its like; --reference judges the embedded server.',
  );
}
