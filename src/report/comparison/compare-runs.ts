/** Compares two runs: circumstances, findings and verdicts. */

import type { HeaderEvent, Ledger, Verdict, VerdictEvent } from '../../ledger/index.js';
import { type ChangedFinding, changedFindings } from './changed-findings.js';
import { changedSettings } from './changed-settings.js';
import { type Difference, firstDifference } from './first-difference.js';

/** A check whose verdict or responses differ between two runs. */
export interface ChangedVerdict {
  readonly check: string;
  readonly title: string;
  readonly clauses: readonly string[];
  /** null if the other run does not have this check. */
  readonly from: Verdict | null;
  readonly to: Verdict | null;
  readonly reason: string | null;
  /**
   * Whether the check fails now and did not before. With `--strict` a new warning counts as well.
   */
  readonly worse: boolean;
  /** null if the recorded exchanges of both runs are equal for this check. */
  readonly difference: Difference | null;
}

/** The differences between two runs. */
export interface Comparison {
  /**
   * The circumstances that differ between the runs, by name. If there are any, a changed verdict
   * need not be caused by the target.
   */
  readonly circumstances: Readonly<Record<string, { readonly from: string; readonly to: string }>>;
  /** The findings of both runs, new ones first. */
  readonly findings: readonly ChangedFinding[];
  readonly verdicts: readonly ChangedVerdict[];
  /** The number of checks with the same verdict in both runs. */
  readonly same: number;
  readonly worse: number;
  /**
   * The number of interrupted runs. A check without a verdict in such a run is not a regression.
   */
  readonly interrupted: number;
}

const WORST_FIRST: readonly (Verdict | null)[] = [
  'failed',
  'warning',
  'inconclusive',
  'skipped',
  null,
  'observed',
  'passed',
];

/** Compares two runs, given by their ledgers. */
export function compareRuns(before: Ledger, after: Ledger): Comparison {
  const was = new Map(before.verdicts.map((event) => [event.check, event]));
  const is = new Map(after.verdicts.map((event) => [event.check, event]));
  const checks = [...new Set([...is.keys(), ...was.keys()])];
  const changed = checks.filter((check) => was.get(check)?.verdict !== is.get(check)?.verdict);
  const verdicts = changed.flatMap((check) => {
    const change = changeOf(was.get(check), is.get(check), before, after);
    return change === undefined ? [] : [change];
  });
  const rank = ({ to, worse }: ChangedVerdict): number => (worse ? -1 : WORST_FIRST.indexOf(to));
  return {
    circumstances: circumstances(before, after),
    findings: changedFindings(before, after),
    verdicts: verdicts.sort((a, b) => rank(a) - rank(b) || (a.check < b.check ? -1 : 1)),
    same: checks.length - changed.length,
    worse: verdicts.filter(({ worse }) => worse).length,
    interrupted: [before, after].filter(isInterrupted).length,
  };
}

function changeOf(
  was: VerdictEvent | undefined,
  is: VerdictEvent | undefined,
  before: Ledger,
  after: Ledger,
): ChangedVerdict | undefined {
  const known = is ?? was;
  if (known === undefined) return undefined;
  const { check, title, clauses } = known;
  const bad =
    is?.verdict === 'failed' ||
    (after.header.strict && is?.verdict === 'warning' && was?.verdict !== 'failed');
  const both = was !== undefined && is !== undefined;
  // A check that was skipped, or that an interrupted run did not reach, may have failed before.
  const isNew = was === undefined ? !isInterrupted(before) : was.verdict !== 'skipped';
  return {
    check,
    title,
    clauses,
    from: was?.verdict ?? null,
    to: is?.verdict ?? null,
    reason: is?.reason ?? is?.witness ?? null,
    worse: bad && isNew,
    difference: both
      ? (firstDifference(responsesOf(was, before), responsesOf(is, after)) ?? null)
      : null,
  };
}

const responsesOf = ({ exchanges }: VerdictEvent, { exchanges: all, header }: Ledger) => ({
  exchanges: exchanges.flatMap((id) => all.get(id) ?? []),
  // The addresses are sorted by length, because one may be the beginning of another.
  baseUrls: Object.values(header.target.interfaces).sort((a, b) => b.length - a.length),
});

const isInterrupted = ({ footer }: Ledger): boolean => footer?.interrupted ?? true;

/**
 * The circumstances of a run that decide whether its verdicts can be compared with those of another
 * run.
 */
const CIRCUMSTANCES: Readonly<Record<string, (header: HeaderEvent, ledger: Ledger) => string>> = {
  'tool version': ({ tool }) => tool.version,
  document: ({ document }) => document,
  plan: ({ plan }) => plan,
  seed: ({ seed }) => String(seed),
  strict: ({ strict }) => String(strict),
  target: ({ target }) => `${target.name} (${target.origin})`,
  'base URLs': ({ target }) => pairs(target.interfaces),
  dialect: (_, { surveys }) =>
    surveys
      .map((survey) => pairs(survey.dialect ?? {}, `${survey.interface}.`))
      .sort()
      .join(', '),
  interrupted: (_, ledger) => String(isInterrupted(ledger)),
};

const pairs = (values: Readonly<Record<string, string | number | null>>, prefix = ''): string =>
  Object.entries(values)
    .map(([name, value]) => `${prefix}${name} ${value}`)
    .sort()
    .join(', ');

function circumstances(before: Ledger, after: Ledger): Comparison['circumstances'] {
  const others = Object.entries(CIRCUMSTANCES).flatMap(([name, of]) => {
    const from = of(before.header, before);
    const to = of(after.header, after);
    return from === to ? [] : [[name, { from, to }] as const];
  });
  return { ...Object.fromEntries(others), ...settingsChanged(before, after) };
}

/**
 * The changed settings by name. If a ledger contains no settings, only the fact that they changed.
 */
function settingsChanged(before: Ledger, after: Ledger): Comparison['circumstances'] {
  const { configuration: from, settings: was } = before.header.target;
  const { configuration: to, settings: is } = after.header.target;
  if (was !== undefined && is !== undefined) return changedSettings(was, is);
  return from === to ? {} : { configuration: { from, to } };
}
