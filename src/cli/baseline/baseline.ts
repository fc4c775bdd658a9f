/** Reads, applies and writes baseline files, which list accepted failures. */

import { existsSync } from 'node:fs';
import { suites } from '../../../suites/index.js';
import { defined } from '../../defined.js';
import { accepts } from '../../report/index.js';
import { nearest } from '../../schema/nearest.js';
import type { AcceptedFailure, Baseline, RunReport } from '../../schema/types.js';
import { checkSchema, describeProblems } from '../../schema/validate.js';
import { parseJson, readText, UsageError } from '../../settings/index.js';
import { writeWholeFile } from '../write-files.js';

/**
 * `--update-baseline` writes this text if no reason is given. An entry with this text is an error.
 */
const UNEXPLAINED = 'State why this failure is accepted.';

/** `accepted` contains the ids of checks. `complaints` are errors in the baseline. */
export interface Acceptance {
  readonly accepted: ReadonlySet<string>;
  readonly complaints: readonly string[];
}

/**
 * Throws a UsageError if the file is invalid, or if it names a check that does not exist: such an
 * entry would never match, and nobody would notice.
 */
export function readBaseline(file: string, known: readonly string[] = checkIds): Baseline {
  const raw = parseJson(
    readText(file, `The baseline ${file}`, 'Write one with --update-baseline.'),
    `The baseline ${file}`,
  );
  const result = checkSchema('baseline', raw);
  if ('value' in result) {
    for (const { check } of result.value.accepted) expectCheck(check, file, known);
    return result.value;
  }
  throw new UsageError(
    `The baseline ${file} does not conform to schemas/baseline.schema.json:\n${describeProblems(result.problems)}`,
  );
}

const checkIds = suites.flatMap(({ checks }) => checks.map(({ id }) => id));

function expectCheck(id: string, file: string, known: readonly string[]): void {
  if (known.includes(id)) return;
  const near = nearest(id, known);
  const remedy = id.includes('*')
    ? 'An entry names one check; patterns are not supported.'
    : 'Remove the entry.';
  throw new UsageError(
    `The baseline ${file} accepts "${id}", and no check has this id. ${near === undefined ? remedy : `Did you mean "${near}"?`}`,
  );
}

/** The entries that have a reason. The report lists them as accepted, expired ones included. */
export const withReason = ({ accepted }: Baseline): AcceptedFailure[] =>
  accepted.filter(({ reason }) => reason !== UNEXPLAINED);

/**
 * Compares a run with a baseline. Returns the checks whose failures are accepted, and a complaint
 * for each faulty entry. An entry is faulty if its check passes now or fails with another symptom.
 * An entry without a reason or with a past `expires` date is faulty, too.
 */
export function acceptBy({ accepted }: Baseline, report: RunReport, today: string): Acceptance {
  const checks = new Map(report.checks.map((check) => [check.id, check]));
  const complaints = accepted.flatMap((entry) => {
    const { check: id, reason, expires, symptom } = entry;
    const check = checks.get(id);
    if (check?.verdict === 'passed')
      return [
        `The baseline is stale: ${id} passes now. Remove the entry, or run with --update-baseline.`,
      ];
    if (expires !== undefined && expires < today)
      return [`The baseline entry of ${id} expired on ${expires} ("${reason}").`];
    if (reason === UNEXPLAINED)
      return [`The baseline entry of ${id} has no reason: state why the failure is accepted.`];
    if (check?.symptom !== undefined && symptom !== undefined && !accepts(entry, check))
      return [
        `${id} fails differently from the accepted failure: "${check.symptom}" instead of "${symptom}".`,
      ];
    return [];
  });
  const valid = accepted.filter(
    ({ expires, reason }) => (expires === undefined || expires >= today) && reason !== UNEXPLAINED,
  );
  const matching = valid.filter((entry) => {
    const check = checks.get(entry.check);
    return check !== undefined && accepts(entry, check);
  });
  return { accepted: new Set(matching.map(({ check }) => check)), complaints };
}

interface Update {
  /** Default: the ids of all checks. */
  readonly ids?: readonly string[];
  /** The reason for new entries. Default: a text that the user must replace. */
  readonly reason?: string | undefined;
}

/**
 * Writes the failures of a run as the baseline. In a strict run warnings are failures, too. If a
 * check fails as its previous entry describes, the entry keeps its `reason`, `expires` and `link`.
 * If a check did not run, was skipped or is inconclusive, its previous entry stays unchanged.
 */
export function updateBaseline(
  file: string,
  report: RunReport,
  { ids = checkIds, reason = UNEXPLAINED }: Update = {},
): Baseline {
  const previous = existsSync(file) ? readBaseline(file, ids).accepted : [];
  const verdicts = new Map(report.checks.map(({ id, verdict }) => [id, verdict]));
  const failures = report.checks.filter(
    ({ verdict }) => verdict === 'failed' || (report.strict && verdict === 'warning'),
  );
  const entries = new Map<string, AcceptedFailure>(
    failures.map(({ id, symptom = '', conditions = [] }) => [
      id,
      {
        check: id,
        ...defined({ finding: findingOf(id, report) }),
        symptom,
        conditions: [...conditions],
        reason,
      },
    ]),
  );
  const failureOf = new Map(failures.map((check) => [check.id, check]));
  for (const entry of previous) {
    const verdict = verdicts.get(entry.check);
    const failure = failureOf.get(entry.check);
    if (failure !== undefined && accepts(entry, failure))
      entries.set(entry.check, {
        ...entries.get(entry.check),
        ...writtenByUser(entry),
        // A reason that is given now replaces the missing one.
        ...(entry.reason === UNEXPLAINED ? { reason } : {}),
      });
    else if (verdict === undefined || verdict === 'skipped' || verdict === 'inconclusive')
      entries.set(entry.check, entry);
  }
  const baseline: Baseline = {
    accepted: [...entries.values()].sort((a, b) => (a.check < b.check ? -1 : 1)),
  };
  writeWholeFile(file, `${JSON.stringify(baseline, null, 2)}\n`);
  return baseline;
}

const findingOf = (id: string, { findings }: RunReport): string | undefined =>
  findings.find(({ checks }) => checks.includes(id))?.title.replace(/\s+/g, ' ');

/** The members of an entry that users write themselves. */
const writtenByUser = ({
  symptom: _,
  conditions: __,
  finding: ___,
  ...entry
}: AcceptedFailure): AcceptedFailure => entry;

/** A text such as `Wrote baseline.json: 3 entries, 1 new, 2 removed.` */
export function writtenInWords(
  file: string,
  { accepted }: Baseline,
  previous: Baseline | undefined,
): string {
  const before = new Set(previous?.accepted.map(({ check }) => check));
  const now = new Set(accepted.map(({ check }) => check));
  const added = [...now].filter((check) => !before.has(check)).length;
  const removed = [...before].filter((check) => !now.has(check)).length;
  const entries = now.size === 1 ? '1 entry' : `${now.size} entries`;
  return `Wrote ${file}: ${entries}, ${added} new, ${removed} removed.`;
}
