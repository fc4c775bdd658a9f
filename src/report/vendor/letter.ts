import type { ExchangeEvent, Ledger } from '../../ledger/index.js';
import type { ReportedFinding, RunReport } from '../../schema/types.js';
import { reproducedBy } from '../cause.js';
import { aroundViolation, decodedQuery, prettyJson } from '../readable.js';
import { excerpt } from '../visible.js';
import { commandsFor, meaningsOf } from './commands.js';

/**
 * What one sends to those who run the target, in their words: what is wrong, by whose demand, and
 * how to see it.
 */
export interface Letter {
  readonly target: string;
  readonly addresses: readonly string[];
  /** The day, and what it must be read with. */
  readonly tested: string;
  readonly items: readonly LetterItem[];
  /** The meaning of the variables of the commands. */
  readonly meanings: readonly string[];
  /** The clauses of each item. */
  readonly references: readonly string[];
}

export interface LetterItem {
  readonly title: string;
  /** False where it is advice: the document implies it, or a standard that it names says it. */
  readonly demanded: boolean;
  readonly demand: string;
  readonly section: string | undefined;
  readonly judging: string | undefined;
  readonly expected: string;
  readonly received: string | undefined;
  /** What was seen to give the same answers. */
  readonly reproduced: string | undefined;
  /** How many responses show it, and when the request of the shown one was sent. */
  readonly seen: string;
  readonly commands: readonly string[];
  readonly request: string | undefined;
  readonly answer: string | undefined;
}

/** Characters and lines of an answer, so that five items stay on two pages. */
const ANSWER = 400;
const LINES = 10;

/**
 * The findings of a run as a letter, the most serious first. Text of the target is not escaped yet.
 */
export function letterOf(report: RunReport, { exchanges }: Ledger): Letter {
  const { target, startedAt, findings } = report;
  const items = findings.map((finding) => itemOf(finding, report, exchanges));
  return {
    target: excerpt(target.name, 200),
    addresses: Object.values(target.interfaces).map((address) => excerpt(address, 300)),
    tested: `${startedAt.slice(0, 10)}${target.insecure ? ', without checking certificates' : ''}`,
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
    reproduced: reproducedBy(finding),
    seen: `${responses} ${responses === 1 ? 'response' : 'responses'}${shown === undefined ? '' : `; the one below was sent at ${new Date(Date.parse(report.startedAt) + shown.atMs).toISOString().slice(0, 19)}Z`}`,
    commands,
    // An address is in a command, or here.
    request: shown === undefined || commands.length > 0 ? undefined : requestOf(shown),
    answer: shown === undefined ? undefined : answerOf(shown, finding),
  };
}

function requestOf({ request: { method, url } }: ExchangeEvent): string {
  const query = decodedQuery(url);
  const line = `${method} ${query.length === 0 ? url : url.split('?')[0]}`;
  return excerpt(
    [line, ...query.slice(0, LINES).map((parameter) => `  ${parameter}`)].join('\n'),
    ANSWER,
  );
}

function answerOf({ answer, lost }: ExchangeEvent, told: ReportedFinding): string {
  if (answer === undefined)
    return `no response: ${excerpt(lost?.message ?? 'the connection was lost', ANSWER)}`;
  const lines = excerpt(aroundViolation(prettyJson(answer.body), told, ANSWER), ANSWER + 1).split(
    '\n',
  );
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return [
    `${answer.status}${type === undefined ? '' : ` ${excerpt(type, 100)}`}`,
    ...lines.slice(0, LINES),
    ...(lines.length > LINES ? ['…'] : []),
  ].join('\n');
}
