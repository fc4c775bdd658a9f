import type { Finding } from '../../src/harness/suite.js';
import { type Host, printedIds, type Recorded, type Recording } from './recording.js';

/** What is demanded of a client's requests, as a pure function of all that was recorded; undefined where it is met. */
export type Rule = (recording: Recording) => Finding | undefined;

export const deviation = (
  expected: string,
  actual: string | number,
  ...shown: readonly Recorded[]
) =>
  ({
    kind: 'deviates',
    expected,
    actual: String(actual),
    answers: shown.map(({ answer }) => answer),
  }) as const satisfies Finding;

/** Where the document says nothing of it: no more than a warning. */
export const warning = (expected: string, actual: string | number, ...shown: readonly Recorded[]) =>
  ({ ...deviation(expected, actual, ...shown), atMost: 'warning' }) as const satisfies Finding;

export const inconclusive = (reason: string): Finding => ({ kind: 'inconclusive', reason });

/** The client did not do what its task asks for, and did not say with its exit code that it does not do such tasks. */
export const unfinished = (
  asked: string,
  done: string | number,
  recording: Recording,
  ...calls: readonly Recorded[]
) => deviation(asked, `${done}: ${ending(recording)}`, ...calls);

const STOPPED = {
  time: 'it did not finish in time and was stopped (raise --timeout SECONDS)',
  requests: 'it kept sending requests and was stopped',
} as const;

/** How the client ended, for reasons. */
export function ending({ code, stopped, stderr, leftover }: Recording): string {
  const ended = code === null ? 'a signal terminated it' : `exit code ${code}`;
  const how = stopped === undefined ? ended : STOPPED[stopped];
  const said = errorLine(stderr);
  const left = leftover === undefined ? '' : `; it left a process behind: ${leftover}`;
  return `${said === '' ? how : `${how}, with the message: ${said.slice(0, 300)}`}${left}`;
}

/** What an uncaught error begins with, in Node, Python, PHP and Java; none of them says it at the same place. */
const ERROR =
  /^(?:Uncaught |Exception in thread "[^"]*" )?(?:[\w.$\\]*(?:Error|Exception)\b|(?:PHP )?Fatal error\b|panic\b|error\b)/i;

/** The line of stderr that says what went wrong: the last that names an error, else the last. */
function errorLine(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
  return (lines.findLast((line) => ERROR.test(line)) ?? lines.at(-1) ?? '').trim();
}

export type PagesRule = (recording: Recording, pages: readonly Recorded[]) => ReturnType<Rule>;

/** There are pages of an address that ends so, and each was asked for with the limit of the task, unless any will do. */
export const pages =
  (host: Host, end: string, limit: number | 'any', rule: PagesRule): Rule =>
  (recording) => {
    const found = recording.requests.filter(
      (request) => request.host === host && request.path.endsWith(end),
    );
    if (found.length === 0) return unfinished(`calls of ${end}`, 'none', recording);
    const other = found.find(
      ({ query }) => limit !== 'any' && Number(query.get('limit') ?? 100) !== limit,
    );
    if (other === undefined) return rule(recording, found);
    const sent = other.query.get('limit') ?? 'none';
    return inconclusive(
      `the task requires pages of ${limit}, and the client requested ${sent}: the limit is the task's parameter`,
    );
  };

/** The client printed every id of the collection, and none twice. */
export const everyIdOnce: PagesRule = (recording, calls) => {
  const { ids } = recording.given;
  const printed = printedIds(recording);
  const repeated = printed.filter((id, index) => printed.indexOf(id) !== index);
  if (repeated.length > 0)
    return deviation('each id once', `${some(repeated)} more than once`, ...calls);
  const unknown = printed.filter((id) => !ids.includes(id));
  if (unknown.length > 0)
    return deviation('ids that were served', `${some(unknown)}, which was not`, ...calls);
  const missing = ids.filter((id) => !printed.includes(id));
  if (missing.length === 0) return undefined;
  if (printed.length === 0 && ids.some((id) => recording.stdout.includes(String(id))))
    return inconclusive(
      'the client printed no id on its own line: print each id on its own line of stdout',
    );
  return unfinished(
    `all ${ids.length} ids`,
    `${printed.length}; missing ${some(missing)}`,
    recording,
    ...calls,
  );
};

const some = (ids: readonly number[]): string =>
  ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ');
