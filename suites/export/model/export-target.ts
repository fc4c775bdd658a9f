import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Target } from '../../../src/settings/target.js';

/** Throws if the target has no export settings, because every export check needs them. */
export function exportOf({ target }: { readonly target: Target }): ExportTarget {
  if (target.export === undefined)
    throw new Error('an export check ran on a target without export settings');
  return target.export;
}
