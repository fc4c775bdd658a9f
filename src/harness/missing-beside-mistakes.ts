/** Which features are missing, where mistakes explain some of the same complaints. */

import type { Explained } from './explain-complaints.js';
import type { Diagnosis } from './run-options.js';

/**
 * Leaves out features that only seem to be missing. The others get all complaints of a mistake that
 * explains one of theirs.
 */
export const missingBesideMistakes = (
  missing: readonly Diagnosis[],
  explained: readonly Explained[],
): readonly Diagnosis[] =>
  withoutExplained(missing, explained).map((one) => withOthers(one, explained));

const isOfMistake = ({ readings: [first] }: Explained): boolean =>
  first !== undefined && first.isFact !== true;

/** Adds the complaints that a mistake explains together with those of the missing feature. */
function withOthers(missing: Diagnosis, explained: readonly Explained[]): Diagnosis {
  const checks = new Set(missing.checks);
  for (const one of explained.filter(isOfMistake))
    if (one.checks.some((check) => missing.checks.includes(check)))
      for (const check of one.checks) checks.add(check);
  return { ...missing, checks: [...checks] };
}

/**
 * Leaves out features that only seem to be missing: a mistake explains their complaints together
 * with complaints about other requests. If a value never matches, `!=` returns the whole list.
 */
function withoutExplained(
  missing: readonly Diagnosis[],
  explained: readonly Explained[],
): readonly Diagnosis[] {
  const ofMissing = new Set(missing.flatMap(({ checks }) => checks));
  const mistakes = explained.filter(
    (one) => isOfMistake(one) && one.checks.some((check) => !ofMissing.has(check)),
  );
  const ofMistakes = new Set(mistakes.flatMap(({ checks }) => checks));
  return missing.filter(({ checks }) => !checks.every((check) => ofMistakes.has(check)));
}
