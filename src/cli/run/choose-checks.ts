import { suites } from '../../../suites/index.js';
import { type Check, LEVELS, type Suite } from '../../harness/index.js';
import { listInWords } from '../../in-words.js';
import { UsageError } from '../../settings/index.js';
import { fits, knownNames } from '../known-name.js';

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
      knownNames(option, wanted, names);
  }
  for (const id of choice.exclude ?? []) knownNames('check', id, known.check);
  refuseContradictions(choice, checks);
  return (check) => OPTIONS.every((option) => isAllowed(option, choice[option], check));
}

const OPTIONS = ['interface', 'check', 'clause', 'level', 'exclude'] as const;
type Option = (typeof OPTIONS)[number];

/** Whether one option allows a check. */
function isAllowed(option: Option, names: readonly string[] | undefined, check: Check): boolean {
  switch (option) {
    case 'interface':
      return matches(names, [check.interface]);
    case 'check':
      return matches(names, [check.id]);
    case 'clause':
      return matches(names, check.clauses);
    case 'level':
      return matches(names, [check.level]);
    case 'exclude':
      return names === undefined || !names.some((id) => fits(id, check.id));
  }
}

/**
 * Throws a UsageError for a named check or clause that another option leaves out. A run would
 * otherwise leave out what the user named, or end without a verdict.
 */
function refuseContradictions(choice: CheckChoice, checks: readonly Check[]): void {
  const given = OPTIONS.filter((option) => (choice[option] ?? []).length > 0);
  const shown = (option: Option, names = choice[option] ?? []): string =>
    `--${option} ${names.join(',')}`;
  const refuse = (options: readonly string[], more = ''): never => {
    throw new UsageError(
      `${listInWords(options)} have no check in common.${more} Leave out or correct one of them.`,
    );
  };
  for (const option of given.filter((one) => one === 'check' || one === 'clause')) {
    for (const name of choice[option] ?? []) {
      const named = checks.filter((check) => isAllowed(option, [name], check));
      const other = given.find(
        (one) => one !== option && !named.some((check) => isAllowed(one, choice[one], check)),
      );
      if (other === undefined || named.length === 0) continue;
      const owners = [...new Set(named.map((check) => check.interface))];
      const belongs = ` ${name} belongs to ${listInWords(owners)}.`;
      refuse([shown(option, [name]), shown(other)], other === 'interface' ? belongs : '');
    }
  }
  const isPossible = checks.some((check) =>
    given.every((option) => isAllowed(option, choice[option], check)),
  );
  if (!isPossible && given.length > 1) refuse(given.map((option) => shown(option)));
}

const matches = (wanted: readonly string[] | undefined, names: readonly string[]): boolean =>
  wanted === undefined ||
  wanted.length === 0 ||
  wanted.some((pattern) => names.some((name) => fits(pattern, name)));
