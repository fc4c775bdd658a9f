/** The form of a rule for the requests of a client, and the helpers that rules share. */

import type { Finding } from '../../src/harness/index.js';
import { DEFAULT_LIMIT } from '../../src/protocol/export/question.js';
import { type Host, printedIds, type Recorded, type Recording } from './recording.js';

/** A pure function of a recording. Returns undefined if the requirement is satisfied. */
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

/** The finding is only a warning, because the document does not specify the behaviour. */
export const warning = (expected: string, actual: string | number, ...shown: readonly Recorded[]) =>
  ({ ...deviation(expected, actual, ...shown), atMost: 'warning' }) as const satisfies Finding;

export const inconclusive = (reason: string): Finding => ({ kind: 'inconclusive', reason });

/** The client did too little. The finding also says how the client ended. */
export const unfinished = (
  expected: string,
  done: string | number,
  recording: Recording,
  ...calls: readonly Recorded[]
) => deviation(expected, `${done}: ${describeEnding(recording)}`, ...calls);

const STOPPED = {
  time: 'the client did not finish in time and was stopped (raise --timeout SECONDS)',
  requests: 'the client kept sending requests and was stopped',
} as const;

export function describeEnding({ code, stopped, stderr, leftover }: Recording): string {
  const ended = code === null ? 'a signal terminated the client' : `exit code ${code}`;
  const how = stopped === undefined ? ended : STOPPED[stopped];
  const message = errorLine(stderr);
  const left = leftover === undefined ? '' : `; the client left a process behind: ${leftover}`;
  return `${message === '' ? how : `${how}, with the message: ${message.slice(0, 300)}`}${left}`;
}

/** Matches the beginning of an uncaught error in Node, Python, PHP, Java and Go. */
const ERROR =
  /^(?:Uncaught |Exception in thread "[^"]*" )?(?:[\w.$\\]*(?:Error|Exception)\b|(?:PHP )?Fatal error\b|panic\b|error\b)/i;

/** The last line that begins with the name of an error, otherwise the last line. */
function errorLine(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
  return (lines.findLast((line) => ERROR.test(line)) ?? lines.at(-1) ?? '').trim();
}

export type PagesRule = (recording: Recording, pages: readonly Recorded[]) => ReturnType<Rule>;

/** If a request has another limit than the task requires, the result is inconclusive. */
export const pageRule =
  (host: Host, pathEnd: string, limit: number | 'any', rule: PagesRule): Rule =>
  (recording) => {
    const found = recording.requests.filter(
      (request) => request.host === host && request.path.endsWith(pathEnd),
    );
    if (found.length === 0) return unfinished(`requests to ${pathEnd}`, 'none', recording);
    const other = found.find(
      ({ query }) => limit !== 'any' && Number(query.get('limit') ?? DEFAULT_LIMIT) !== limit,
    );
    if (other === undefined) return rule(recording, found);
    const sent = other.query.get('limit') ?? 'none';
    return inconclusive(
      `the task requires pages of ${limit}, and the client requested ${sent}: use the limit that the task states`,
    );
  };

export const everyIdOnce: PagesRule = (recording, calls) => {
  const { ids } = recording.given;
  const printed = printedIds(recording);
  const repeated = printed.filter((id, index) => printed.indexOf(id) !== index);
  if (repeated.length > 0)
    return deviation('each id once', `${firstIds(repeated)}: printed more than once`, ...calls);
  const unknown = printed.filter((id) => !ids.includes(id));
  if (unknown.length > 0)
    return deviation(
      'only ids that the server sent',
      `${firstIds(unknown)}, which the server did not send`,
      ...calls,
    );
  const missing = ids.filter((id) => !printed.includes(id));
  if (missing.length === 0) return undefined;
  if (printed.length === 0 && ids.some((id) => recording.stdout.includes(String(id))))
    return inconclusive(
      'the client printed ids, but none on a line of its own: print each id on its own line of stdout',
    );
  return unfinished(
    `all ${ids.length} ids`,
    `${printed.length}; missing ${firstIds(missing)}`,
    recording,
    ...calls,
  );
};

const firstIds = (ids: readonly number[]): string =>
  ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ');
