import { JSON_API, PLAIN } from '../../src/protocol/export/question.js';
import { printedBody } from './printed-body.js';
import type { Recorded, Recording } from './recording.js';
import { describeEnding, deviation, inconclusive, type Rule, unfinished } from './rule.js';
import type { ExportError } from './script.js';
import { type ClientTopics, must, type ScenarioRow } from './topic.js';

const MAX_QUOTED_CHARACTERS = 200;

/** The clause CLI-EXP-3: a client reads the text of an export error in both formats. */
export const exportErrors = {
  'CLI-EXP-3': {
    clause: must('a client reads errors in the plain format and in the JSON:API format')
      .in('Errors, Export API, rules 1 and 2')
      .judged('Checks that the client prints the text of an error in each format.'),
    scenarios: {
      'clients.export.reads-plain-error': errorScenario('error', PLAIN, 'wrong-destination'),
      'clients.export.reads-plain-message': errorScenario('message', PLAIN, 'no-data'),
      'clients.export.reads-json-api': errorScenario('errors', JSON_API, 'wrong-destination'),
    },
  },
} satisfies ClientTopics;

function errorScenario(member: string, accept: string, error: ExportError): ScenarioRow {
  return {
    title: `An error in the member ${member} (${accept})`,
    task: `export-read-error ${accept}`,
    script: { products: { count: 0, error } },
    // The task cannot succeed, so any exit code is allowed.
    hopeless: true,
    rules: [printsError(accept)],
  };
}

/** Requires that the client prints the text of the last error. The task names the media type. */
function printsError(accept: string): Rule {
  return (recording) => {
    const last = recording.requests.findLast(
      ({ host, answer }) => host === 'export' && answer.status >= 400,
    );
    if (last === undefined) return unfinished('a call that returns an error', 'none', recording);
    const sent = last.header('accept') ?? '';
    const hasRequiredFormat = sent.toLowerCase().includes(JSON_API) === (accept === JSON_API);
    if (hasRequiredFormat) return errorTextPrinted(recording, last);
    const otherFormat = `the task requires Accept: ${accept}, and the client sent ${sent || 'none'}`;
    return inconclusive(`${otherFormat}; a client without such a call must exit with code 64`);
  };
}

/** Requires that the client prints the text of the error, and not only the unchanged body. */
function errorTextPrinted(recording: Recording, last: Recorded): ReturnType<Rule> {
  const { given, stdout, stderr } = recording;
  const printed = `${stdout}\n${stderr}`;
  const body = printedBody(given.errorText);
  if (printed.replace(body, '').includes(given.errorText)) return undefined;
  const whole = body.exec(printed)?.[0].replace(/\s+/g, ' ').slice(0, MAX_QUOTED_CHARACTERS);
  if (whole !== undefined) {
    return deviation(
      'the text of the error without the rest of the body',
      `the unchanged body: ${whole}`,
      last,
    );
  }
  const shown =
    stdout.trim().slice(0, MAX_QUOTED_CHARACTERS) ||
    `nothing on stdout: ${describeEnding(recording)}`;
  return deviation('the text of the error in the output', shown, last);
}
