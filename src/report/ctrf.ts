/** The run in the Common Test Report Format (`ctrf.json`). */

import { type CtrfTest, ctrfFile } from '../formats/ctrf.js';
import type { ReportedCheck, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { violationOf } from './cause.js';
import { type NotJudged, notJudged } from './gate.js';
import { notes } from './notes.js';
import { failsTooInWords, seenInWords } from './seen.js';
import { excerpt } from './visible.js';

/** CTRF has no status for warnings, inconclusive checks and observations. They are `other`. */
const STATUS: Readonly<Record<ReportedCheck['verdict'], CtrfTest['status']>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'other',
  inconclusive: 'other',
  observed: 'other',
  skipped: 'skipped',
};

/** The maximum number of characters of a text in the file. */
const MAX_LENGTH = 4000;

/** A failure that the baseline accepts is `other`, because it is neither passed nor failed. */
const statusOf = (check: ReportedCheck) =>
  check.accepted === undefined ? STATUS[check.verdict] : 'other';

export function ctrfReport(report: RunReport): string {
  const { tool, target, document, seed, startedAt, durationMs, checks, requests } = report;
  const { interfaces: _, ...conformance } = report.conformance;
  const { interfaces, ...coverage } = report.coverage;
  return ctrfFile({
    tool,
    startedAt,
    durationMs,
    target: excerpt(target.name, 200),
    tests: [...notJudged(report).map(testOfOpen), ...checks.map((check) => testOf(check, report))],
    suites: Object.keys(interfaces).length,
    extra: {
      conformance,
      coverage,
      requests,
      document,
      seed,
      interrupted: report.interrupted,
      unstable: report.unstable,
      notes: notes(report).map(([name, line]) => excerpt(`${name}: ${line}`, MAX_LENGTH)),
    },
  });
}

/** Without a failed test, a run that judged nothing would look like a run without failures. */
const testOfOpen = ({ name, message }: NotJudged): CtrfTest => ({
  testId: `not-judged.${name}`,
  name: `${name}: not judged`,
  status: 'failed',
  rawStatus: 'not judged',
  duration: 0,
  suite: [name],
  type: 'conformance',
  tags: [],
  labels: {},
  message: excerpt(message, MAX_LENGTH),
});

function testOf(check: ReportedCheck, report: RunReport): CtrfTest {
  const {
    id,
    title,
    verdict,
    clauses,
    level,
    cause,
    reason,
    witness,
    expected,
    actual,
    response = null,
    commands,
    replay,
  } = check;
  const transcript = check.transcript ?? null;
  const explained = cause === null ? (violationOf(check, report) ?? reason) : `${cause}: ${reason}`;
  const accepted = whyAccepted(check);
  const message = accepted === undefined ? explained : `${accepted}: ${explained}`;
  const curl = commands.join('\n') || null;
  const facts = {
    witness,
    expected,
    actual,
    seen: seenInWords(check) ?? null,
    alsoFor: failsTooInWords(check) ?? null,
    response,
    curl,
    replay,
    transcript,
    accepted: accepted ?? null,
  };
  const extra = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [[name, excerpt(value, MAX_LENGTH)] as const],
  );
  return {
    testId: id,
    name: `${id}: ${title}`,
    status: statusOf(check),
    // CTRF allows any value here, so it is the verdict.
    rawStatus: verdict,
    duration: Math.round(check.durationMs),
    suite: [check.interface],
    type: 'conformance',
    tags: [...clauses],
    labels: { level },
    ...(message === null ? {} : { message: excerpt(message, MAX_LENGTH) }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}
