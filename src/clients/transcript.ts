/** Describes the exchanges of a client with the scripted servers in readable lines. */

import { bearerOf, type Recorded, type Recording, tokenName } from '../../suites/clients/index.js';
import type { Finding } from '../harness/index.js';
import { TOKEN_PATH } from '../protocol/templates/token-request.js';

/** This many exchanges are shown at the beginning, and as many at the end. */
const SHOWN_AT_EACH_END = 12;
/** This many exchanges are shown before the deviation, and as many after it. */
const SHOWN_AROUND = 3;
/** If stdout or stderr has more characters, its middle is left out. */
const MAX_PRINTED = 2000;

/**
 * Writes a numbered line for each exchange and says how the client ended. If there are many
 * exchanges, only those at both ends and near the deviation are shown. The text may contain
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
    index < SHOWN_AT_EACH_END ||
    index >= lines.length - SHOWN_AT_EACH_END ||
    Math.abs(index - wrong) <= SHOWN_AROUND;
  const shown = lines.filter(isShown);
  const hidden = lines.length - shown.length;
  return [
    ...(lines.length === 0 ? ['       no request'] : shown.flat()),
    ...(hidden > 0 ? [`       (${hidden} more exchanges are in the ledger)`] : []),
    `       the client ended: ${endOf(recording)}`,
    ...outputLines('stdout', stdout),
    ...outputLines('stderr', stderr),
  ].join('\n');
}

function describe(request: Recorded, recording: Recording): string {
  const { method, path, query, host, answer, atMs } = request;
  const target = query.size === 0 ? path : `${path}?${query}`;
  const time = `${Math.round(atMs)} ms`.padStart(9);
  return `${time}  ${host.padEnd(9)} ${method} ${target}${credentialsAndBody(request, recording)} -> ${answer.status}${responseDetails(request, recording)}`;
}

function credentialsAndBody(request: Recorded, recording: Recording): string {
  const authorization = request.header('authorization');
  const token = bearerOf(request);
  const parts: string[] = [];
  if (token !== undefined) parts.push(`Bearer ${tokenName(recording, token)}`);
  else if (authorization !== undefined) parts.push(`Authorization: ${authorization}`);
  if (request.body !== '') parts.push(request.body.slice(0, 300));
  return parts.length === 0 ? '' : ` [${parts.join('; ')}]`;
}

/** Names the token in a token response, and the value of `Retry-After` in any response. */
function responseDetails({ host, path, answer }: Recorded, recording: Recording): string {
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

const outputLines = (stream: string, text: string): readonly string[] => {
  const trimmed = text.trimEnd();
  if (trimmed === '') return [];
  const shown =
    trimmed.length > MAX_PRINTED
      ? `${trimmed.slice(0, MAX_PRINTED / 2)}\n…\n${trimmed.slice(-MAX_PRINTED / 2)}`
      : trimmed;
  return [`       ${stream}:`, ...shown.split('\n').map((line) => `       | ${line}`)];
};
