/** Adds settings of the environment to a target file. */

import { isDeepStrictEqual } from 'node:util';

export interface Filled {
  /** The target file with the added settings. */
  readonly file: Readonly<Record<string, unknown>>;
  /** Places that the file lacks and the environment fills, such as `export.baseUrl`. */
  readonly places: ReadonlySet<string>;
  /** Places at which file and environment have the same value. */
  readonly same: ReadonlySet<string>;
}

type Settings = Readonly<Record<string, unknown>>;

/** Adds each member that the file lacks. A member of the file takes precedence. */
export function fill(file: Settings, environment: Settings): Filled {
  const places = new Set<string>();
  const same = new Set<string>();
  const merged = merge(file, environment, '', { places, same });
  return { file: merged, places, same };
}

interface FilledPlaces {
  readonly places: Set<string>;
  readonly same: Set<string>;
}

function merge(
  file: Settings,
  environment: Settings,
  prefix: string,
  found: FilledPlaces,
): Settings {
  const merged: Record<string, unknown> = { ...file };
  for (const [key, added] of Object.entries(environment)) {
    const place = `${prefix}${key}`;
    const own = file[key];
    if (isSettings(added) && (own === undefined || isSettings(own))) {
      merged[key] = merge(own ?? {}, added, `${place}.`, found);
    } else if (own === undefined) {
      merged[key] = added;
      found.places.add(place);
    } else if (isDeepStrictEqual(own, added)) found.same.add(place);
  }
  return merged;
}

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
