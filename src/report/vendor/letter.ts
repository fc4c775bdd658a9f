/** The content of the letter that describes the findings to the owner of the target, the vendor. */

import type { ExchangeEvent, Ledger } from '../../ledger/index.js';
import type { ReportedFinding, RunReport } from '../../schema/types.js';
import { explanationOf } from '../cause.js';
import { gateInWords, notJudged } from '../gate.js';
import { count } from '../html/text.js';
import { whyWarning } from '../level.js';
import { aroundViolation, decodedQuery, linesAroundViolation, prettyJson } from '../readable.js';
import { violationSentence } from '../sentence.js';
import { excerpt } from '../visible.js';
import { commandsFor, meaningsOf } from './commands.js';
import { impactOf } from './impact.js';
import { notJudgedInWords } from './not-judged.js';

export interface Letter {
  readonly target: string;
  /** The tested interfaces with their addresses. */
  readonly addresses: readonly string[];
  /** The day of the test, followed by a note if certificates were not checked. */
  readonly tested: string;
  /** Why the test reached no decision; undefined if it reached one. */
  readonly open: string | undefined;
  /** How many deviations there are, in words. */
  readonly summary: string;
  /** The deviations from the document. */
  readonly items: readonly LetterItem[];
  /** The deviations from the user's own schemas, which are no part of the document. */
  readonly own: readonly LetterItem[];
  /** Which demands were not judged, and why; undefined if all were. */
  readonly notJudged: string | undefined;
  /** Explanations of the shell variables in the commands. */
  readonly meanings: readonly string[];
  /** For each item, the ids of its clauses. */
  readonly references: readonly string[];
}

export interface LetterItem {
  readonly title: string;
  /** The violation in the shown response; undefined if the title is the same sentence. */
  readonly violation: string | undefined;
  /** Whether the document or a standard requires it; otherwise it is recommended. */
  readonly demanded: boolean;
  /** Why the violation of a requirement is only a warning. */
  readonly doubt: string | undefined;
  readonly demand: string;
  /** The section of the specification that contains the demand. */
  readonly section: string | undefined;
  /** How the demand is tested. */
  readonly judging: string | undefined;
  /** What the deviation means for clients. */
  readonly impact: string | undefined;
  /** What a named mistake explains, or what the wrong requests have in common. */
  readonly explanation: string | undefined;
  /** The number of responses with the deviation. */
  readonly seen: string;
  readonly commands: readonly string[];
  /** Whether the first call of the commands is one that must succeed. */
  readonly hasControl: boolean;
  /** The parameters of the request, decoded, if its address is hard to read. */
  readonly parameters: readonly string[];
  /** The request, if no command sends it. */
  readonly request: string | undefined;
  readonly sentAt: string | undefined;
  readonly answer: string | undefined;
}

/** A longer request or response is cut, so that five items fit on two pages. */
const MAX_CHARACTERS = 400;
const MAX_LINES = 10;

const NAMES: Readonly<Record<string, string>> = {
  export: 'export API',
  templates: 'export-template API',
  authentication: 'authentication server',
  platform: 'platform API',
  handover: 'handover',
};

const isOwn = ({ clause }: Pick<ReportedFinding, 'clause'>): boolean => clause.startsWith('OWN-');

/** The items are in the order of the findings. Texts are not escaped for HTML or Markdown. */
export function letterOf(report: RunReport, { exchanges }: Ledger): Letter {
  const { target, startedAt } = report;
  const findings = [
    ...report.findings.filter((finding) => !isOwn(finding)),
    ...report.findings.filter(isOwn),
  ];
  const all = findings.map((finding) => itemOf(finding, report, exchanges));
  const items = all.filter((_, index) => !isOwn(findings[index] ?? { clause: '' }));
  return {
    target: excerpt(target.name, 200),
    addresses: addressesOf(report),
    tested: `${startedAt.slice(0, 10)}${target.insecure ? ', without checking certificates' : ''}`,
    open: notJudged(report).length === 0 ? undefined : excerpt(gateInWords(report), 600),
    summary: summaryOf(items),
    items,
    own: all.slice(items.length),
    notJudged: notJudgedInWords(report),
    meanings: meaningsOf(all.flatMap(({ commands }) => commands)),
    references: findings.map(({ clauses }, index) =>
      excerpt(`${index + 1}: ${clauses.join(', ')}`, 600),
    ),
  };
}

/** The addresses of the interfaces that the run tested. */
function addressesOf({ target, coverage }: RunReport): readonly string[] {
  const tested = new Set(Object.keys(coverage.interfaces));
  return Object.entries(target.interfaces)
    .filter(([name]) => tested.has(name === 'authentication' ? 'templates' : name))
    .map(([name, address]) => `${NAMES[name] ?? name} ${excerpt(address, 300)}`);
}

function summaryOf(items: readonly LetterItem[]): string {
  const required = items.filter(({ demanded }) => demanded).length;
  const recommended = items.length - required;
  if (items.length === 0) return 'No deviation from the document was found in what was tested.';
  const deviations = count(items.length, 'deviation');
  if (recommended === 0)
    return `${deviations} from what the document requires, most serious first.`;
  if (required === 0) return `${deviations} from what the document or a standard recommends.`;
  return `${deviations}, most serious first: ${required} from what the document requires, and ${recommended} from what it or a standard recommends.`;
}

function itemOf(
  finding: ReportedFinding,
  report: RunReport,
  exchanges: Ledger['exchanges'],
): LetterItem {
  const { clause: id, lead, title, verdict, expected, actual, responses } = finding;
  const commands = commandsFor(finding.commands, {
    tokenUrl: tokenUrlOf(report),
    control: controlOf(finding, report),
  });
  const clause = report.clauses.find((clause) => clause.id === id);
  const check = report.checks.find(({ id }) => id === lead);
  const shown = exchanges.get(check?.exchanges.at(-1) ?? -1);
  const violation =
    expected === null || actual === null
      ? ''
      : violationSentence({ expected, actual, sentence: check?.sentence }, clause?.level ?? 'must');
  return {
    title: excerpt(title, 600),
    violation: violation === '' || violation === title ? undefined : excerpt(violation, 600),
    demanded: clause === undefined ? verdict === 'failed' : clause.level === 'must',
    doubt: whyWarning(clause?.level ?? 'should', verdict),
    demand: clause?.text ?? title,
    section: clause?.section,
    judging: clause?.judging,
    impact: impactOf(id),
    explanation: explanationOf(finding),
    seen: count(responses, 'response'),
    commands,
    hasControl: controlOf(finding, report) !== undefined && tokenUrlOf(report) !== undefined,
    parameters: shown === undefined ? [] : parametersOf(shown),
    // A command already contains the request.
    request: shown === undefined || commands.length > 0 ? undefined : requestOf(shown),
    sentAt:
      shown === undefined
        ? undefined
        : `${new Date(Date.parse(report.startedAt) + shown.atMs).toISOString().slice(0, 19)}Z`,
    answer: shown === undefined ? undefined : answerOf(shown, finding),
  };
}

/** The address of the token endpoint that the document names. */
function tokenUrlOf({ target }: RunReport): string | undefined {
  const base = target.interfaces.authentication;
  return base === undefined
    ? undefined
    : `${base}/realms/External-Applications/protocol/openid-connect/token`;
}

/** The address of a call that must succeed with a valid token, for findings on altered tokens. */
const controlOf = ({ clause }: ReportedFinding, { target }: RunReport): string | undefined =>
  /^ETM-(?:AUTH-[24567]|HARD-1)$/.test(clause) && target.interfaces.templates !== undefined
    ? `${target.interfaces.templates}/V1/export-templates`
    : undefined;

const parametersOf = ({ request }: ExchangeEvent): readonly string[] => {
  const query = decodedQuery(request.url).map((line) => excerpt(line, 200));
  return query.length > MAX_PARAMETERS
    ? [...query.slice(0, MAX_PARAMETERS), `… and ${query.length - MAX_PARAMETERS} more`]
    : query;
};

/** The maximum number of parameters. A filter with three criteria has nine. */
const MAX_PARAMETERS = 12;

function requestOf({ request: { method, url } }: ExchangeEvent): string {
  const address = decodedQuery(url).length === 0 ? url : url.split('?')[0];
  return excerpt(`${method} ${address}`, MAX_CHARACTERS);
}

/** For a finding about a header field the fields are shown, otherwise the body. */
function answerOf({ answer, lost }: ExchangeEvent, violation: ReportedFinding): string {
  if (answer === undefined)
    return `no response: ${excerpt(lost?.message ?? 'the connection was lost', MAX_CHARACTERS)}`;
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const status = `HTTP ${answer.status}${type === undefined ? '' : ` ${excerpt(type, 100)}`}`;
  if (ABOUT_HEADER.test(violation.expected ?? ''))
    return [
      `HTTP ${answer.status}`,
      ...answer.headers.slice(0, MAX_LINES).map((field) => excerpt(field.join(': '), 200)),
    ].join('\n');
  const lines = linesAroundViolation(
    prettyJson(answer.body.slice(0, MAX_PARSED)),
    violation,
    MAX_LINES,
  );
  return [status, aroundViolation(lines.join('\n'), violation, MAX_CHARACTERS)].join('\n');
}

const ABOUT_HEADER = /^(?:Content-Type|WWW-Authenticate|Vary|Cache-Control|Retry-After|Allow)\b/;

/** A longer body is not indented. */
const MAX_PARSED = 2_000_000;
