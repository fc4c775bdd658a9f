/** The content of the letter that describes the findings to the owner of the target, the vendor. */

import type { ExchangeEvent, Ledger } from '../../ledger/index.js';
import type { ReportedFinding, RunReport } from '../../schema/types.js';
import { explanationOf } from '../cause.js';
import { gateInWords, notJudged } from '../gate.js';
import { aroundViolation, decodedQuery, prettyJson } from '../readable.js';
import { excerpt } from '../visible.js';
import { commandsFor, meaningsOf } from './commands.js';

export interface Letter {
  readonly target: string;
  readonly addresses: readonly string[];
  /** The day of the test, followed by a note if certificates were not checked. */
  readonly tested: string;
  /** Why the test reached no decision; undefined if it reached one. */
  readonly open: string | undefined;
  readonly items: readonly LetterItem[];
  /** Explanations of the shell variables in the commands. */
  readonly meanings: readonly string[];
  /** For each item, the ids of its clauses. */
  readonly references: readonly string[];
}

export interface LetterItem {
  readonly title: string;
  /** True for a failure, and false for a warning. The demand of a warning is a recommendation. */
  readonly demanded: boolean;
  readonly demand: string;
  /** The section of the specification that contains the demand. */
  readonly section: string | undefined;
  /** How the demand is tested. */
  readonly judging: string | undefined;
  readonly expected: string;
  readonly received: string | undefined;
  /** What a named mistake explains, or what the wrong requests have in common. */
  readonly explanation: string | undefined;
  /** The number of responses with the deviation, and the time of the shown request. */
  readonly seen: string;
  readonly commands: readonly string[];
  readonly request: string | undefined;
  readonly answer: string | undefined;
}

/** A longer request or response is cut, so that five items fit on two pages. */
const MAX_CHARACTERS = 400;
const MAX_LINES = 10;

/** The items are in the order of the findings. Texts are not escaped for HTML or Markdown. */
export function letterOf(report: RunReport, { exchanges }: Ledger): Letter {
  const { target, startedAt, findings } = report;
  const items = findings.map((finding) => itemOf(finding, report, exchanges));
  return {
    target: excerpt(target.name, 200),
    addresses: Object.values(target.interfaces).map((address) => excerpt(address, 300)),
    tested: `${startedAt.slice(0, 10)}${target.insecure ? ', without checking certificates' : ''}`,
    open: notJudged(report).length === 0 ? undefined : excerpt(gateInWords(report), 600),
    items,
    meanings: meaningsOf(items.flatMap(({ commands }) => commands)),
    references: findings.map(({ clauses }, index) =>
      excerpt(`${index + 1}: ${clauses.join(', ')}`, 600),
    ),
  };
}

function itemOf(
  finding: ReportedFinding,
  report: RunReport,
  exchanges: Ledger['exchanges'],
): LetterItem {
  const { clause: id, lead, title, verdict, expected, actual, responses } = finding;
  const commands = commandsFor(finding.commands);
  const clause = report.clauses.find((clause) => clause.id === id);
  const shown = exchanges.get(
    report.checks.find((check) => check.id === lead)?.exchanges.at(-1) ?? -1,
  );
  return {
    title,
    demanded: verdict === 'failed',
    demand: clause?.text ?? title,
    section: clause?.section,
    judging: clause?.judging,
    expected: excerpt(expected ?? '', 500),
    received: actual === null ? undefined : excerpt(actual, 500),
    explanation: explanationOf(finding),
    seen: `${responses} ${responses === 1 ? 'response' : 'responses'}${shown === undefined ? '' : `; the one below was sent at ${new Date(Date.parse(report.startedAt) + shown.atMs).toISOString().slice(0, 19)}Z`}`,
    commands,
    // A command already contains the request.
    request: shown === undefined || commands.length > 0 ? undefined : requestOf(shown),
    answer: shown === undefined ? undefined : answerOf(shown, finding),
  };
}

function requestOf({ request: { method, url } }: ExchangeEvent): string {
  const query = decodedQuery(url);
  const line = `${method} ${query.length === 0 ? url : url.split('?')[0]}`;
  return excerpt(
    [line, ...query.slice(0, MAX_LINES).map((parameter) => `  ${parameter}`)].join('\n'),
    MAX_CHARACTERS,
  );
}

function answerOf({ answer, lost }: ExchangeEvent, violation: ReportedFinding): string {
  if (answer === undefined)
    return `no response: ${excerpt(lost?.message ?? 'the connection was lost', MAX_CHARACTERS)}`;
  const lines = aroundViolation(prettyJson(answer.body), violation, MAX_CHARACTERS).split('\n');
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return [
    `${answer.status}${type === undefined ? '' : ` ${excerpt(type, 100)}`}`,
    ...lines.slice(0, MAX_LINES),
    ...(lines.length > MAX_LINES ? ['…'] : []),
  ].join('\n');
}
