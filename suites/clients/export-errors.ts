import { deviates, inconclusive } from '../../src/harness/index.js';
import { ending, unfinished } from './ending.js';
import { printedBody } from './printed-body.js';
import type { Scenario } from './scenario.js';
import type { ExportError } from './script.js';

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly accept: string;
  readonly error: ExportError;
}

const JSON_API = 'application/vnd.api+json';

const shapes: readonly Shape[] = [
  { name: 'plain-error', title: 'member error', accept: 'application/json', error: 'wrong-destination' },
  { name: 'plain-message', title: 'member message', accept: 'application/json', error: 'no-data' },
  { name: 'json-api', title: 'member errors', accept: JSON_API, error: 'wrong-destination' },
];

/** Errors as each Accept header brings them. */
export const exportErrors: readonly Scenario[] = shapes.map(({ name, title, accept, error }) => ({
  id: `clients.export.reads-${name}`,
  clauses: ['CLI-EXP-3'],
  title: `An error in the ${title} (${accept}) is read`,
  task: `export-read-error ${accept}`,
  script: { products: { count: 0, error } },
  hopeless: true,
  judge(recording) {
    const { given, requests, stdout, stderr } = recording;
    const asked = requests.filter(({ host, answer }) => host === 'export' && answer.status >= 400);
    const last = asked.at(-1);
    if (last === undefined) return unfinished('a call that is answered with an error', 'none', recording);
    const sent = last.header('accept') ?? '';
    if (sent.toLowerCase().includes(JSON_API) !== (accept === JSON_API))
      inconclusive(
        `the task asks for Accept: ${accept}, and the client sent ${sent || 'none'}: a client that has no such call ends with exit code 64`,
      );
    const printed = `${stdout}\n${stderr}`;
    // A body printed whole is not read: the text must stand by itself somewhere.
    const body = printedBody(given.errorText);
    if (printed.replace(body, '').includes(given.errorText)) return `read "${given.errorText}"`;
    const whole = body.exec(printed)?.[0];
    return deviates(
      whole === undefined ? 'the text of the error, printed' : 'the text of the error alone',
      whole === undefined
        ? stdout.trim().slice(0, 200) || `nothing: ${ending(recording)}`
        : `the body as it came: ${whole.replace(/\s+/g, ' ').slice(0, 200)}`,
      last.answer,
    );
  },
}));
