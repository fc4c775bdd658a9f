import { deviates, inconclusive } from '../../src/harness/index.js';
import { ending, type Scenario } from './scenario.js';
import type { ExportError } from './script.js';

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly accept: string;
  readonly error: ExportError;
}

const shapes: readonly Shape[] = [
  { name: 'plain-error', title: 'member error', accept: 'application/json', error: 'wrong-destination' },
  { name: 'plain-message', title: 'member message', accept: 'application/json', error: 'no-data' },
  { name: 'json-api', title: 'member errors', accept: 'application/vnd.api+json', error: 'wrong-destination' },
];

/** Errors as each Accept header brings them. */
export const exportErrors: readonly Scenario[] = shapes.map(({ name, title, accept, error }) => ({
  id: `clients.export.reads-${name}`,
  clauses: ['CLI-EXP-3'],
  title: `An error in the ${title} (${accept}) is read`,
  task: `export-read-error ${accept}`,
  script: { products: { count: 0, error } },
  judge(recording) {
    const { given, requests, stdout, stderr } = recording;
    const asked = requests.filter(({ host, answer }) => host === 'export' && answer.status >= 400);
    const last = asked.at(-1);
    if (last === undefined) return inconclusive('the client met no error');
    const sent = last.header('accept') ?? '';
    const jsonApi = sent.toLowerCase().includes('application/vnd.api+json');
    if (jsonApi !== (accept === 'application/vnd.api+json'))
      inconclusive(`the task asks for Accept: ${accept}, and the client sent ${sent || 'none'}`);
    // An error object printed whole is not read: the text must stand by itself.
    const read = `${stdout}\n${stderr}`.split('\n').find((line) => line.includes(given.errorText));
    if (read === undefined)
      return deviates(
        'the text of the error, printed',
        stdout.trim().slice(0, 200) || `nothing: ${ending(recording)}`,
        last.answer,
      );
    if (/"(error|message|detail)"\s*:/.test(read))
      deviates('the text of the error alone', `the body as it came: ${read.slice(0, 200)}`, last.answer);
    return `read "${given.errorText}"`;
  },
}));
