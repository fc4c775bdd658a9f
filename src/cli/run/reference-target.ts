import type { Reference } from '../../reference/index.js';
import { type Target, targetFrom } from '../../settings/index.js';

/**
 * The embedded reference server as a target. Its records are known, so responses are compared with
 * them.
 */
export function referenceTarget({ target: file, records }: Reference): Target {
  const target = targetFrom({ ...file, name: 'reference' }, 'reference');
  return target.export === undefined
    ? target
    : { ...target, export: { ...target.export, fixture: records } };
}
