/**
 * Compares two runs: their findings, their verdicts, and circumstances such as the seed or the
 * version of the tool.
 */

import type { HeaderEvent, Ledger, Verdict, VerdictEvent } from '../../ledger/index.js';
import { type ChangedFinding, changedFindings, isJudged } from './changed-findings.js';
import { changedSettings } from './changed-settings.js';
import { type Difference, firstDifference } from './first-difference.js';

export interface ChangedVerdict {
  readonly check: string;
  readonly title: string;
  readonly clauses: readonly string[];
  /** The verdict in the earlier run; null if that run does not have this check. */
  readonly from: Verdict | null;
  /** The verdict in the later run; null if that run does not have this check. */
  readonly to: Verdict | null;
  /** The reason for the verdict in the later run; for a pass, its evidence. */
  readonly reason: string | null;
  /**
   * Whether the check failed in the later run, and was judged in the earlier run without failing.
   * With `--strict` a new warning counts, too.
   */
  readonly worse: boolean;
  /** null if only one run has this check, or if both runs recorded the same exchanges for it. */
  readonly difference: Difference | null;
}

export interface Comparison {
  /**
   * The circumstances that differ, by name. A changed verdict may be caused by one of them, and not
   * by a change of the server under test.
   */
  readonly circumstances: Readonly<Record<string, { readonly from: string; readonly to: string }>>;
  readonly findings: readonly ChangedFinding[];
  readonly verdicts: readonly ChangedVerdict[];
  /** The number of checks with the same verdict in both runs. */
  readonly same: number;
  /** The number of verdicts that are worse. */
  readonly worse: number;
  /** How many of the two runs were interrupted. */
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

/** `before` is the earlier run, and `after` the later run. */
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
  const isBad =
    later?.verdict === 'failed' ||
    (after.header.strict && later?.verdict === 'warning' && earlier?.verdict !== 'failed');
  const isInBoth = earlier !== undefined && later !== undefined;
  // If the earlier run did not judge the check, the failure may not be new.
  const isNew = isJudged(earlier?.verdict);
  return {
    check,
    title,
    clauses,
    from: earlier?.verdict ?? null,
    to: later?.verdict ?? null,
    reason: later?.reason ?? later?.witness ?? null,
    worse: isBad && isNew,
    difference: isInBoth
      ? (firstDifference(responsesOf(earlier, before), responsesOf(later, after)) ?? null)
      : null,
  };
}

const responsesOf = ({ exchanges }: VerdictEvent, { exchanges: all, header }: Ledger) => ({
  exchanges: exchanges.flatMap((id) => all.get(id) ?? []),
  // One base URL may be the beginning of another, so longer base URLs come first.
  baseUrls: Object.values(header.target.interfaces).sort((a, b) => b.length - a.length),
});

/** A ledger without a footer was not finished. */
const isInterrupted = ({ footer }: Ledger): boolean => footer?.interrupted ?? true;

/** Each function returns a circumstance as text. */
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
  const differing = Object.entries(CIRCUMSTANCES).flatMap(([name, valueIn]) => {
    const from = valueIn(before.header, before);
    const to = valueIn(after.header, after);
    return from === to ? [] : [[name, { from, to }] as const];
  });
  return { ...Object.fromEntries(differing), ...settingsChanged(before, after) };
}

/**
 * The changed settings by name. If a ledger does not contain its settings, the result is only the
 * changed `configuration`, which is a digest of all settings.
 */
function settingsChanged(before: Ledger, after: Ledger): Comparison['circumstances'] {
  const { configuration: from, settings: earlier } = before.header.target;
  const { configuration: to, settings: later } = after.header.target;
  if (earlier !== undefined && later !== undefined) return changedSettings(earlier, later);
  return from === to ? {} : { configuration: { from, to } };
}
