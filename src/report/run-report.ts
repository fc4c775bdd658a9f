/**
 * Makes the run report (`report.json`) from a ledger. Every other report is made from the run
 * report.
 */

import { defined } from '../defined.js';
import {
  type FindingEvent,
  failsAtTimes,
  findingsOf,
  type HeaderEvent,
  type Ledger,
  symptomOf,
  type Verdict,
  type VerdictEvent,
} from '../ledger/index.js';
import type { ReportedCheck, ReportedClause, RunReport } from '../schema/types.js';
import { makeAcceptance } from './accepted.js';
import { titleOf } from './cause.js';
import { responseOf } from './readable.js';
import { excerpt } from './visible.js';

/** The verdict of a clause is the first of these verdicts that one of its checks has. */
const WORST_FIRST: readonly Verdict[] = [
  'failed',
  'warning',
  'passed',
  'observed',
  'inconclusive',
  'skipped',
];

/** A clause is judged if one of its checks has one of these verdicts. */
const JUDGED: readonly Verdict[] = ['passed', 'failed', 'warning'];

/** Makes the run report. Interfaces that are not configured are not counted. */
export function runReport({
  header,
  surveys,
  exchanges,
  verdicts: all,
  findings,
  footer,
}: Ledger): RunReport {
  const unconfigured = notConfigured(header, all);
  const verdicts = all.filter(
    (verdict) => !unconfigured.some((one) => one.interface === verdict.interface),
  );
  const missing = missingByCheck(findings ?? []);
  const checks = inClauseOrder(
    verdicts,
    header.clauses.map(({ id }) => id),
  )
    .map(checkOf(header, exchanges))
    .map((check) => ({ ...check, ...defined({ missing: missing.get(check.id) }) }));
  const configuredInterfaces = new Set(verdicts.map((verdict) => verdict.interface));
  const clauses = header.clauses
    .filter((clause) => configuredInterfaces.has(clause.interface))
    .map((clause) => clauseOf(clause, verdicts));
  const numbers = numbersOf(clauses);
  return {
    tool: header.tool,
    document: header.document,
    target: identityIn(header),
    startedAt: header.startedAt,
    durationMs: footer?.durationMs ?? 0,
    seed: header.seed,
    strict: header.strict,
    interrupted: footer === undefined || footer.interrupted,
    ...defined({ interruption: footer?.interruption }),
    ...fromFooter(footer, checks.some(failsAtTimes)),
    notConfigured: [...unconfigured],
    minCoverage: header.minCoverage ?? null,
    dialect: dialectIn(surveys),
    ...defined({ columns: columnsIn(surveys) }),
    ...numbers,
    verdicts: Object.fromEntries(
      WORST_FIRST.map((name) => [name, verdicts.filter(({ verdict }) => verdict === name).length]),
    ),
    accepted: checks.filter(({ accepted }) => accepted !== undefined).length,
    ...(header.weakSecrets === undefined ? {} : { weakSecrets: header.weakSecrets }),
    findings: reportFindings(findings ?? findingsOf(all, exchanges), checks),
    checks,
    clauses,
  };
}

/**
 * Some checks fail because the target lacks a feature. The result maps the ids of these checks to
 * the missing feature.
 */
const missingByCheck = (findings: readonly FindingEvent[]): ReadonlyMap<string, string> =>
  new Map(
    findings.flatMap(({ checks, missing }) =>
      missing === undefined ? [] : checks.map((id) => [brief(id), missing] as const),
    ),
  );

/** What the report takes from the footer. `isUnstable`: a failure was not seen each time. */
function fromFooter(footer: Ledger['footer'], isUnstable: boolean) {
  const { sent = 0, shared = 0, limited = 0, again = 0, troubles = {} } = footer ?? {};
  const { preflight = [], http2, inFront, leftOut } = footer ?? {};
  return {
    requests: { sent, shared, limited, again, troubles },
    unstable: again > 0 || isUnstable,
    preflight,
    ...(http2 === undefined ? {} : { http2 }),
    ...(inFront === undefined ? {} : { inFront }),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
}

/** The columns that the last survey of each interface found; undefined if there are none. */
function columnsIn(surveys: Ledger['surveys']): RunReport['columns'] {
  const found = surveys.flatMap(({ interface: name, columns }) =>
    columns === undefined ? [] : [[name, columns] as const],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function dialectIn(surveys: Ledger['surveys']): RunReport['dialect'] {
  const dialect: Record<string, Record<string, string | number | null>> = {};
  for (const survey of surveys)
    dialect[survey.interface] = { ...dialect[survey.interface], ...survey.dialect };
  return dialect;
}

/** Returns figures overall and for each interface. `own` counts only the vendor's own clauses. */
function numbersOf(
  clauses: readonly ReportedClause[],
): Pick<RunReport, 'conformance' | 'coverage' | 'own'> {
  const own = clauses.filter(isOwn);
  const must = clauses.filter((clause) => clause.level === 'must' && !isOwn(clause));
  const perInterface = [...new Set(clauses.map((clause) => clause.interface))].map(
    (name) => [name, must.filter((clause) => clause.interface === name)] as const,
  );
  return {
    conformance: {
      ...conformance(must),
      interfaces: Object.fromEntries(perInterface.map(([name, some]) => [name, conformance(some)])),
    },
    coverage: {
      ...coverage(must),
      interfaces: Object.fromEntries(perInterface.map(([name, some]) => [name, coverage(some)])),
    },
    ...(own.length === 0 ? {} : { own: conformance(own) }),
  };
}

function identityIn({ target: { settings: _, ...identity } }: HeaderEvent): RunReport['target'] {
  return identity;
}

/**
 * A finding has one or more failed or warned checks, and the first of them describes the finding.
 * Checks that the baseline accepts are left out.
 */
function reportFindings(
  findings: readonly FindingEvent[],
  checks: readonly ReportedCheck[],
): RunReport['findings'] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  return findings.flatMap(({ type: _, ...finding }) => {
    const open = finding.checks.map(brief).filter((id) => byId.get(id)?.accepted === undefined);
    const lead = byId.get(open[0] ?? '');
    if (lead === undefined) return [];
    const { id, verdict, expected, reason, actual, commands } = lead;
    if (verdict !== 'failed' && verdict !== 'warning') return [];
    // If the baseline accepts the first check, the next check describes the finding.
    const clause = id === finding.lead ? finding.clause : (lead.clauses[0] ?? finding.clause);
    // Only a mistake with `answers` explains violating responses.
    const faults = finding.faults.filter(({ answers }) => answers !== undefined);
    return [
      {
        ...finding,
        clause,
        verdict,
        lead: id,
        checks: [id, ...open.slice(1)],
        responses: finding.responses ?? finding.exchanges.length,
        faults,
        title: titleOf({ ...finding, faults }, lead),
        expected: expected ?? reason,
        actual,
        commands,
      },
    ];
  });
}

/**
 * Returns the interfaces without a base URL for which no check could run. Each check has a reason
 * with its missing settings, and the shortest of these reasons is returned.
 */
function notConfigured(
  { target }: Ledger['header'],
  verdicts: readonly VerdictEvent[],
): RunReport['notConfigured'] {
  // Tests of clients need no settings for interfaces.
  if (target.origin === 'client') return [];
  // The authentication server belongs to the interface `templates`.
  const configured = new Set(
    Object.keys(target.interfaces).map((name) => (name === 'authentication' ? 'templates' : name)),
  );
  const names = new Set(verdicts.map((verdict) => verdict.interface));
  return [...names].flatMap((name) => {
    const mine = verdicts.filter((verdict) => verdict.interface === name);
    if (configured.has(name) || mine.some(({ cause }) => cause !== 'configuration')) return [];
    const [shortest = ''] = mine
      .map(({ reason = '' }) => reason)
      .sort((a, b) => a.length - b.length);
    return [{ interface: name, reason: shortest }];
  });
}

/** Sorts the verdicts by clause, because checks run in a different order in each run. */
function inClauseOrder(
  verdicts: readonly VerdictEvent[],
  order: readonly string[],
): readonly VerdictEvent[] {
  const place = (event: VerdictEvent): number => order.indexOf(event.clauses[0] ?? '');
  return [...verdicts].sort((a, b) => place(a) - place(b) || (a.check < b.check ? -1 : 1));
}

function clauseOf(
  clause: Ledger['header']['clauses'][number],
  verdicts: readonly VerdictEvent[],
): ReportedClause {
  const mine = verdicts.filter(({ clauses }) => clauses.includes(clause.id));
  const judged = mine.filter(({ verdict }) => JUDGED.includes(verdict));
  const unjudged = mine.filter(
    ({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive',
  );
  const verdict = WORST_FIRST.find((verdict) =>
    (judged.length > 0 ? judged : mine).some((event) => event.verdict === verdict),
  );
  return {
    id: clause.id,
    interface: clause.interface,
    level: clause.level,
    text: clause.text,
    ...(clause.section === undefined ? {} : { section: clause.section }),
    ...(clause.judging === undefined ? {} : { judging: clause.judging }),
    verdict: verdict ?? 'skipped',
    partial: judged.length > 0 && unjudged.length > 0,
    checks: mine.map(({ check }) => check).sort(),
    reasons: [
      ...new Set(
        unjudged.map(
          ({ verdict: why, cause, reason }) =>
            `${why}${cause === undefined ? '' : ` (${cause})`}: ${reason}`,
        ),
      ),
    ],
  };
}

/**
 * A clause from a schema of the vendor is not part of the specification and does not count towards
 * conformance.
 */
const isOwn = ({ id }: Pick<ReportedClause, 'id'>): boolean => id.startsWith('OWN-');

function conformance(clauses: readonly ReportedClause[]): {
  passed: number;
  judged: number;
  ratio: number | null;
} {
  const judged = clauses.filter(({ verdict }) => JUDGED.includes(verdict)).length;
  // A violation of a must clause has the verdict `failed`. A warning is less serious, so the clause
  // still passes.
  const passed = clauses.filter(
    ({ verdict }) => verdict === 'passed' || verdict === 'warning',
  ).length;
  return { passed, judged, ratio: judged === 0 ? null : passed / judged };
}

function coverage(clauses: readonly ReportedClause[]): {
  judged: number;
  total: number;
  ratio: number | null;
} {
  const judged = clauses.filter(({ verdict }) => JUDGED.includes(verdict)).length;
  return {
    judged,
    total: clauses.length,
    ratio: clauses.length === 0 ? null : judged / clauses.length,
  };
}

/**
 * Returns a function that makes the reported check from a verdict. It shortens texts of the target,
 * and makes their invisible characters visible.
 */
function checkOf(
  header: HeaderEvent,
  exchanges: Ledger['exchanges'],
): (event: VerdictEvent) => ReportedCheck {
  const acceptedBy = makeAcceptance(header);
  const violation = (
    event: VerdictEvent,
  ): Pick<ReportedCheck, 'symptom' | 'conditions' | 'response'> => {
    if (event.verdict !== 'failed' && event.verdict !== 'warning') return {};
    const { symptom, conditions } = symptomOf(event, exchanges);
    const last = exchanges.get(event.exchanges.at(-1) ?? -1);
    return {
      symptom: brief(symptom),
      conditions: conditions.map(brief),
      ...(last === undefined ? {} : { response: responseOf(last, event, header.startedAt) }),
    };
  };
  const reported = ({ type: _, check, ...rest }: VerdictEvent): ReportedCheck => ({
    id: brief(check),
    ...rest,
    title: brief(rest.title),
    cause: rest.cause ?? null,
    reason: printable(rest.reason),
    witness: printable(rest.witness),
    expected: printable(rest.expected),
    actual: printable(rest.actual),
    ...(rest.sentence === undefined ? {} : { sentence: brief(rest.sentence) }),
    ...(rest.failsToo === undefined ? {} : { failsToo: rest.failsToo.map(brief) }),
    ...(rest.table === undefined
      ? {}
      : {
          table: rest.table.map(({ question, answer }) => ({
            question: brief(question),
            answer: brief(answer),
          })),
        }),
    curl: printable(rest.curl),
    commands: (rest.commands ?? (rest.curl === undefined ? [] : [rest.curl])).map(brief),
    replay: printable(rest.replay),
    ...(rest.rerun === undefined ? {} : { rerun: brief(rest.rerun) }),
    ...(rest.transcript === undefined ? {} : { transcript: brief(rest.transcript) }),
  });
  return (event) => {
    const check = { ...reported(event), ...violation(event) };
    return { ...check, ...acceptedBy(check) };
  };
}

/** The maximum number of characters of one text in a report. */
const MAX_LENGTH = 20_000;
const brief = (text: string): string => excerpt(text, MAX_LENGTH);
const printable = (text: string | undefined): string | null =>
  text === undefined ? null : brief(text);
