/** The paths under which the recording proxy offers the base URLs of a target. */

import { belongsTo, longestFirst } from '../../settings/base-urls.js';
import type { Target } from '../../settings/index.js';

/** A base URL of the target, and its path on the proxy. */
export interface Mount {
  /** The environment variable of the base URL, such as `EXPORT_BASE_URL`. */
  readonly setting: string;
  readonly prefix: string;
  readonly base: string;
}

const PREFIXES: Readonly<Record<string, string>> = {
  EXPORT_BASE_URL: '/export',
  ETM_BASE_URL: '/templates',
  AUTH_URL: '/auth',
  PLATFORM_BASE_URL: '/platform',
  CDE_BASE_URL: '/handover',
};

/** The mounts of the target, longest base URL first. */
export const mountsOf = (target: Target): readonly Mount[] =>
  longestFirst(target).flatMap(({ setting, address: base }) => {
    const prefix = PREFIXES[setting];
    return prefix === undefined ? [] : [{ setting, prefix, base }];
  });

/**
 * The address on the target for a path on the proxy; undefined for an unknown path. What follows
 * the prefix is unchanged.
 */
export function addressOf(path: string, mounts: readonly Mount[]): string | undefined {
  const mount = mounts.find(({ prefix }) => belongsTo(path, prefix));
  return mount && `${mount.base}${path.slice(mount.prefix.length)}`;
}
