/** Decides which features are missing if mistakes explain some of the same complaints. */

import type { Explained } from './explain-complaints.js';
import type { Diagnosis } from './run-options.js';

/**
 * Leaves out features that only seem to be missing. Each other feature also gets the complaints of
 * a mistake that explains one of its own. No complaint is added to two features.
 */
export function missingBesideMistakes(
  missing: readonly Diagnosis[],
  explained: readonly Explained[],
): readonly Diagnosis[] {
  const kept = withoutExplained(missing, explained);
  const taken = new Set(kept.flatMap(({ checks }) => checks));
  return kept.map((feature) => {
    const added = explained
      .filter(isOfMistake)
      .filter(({ checks }) => checks.some((check) => feature.checks.includes(check)))
      .flatMap(({ checks }) => checks.filter((check) => !taken.has(check)));
    for (const check of added) taken.add(check);
    return { ...feature, checks: [...new Set([...feature.checks, ...added])] };
  });
}

const isOfMistake = ({ readings: [first] }: Explained): boolean =>
  first !== undefined && first.isFact !== true;

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
