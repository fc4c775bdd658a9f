import type { Finding } from '../../src/harness/suite.js';
import type { Recorded, Recording } from './recording.js';

/** What is demanded of a client's requests, as a pure function of all that was recorded; undefined where it is met. */
export type Rule = (recording: Recording) => Finding | undefined;

/** A deviation, with the requests that show it. */
export const deviation = (expected: string, actual: string | number, ...shown: readonly Recorded[]) =>
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
  calls: readonly Recorded[] = [],
): Finding => deviation(asked, `${done}: ${ending(recording)}`, ...calls);

/** What the first rule finds that is not met. */
export function firstOf(rules: readonly Rule[], recording: Recording): Finding | undefined {
  for (const rule of rules) {
    const found = rule(recording);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How the client ended, for reasons. */
export function ending({ code, stopped, stderr, leftover }: Recording): string {
  const how =
    stopped === 'time'
      ? 'it did not finish in time and was stopped (raise --timeout SECONDS)'
      : stopped === 'requests'
        ? 'it kept sending requests and was stopped'
        : code === null
          ? 'a signal terminated it'
          : `exit code ${code}`;
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
