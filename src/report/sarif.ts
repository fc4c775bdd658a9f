/** The run as a SARIF file (`results.sarif`), for code scanning services. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Log, ReportingDescriptor, Result, WebRequest } from 'sarif';
import type { ExchangeEvent, Ledger } from '../ledger/index.js';
import { homepage } from '../schema/package-version.js';
import type { ReportedCheck, ReportedClause, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { causeOf, violationOf } from './cause.js';
import { notJudged } from './gate.js';
import { notes } from './notes.js';
import { aroundViolation } from './readable.js';
import { excerpt } from './visible.js';

/** The level of a SARIF rule for each level of a clause. */
const LEVELS = { must: 'error', should: 'warning', open: 'note' } as const;

/** The maximum number of characters of a text in the file. */
const MAX_LENGTH = 4000;

/** SARIF 2.1.0. Each clause is a rule, and each failed or warned check is a result. */
export function sarifReport(report: RunReport, ledger: Ledger): string {
  const { tool, clauses, checks, startedAt, durationMs, document } = report;
  const open = notJudged(report);
  const start = Date.parse(startedAt);
  const withResult = checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  const inconclusive = checks.filter(({ verdict }) => verdict === 'inconclusive');
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Assay',
            version: tool.version,
            informationUri: homepage(),
            rules: clauses.map(ruleOf),
          },
        },
        // The part before the last slash is the category under which code scanning keeps alerts.
        automationDetails: { id: `assay/${excerpt(report.target.name, 100)}/` },
        invocations: [
          {
            executionSuccessful: open.length === 0,
            startTimeUtc: new Date(start).toISOString(),
            endTimeUtc: new Date(start + durationMs).toISOString(),
            toolExecutionNotifications: [
              ...open.map(({ name, message }) => ({
                level: 'error' as const,
                message: { text: messageText(`${name}: ${message}`) },
              })),
              ...inconclusive.map(({ id, reason }) => ({
                level: 'warning' as const,
                message: { text: messageText(`${id} is inconclusive: ${reason}`) },
              })),
            ],
          },
        ],
        artifacts: [
          { location: { uri: fileOf(report) } },
          { location: { uri: 'ledger.ndjson.gz' } },
        ],
        results: withResult.map((check) => resultOf(check, report, ledger)),
        properties: {
          document,
          conformance: report.conformance,
          coverage: report.coverage,
          verdicts: report.verdicts,
          unstable: report.unstable,
          notes: notes(report).map(([name, line]) => excerpt(`${name}: ${line}`, MAX_LENGTH)),
        },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/**
 * Code scanning shows a result only at a place in a file. This is the target file if its path is
 * relative, otherwise the ledger.
 */
const fileOf = ({ target: { file } }: RunReport): string =>
  file === undefined || path.isAbsolute(file)
    ? 'ledger.ndjson.gz'
    : file.replaceAll('\\', '/').replace(/^\.\//, '');

/** In a SARIF message, braces are placeholders and brackets are links (3.11.5, 3.11.6). */
const messageText = (text: string): string =>
  excerpt(text, MAX_LENGTH)
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/[{}]/g, '$&$&');

const ruleOf = ({
  id,
  level,
  text,
  checks,
  interface: name,
  section,
  judging,
}: ReportedClause): ReportingDescriptor => {
  const checkList =
    checks.length === 0 ? 'No check of this clause was selected.' : `Checks: ${checks.join(', ')}.`;
  const source = [
    section === undefined ? [] : `Document: ${section}.`,
    judging === undefined ? [] : `How it is tested: ${judging}`,
  ]
    .flat()
    .map((line) => `${line}\n\n`)
    .join('');
  return {
    id,
    shortDescription: { text: excerpt(text, 1000) },
    fullDescription: { text: excerpt(`${text}. ${judging ?? ''}`.trim(), 1000) },
    help: {
      text: excerpt(
        `${source}Level: ${level}. ${checkList} Run "assay explain ${id}" for details.`,
        MAX_LENGTH,
      ),
    },
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: [name, level] },
  };
};

function resultOf(check: ReportedCheck, report: RunReport, { exchanges }: Ledger): Result {
  const { id, verdict, expected, actual, commands, replay, accepted, transcript = null } = check;
  const ruleId = check.clauses[0] ?? id;
  const ruleIndex = report.clauses.findIndex((clause) => clause.id === ruleId);
  const exchange = exchanges.get(check.exchanges.at(-1) ?? -1);
  const facts = Object.entries({
    expected,
    actual,
    curl: commands.join('\n') || null,
    replay,
    transcript,
    cause: causeOf(check, report) ?? null,
  }).flatMap(([name, value]) =>
    value === null ? [] : [[name, excerpt(value, MAX_LENGTH)] as const],
  );
  return {
    ruleId,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: verdict === 'failed' ? 'error' : 'warning',
    message: { text: messageText(violationOf(check, report) ?? check.title) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileOf(report), index: 0 },
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: id, kind: 'check' }],
      },
    ],
    ...(accepted === undefined
      ? {}
      : {
          suppressions: [
            {
              kind: 'external',
              status: 'accepted',
              justification: excerpt(whyAccepted(check) ?? '', MAX_LENGTH),
            },
          ],
        }),
    partialFingerprints: { primaryLocationLineHash: fingerprint(check, report), 'check/v1': id },
    ...(exchange === undefined ? {} : messagesOf(exchange, check)),
    properties: { clauses: check.clauses, ...Object.fromEntries(facts) },
  };
}

/**
 * A failure has the same fingerprint in every run on a target. Services use the fingerprint to
 * close and reopen alerts.
 */
const fingerprint = ({ id }: ReportedCheck, { target }: RunReport): string =>
  createHash('sha256').update(`${target.name} ${id}`).digest('hex').slice(0, 32);

function messagesOf(
  { request, answer }: ExchangeEvent,
  violation: ReportedCheck,
): Pick<Result, 'webRequest' | 'webResponse'> {
  return {
    webRequest: {
      method: excerpt(request.method, 100),
      target: excerpt(request.url, MAX_LENGTH),
      headers: headersOf([...request.headers, ...(request.added ?? [])]),
      ...(request.body === undefined ? {} : { body: { text: excerpt(request.body, MAX_LENGTH) } }),
    },
    ...(answer === undefined
      ? { webResponse: { noResponseReceived: true } }
      : {
          webResponse: {
            statusCode: answer.status,
            headers: headersOf(answer.headers),
            body: {
              text: aroundViolation(answer.body, violation, MAX_LENGTH),
            },
          },
        }),
  };
}

const headersOf = (
  headers: ExchangeEvent['request']['headers'],
): NonNullable<WebRequest['headers']> =>
  Object.fromEntries(
    headers.slice(0, 50).map(([name, value]) => [excerpt(name, 200), excerpt(value, 1000)]),
  );
