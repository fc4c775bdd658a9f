import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Target } from '../../../src/settings/target.js';

/**
 * Returns the export settings. Throws if the target file has none, because every export check needs
 * them.
 */
export function exportOf({ target }: { readonly target: Target }): ExportTarget {
  if (target.export === undefined)
    throw new Error('an export check ran on a target without export settings');
  return target.export;
}
