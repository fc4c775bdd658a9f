import { suites } from '../../../suites/index.js';
import { type Check, LEVELS, type Suite } from '../../harness/index.js';
import { expectKnown, fits } from '../known-name.js';

export interface CheckChoice {
  readonly interface?: readonly string[] | undefined;
  readonly check?: readonly string[] | undefined;
  readonly clause?: readonly string[] | undefined;
  readonly level?: readonly string[] | undefined;
  /** Takes precedence over the other options. */
  readonly exclude?: readonly string[] | undefined;
}

/**
 * Returns a function that tells whether a check is chosen. A name may end in `*`, which matches any
 * ending. Throws a UsageError if a name matches nothing.
 */
export function chooseChecks(
  choice: CheckChoice,
  from: readonly Suite[] = suites,
): (check: Check) => boolean {
  const checks = from.flatMap((suite) => suite.checks);
  const known = {
    interface: from.map((suite) => suite.interface),
    check: checks.map(({ id }) => id),
    clause: from.flatMap((suite) => Object.keys(suite.clauses)),
    level: LEVELS,
  };
  for (const [option, names] of Object.entries(known)) {
    for (const wanted of choice[option as keyof CheckChoice] ?? [])
      expectKnown(option, wanted, names);
  }
  const excluded = choice.exclude ?? [];
  for (const id of excluded) expectKnown('check', id, known.check);
  return (check) =>
    !excluded.some((id) => fits(id, check.id)) &&
    matches(choice.interface, [check.interface]) &&
    matches(choice.check, [check.id]) &&
    matches(choice.clause, check.clauses) &&
    matches(choice.level, [check.level]);
}

const matches = (wanted: readonly string[] | undefined, names: readonly string[]): boolean =>
  wanted === undefined ||
  wanted.length === 0 ||
  wanted.some((pattern) => names.some((name) => fits(pattern, name)));
