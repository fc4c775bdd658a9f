import { deviates } from '../../src/harness/index.js';
import { answersOf, type Recorded, type Recording } from './recording.js';

/** How the client ended, for reasons. */
export function ending({ code, stopped, stderr, leftover }: Recording): string {
  const how =
    stopped === 'time'
      ? 'it ran too long and was stopped (--timeout SECONDS gives it more)'
      : stopped === 'requests'
        ? 'it asked without end and was stopped'
        : code === null
          ? 'a signal ended it'
          : `exit code ${code}`;
  const said = tellingLine(stderr);
  const left = leftover === undefined ? '' : `; it left a process behind: ${leftover}`;
  return `${said === '' ? how : `${how}, and it said: ${said.slice(0, 300)}`}${left}`;
}

/** What an uncaught error begins with, in Node, Python, PHP and Java; none of them says it at the same place. */
const ERROR =
  /^(?:Uncaught |Exception in thread "[^"]*" )?(?:[\w.$\\]*(?:Error|Exception)\b|(?:PHP )?Fatal error\b|panic\b|error\b)/i;

/** The line of stderr that says what went wrong: the last that names an error, else the last. */
function tellingLine(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
  return (lines.findLast((line) => ERROR.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** The client did not do what its task asks for, and did not say with its exit code that it does not do such tasks. */
export function unfinished(asked: string, done: string, recording: Recording, calls: readonly Recorded[] = []): never {
  return deviates(asked, `${done}: ${ending(recording)}`, ...answersOf(calls));
}
