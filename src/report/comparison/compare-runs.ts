/** Compares two runs: circumstances, findings and verdicts. */

import type { HeaderEvent, Ledger, Verdict, VerdictEvent } from '../../ledger/index.js';
import { type ChangedFinding, changedFindings } from './changed-findings.js';
import { changedSettings } from './changed-settings.js';
import { type Difference, firstDifference } from './first-difference.js';

export interface ChangedVerdict {
  readonly check: string;
  readonly title: string;
  readonly clauses: readonly string[];
  /** null if the run does not have this check. */
  readonly from: Verdict | null;
  readonly to: Verdict | null;
  readonly reason: string | null;
  /**
   * Whether the check fails now and did not before. With `--strict` a new warning counts as well. A
   * check does not count if it was skipped before, or if the earlier run was interrupted before it.
   */
  readonly worse: boolean;
  /** null if only one run has this check, or if both runs recorded the same exchanges for it. */
  readonly difference: Difference | null;
}

export interface Comparison {
  /**
   * Circumstances that differ, by name. A different circumstance, and not the target, may be the
   * cause of a changed verdict.
   */
  readonly circumstances: Readonly<Record<string, { readonly from: string; readonly to: string }>>;
  readonly findings: readonly ChangedFinding[];
  readonly verdicts: readonly ChangedVerdict[];
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

export function compareRuns(before: Ledger, after: Ledger): Comparison {
  const earlier = new Map(before.verdicts.map((event) => [event.check, event]));
  const later = new Map(after.verdicts.map((event) => [event.check, event]));
  const checks = [...new Set([...later.keys(), ...earlier.keys()])];
  const changed = checks.filter(
    (check) => earlier.get(check)?.verdict !== later.get(check)?.verdict,
  );
  const verdicts = changed.flatMap((check) => {
    const change = changeOf(earlier.get(check), later.get(check), before, after);
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
  earlier: VerdictEvent | undefined,
  later: VerdictEvent | undefined,
  before: Ledger,
  after: Ledger,
): ChangedVerdict | undefined {
  const anyVerdict = later ?? earlier;
  if (anyVerdict === undefined) return undefined;
  const { check, title, clauses } = anyVerdict;
  const bad =
    later?.verdict === 'failed' ||
    (after.header.strict && later?.verdict === 'warning' && earlier?.verdict !== 'failed');
  const isInBoth = earlier !== undefined && later !== undefined;
  // A check that was skipped, or that an interrupted run did not reach, may have failed before.
  const isNew = earlier === undefined ? !isInterrupted(before) : earlier.verdict !== 'skipped';
  return {
    check,
    title,
    clauses,
    from: earlier?.verdict ?? null,
    to: later?.verdict ?? null,
    reason: later?.reason ?? later?.witness ?? null,
    worse: bad && isNew,
    difference: isInBoth
      ? (firstDifference(responsesOf(earlier, before), responsesOf(later, after)) ?? null)
      : null,
  };
}

const responsesOf = ({ exchanges }: VerdictEvent, { exchanges: all, header }: Ledger) => ({
  exchanges: exchanges.flatMap((id) => all.get(id) ?? []),
  // One address may be the beginning of another, so long addresses come first.
  baseUrls: Object.values(header.target.interfaces).sort((a, b) => b.length - a.length),
});

const isInterrupted = ({ footer }: Ledger): boolean => footer?.interrupted ?? true;

/** Verdicts can be compared only under the same circumstances. */
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
  const others = Object.entries(CIRCUMSTANCES).flatMap(([name, valueIn]) => {
    const from = valueIn(before.header, before);
    const to = valueIn(after.header, after);
    return from === to ? [] : [[name, { from, to }] as const];
  });
  return { ...Object.fromEntries(others), ...settingsChanged(before, after) };
}

/** By name. If a ledger contains no settings, reports only that they changed. */
function settingsChanged(before: Ledger, after: Ledger): Comparison['circumstances'] {
  const { configuration: from, settings: earlier } = before.header.target;
  const { configuration: to, settings: later } = after.header.target;
  if (earlier !== undefined && later !== undefined) return changedSettings(earlier, later);
  return from === to ? {} : { configuration: { from, to } };
}
