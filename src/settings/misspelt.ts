/** Detects misspelt names of environment variables. */

import { nearest } from '../schema/nearest.js';
import type { Environment } from './environment.js';
import { settings } from './settings.js';
import { UsageError } from './usage-error.js';

/** A variable with one of these prefixes counts as misspelt if it is not a setting. */
const PREFIXES = ['EXPORT_', 'ETM_', 'PLATFORM_', 'CDE_', 'ASSAY_'];

/** The prefix of settings that belong to no interface. */
export const GENERAL_PREFIX = 'ASSAY_';

/**
 * Assay's variables that are not settings of a target: variables for a tested client, for the
 * GitHub action, and for Assay's own tests and benchmarks.
 */
const OTHERS = [
  'ASSAY_TASK',
  'ASSAY_ACTION',
  'ASSAY_NIGHTLY',
  'ASSAY_ARTILLERY',
  'ASSAY_BENCH_AGAINST',
  'ASSAY_CA_FILE',
  'ASSAY_CHROMIUM',
  'ASSAY_CONTROL',
  'ASSAY_PLAY',
];

const settingNames: readonly string[] = settings.map(({ variable }) => variable);

interface SpellingOptions {
  /** The prefixes of the settings that are read. Default: all. */
  readonly prefixes?: readonly string[];
  /** Whether the target file refers to a variable. Default: it refers to none. */
  readonly isUsed?: (name: string) => boolean;
}

/** Throws a UsageError for a misspelt setting, because it would otherwise be ignored. */
export function refuseMisspelt(
  environment: Environment,
  { prefixes = PREFIXES, isUsed = () => false }: SpellingOptions = {},
): void {
  const readsAll = prefixes === PREFIXES;
  const wrong = Object.keys(environment)
    .filter(
      (name) =>
        environment[name] !== undefined && !settingNames.includes(name) && !OTHERS.includes(name),
    )
    .filter(
      (name) => prefixes.some((prefix) => name.startsWith(prefix)) || (readsAll && isAlmost(name)),
    )
    .filter((name) => !isUsed(name))
    .sort();
  if (wrong.length === 0) return;
  const suggestions = wrong.map((name) => {
    const near = nearest(name, settingNames);
    return near === undefined ? name : `${name} (did you mean ${near}?)`;
  });
  throw new UsageError(
    `Unknown setting: ${suggestions.join(', ')}. Correct the name, or unset it; "assay init" writes a file with all settings.`,
  );
}

/** Removes the differences that `isAlmost` ignores. */
const bare = (name: string): string => name.replaceAll('_', '').toUpperCase();
const bareNames: ReadonlySet<string> = new Set(settingNames.map(bare));

/** Whether only underscores and letter case differ from a setting, as in `auth_url`. */
const isAlmost = (name: string): boolean => bareNames.has(bare(name));
