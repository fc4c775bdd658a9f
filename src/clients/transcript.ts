/** Describes the exchanges of a scenario in readable lines. */

import { bearerOf, type Recorded, type Recording, tokenName } from '../../suites/clients/index.js';
import type { Finding } from '../harness/index.js';
import { TOKEN_PATH } from '../protocol/templates/token-request.js';

/** The number of exchanges shown at the beginning and at the end of a long transcript. */
const SHOWN = 12;
/** The number of characters shown of each output stream of the client. */
const PRINTED = 2000;

/**
 * The transcript of a scenario: a numbered line for each exchange with numbered tokens, the place
 * of the failure and the expected behaviour, and how the client ended. It may still contain
 * secrets.
 */
export function transcriptOf(recording: Recording, finding: Finding): string {
  const { requests, stdout, stderr } = recording;
  const marked = finding.kind === 'deviates' ? new Set<unknown>(finding.answers) : new Set();
  const wrong = requests.findLastIndex(({ answer }) => marked.has(answer));
  const lines = requests.map((request, index) => [
    `${marked.has(request.answer) ? '>' : ' '} ${String(index + 1).padStart(3)}  ${describe(request, recording)}`,
    ...(index === wrong && finding.kind === 'deviates'
      ? [`       expected ${finding.expected}`]
      : []),
  ]);
  const isShown = (_: unknown, index: number): boolean =>
    index < SHOWN || index >= lines.length - SHOWN || Math.abs(index - wrong) <= 3;
  const shown = lines.filter(isShown);
  const left = lines.length - shown.length;
  return [
    ...(lines.length === 0 ? ['       no request'] : shown.flat()),
    ...(left > 0 ? [`       (${left} more exchanges are in the ledger)`] : []),
    `       the client ended: ${endOf(recording)}`,
    ...printed('stdout', stdout),
    ...printed('stderr', stderr),
  ].join('\n');
}

function describe(request: Recorded, recording: Recording): string {
  const { method, path, query, host, answer, atMs } = request;
  const asked = query.size === 0 ? path : `${path}?${query}`;
  const at = `${Math.round(atMs)} ms`.padStart(9);
  return `${at}  ${host.padEnd(9)} ${method} ${asked}${credentialsIn(request, recording)} -> ${answer.status}${answered(request, recording)}`;
}

/** The credentials of a request. */
function credentialsIn(request: Recorded, recording: Recording): string {
  const authorization = request.header('authorization');
  const token = bearerOf(request);
  const parts: string[] = [];
  if (token !== undefined) parts.push(`Bearer ${tokenName(recording, token)}`);
  else if (authorization !== undefined) parts.push(`Authorization: ${authorization}`);
  if (request.body !== '') parts.push(request.body.slice(0, 300));
  return parts.length === 0 ? '' : ` [${parts.join('; ')}]`;
}

/** The token in a response of the token endpoint, and the `Retry-After` of any response. */
function answered({ host, path, answer }: Recorded, recording: Recording): string {
  const pause = answer.header('retry-after');
  const issued =
    host === 'token' && path === TOKEN_PATH
      ? recording.tokens.find(({ value }) => answer.text.includes(value))
      : undefined;
  return [
    ...(issued === undefined ? [] : [` ${tokenName(recording, issued.value)}`]),
    ...(pause === undefined ? [] : [` Retry-After: ${pause}`]),
  ].join('');
}

function endOf({ code, stopped, leftover }: Recording): string {
  const exit = code === null ? 'by a signal' : `exit code ${code}`;
  const end = stopped === undefined ? exit : 'stopped';
  return leftover === undefined ? end : `${end}, left behind ${leftover}`;
}

const printed = (stream: string, text: string): readonly string[] => {
  const trimmed = text.trimEnd();
  if (trimmed === '') return [];
  const shown =
    trimmed.length > PRINTED
      ? `${trimmed.slice(0, PRINTED / 2)}\n…\n${trimmed.slice(-PRINTED / 2)}`
      : trimmed;
  return [`       ${stream}:`, ...shown.split('\n').map((line) => `       | ${line}`)];
};
