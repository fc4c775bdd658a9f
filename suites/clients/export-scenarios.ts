import { printedBody } from './printed-body.js';
import type { Given, Recorded, Recording } from './recording.js';
import { deviation, ending, inconclusive, type Rule, unfinished } from './rule.js';
import type { Scenario } from './scenario.js';
import type { ExportError } from './script.js';

const legacyPath = ({ siteId, channelId }: Given): string => `/${siteId}/${channelId}`;
const productsPath = ({ siteId, channelId, destinationId }: Given): string =>
  `/sites/${siteId}/channels/${channelId}/destinations/${destinationId}/products`;

/** The token on every call but `GET /`, and the destination on the legacy routes. */
const headers: Rule = ({ given, requests }) => {
  const legacy = legacyPath(given);
  for (const call of requests.filter(({ host, path }) => host === 'export' && path !== '/')) {
    const isLegacy = call.path === legacy || call.path.startsWith(`${legacy}/`);
    const wanted: readonly (readonly [string, string])[] = [
      ['X-EA-Auth-Token', given.exportToken],
      ...(isLegacy ? [['X-Destination-Id', String(given.destinationId)] as const] : []),
    ];
    for (const [name, value] of wanted) {
      const sent = call.header(name);
      const shown = sent === undefined ? 'none' : `another value, ${sent}`;
      if (sent !== value) return deviation(`${name} on ${call.path}`, shown, call);
    }
  }
  return undefined;
};

const headersOn = (name: string, title: string, task: string, pathOf: (given: Given) => string): Scenario => ({
  id: `clients.export.headers-${name}`,
  clauses: ['CLI-EXP-1'],
  title: `Headers of a call of ${title}`,
  task,
  script: { products: { count: 25 } },
  rule: (recording) => {
    const path = pathOf(recording.given);
    const isMade = recording.requests.some((request) => request.host === 'export' && request.path === path);
    return headers(recording) ?? (isMade ? undefined : unfinished(`a call of ${path}`, 'none', recording));
  },
});

/** The headers that each route of the export API asks for; the first of the checks judges all calls of all scenarios. */
export const exportHeaders: readonly Scenario[] = [
  { ...headersOn('products', 'the v2 route', 'export-all 10', productsPath), everywhere: headers },
  headersOn('legacy', 'the legacy route', 'export-legacy', legacyPath),
  headersOn(
    'legacy-filtered',
    'the filtered legacy route',
    'export-legacy-filtered color red',
    (given) => `${legacyPath(given)}/color/red`,
  ),
];

const JSON_API = 'application/vnd.api+json';

const readsError = (name: string, member: string, accept: string, error: ExportError): Scenario => ({
  id: `clients.export.reads-${name}`,
  clauses: ['CLI-EXP-3'],
  title: `An error in the member ${member} (${accept})`,
  task: `export-read-error ${accept}`,
  script: { products: { count: 0, error } },
  hopeless: true,
  rule: (recording) => {
    const last = recording.requests.findLast(({ host, answer }) => host === 'export' && answer.status >= 400);
    if (last === undefined) return unfinished('a call that returns an error', 'none', recording);
    const sent = last.header('accept') ?? '';
    return sent.toLowerCase().includes(JSON_API) === (accept === JSON_API)
      ? isRead(recording, last)
      : inconclusive(
          `the task requires Accept: ${accept}, and the client sent ${sent || 'none'}: a client that has no such call ends with exit code 64`,
        );
  },
});

/** A body printed whole is not read: the text must stand by itself somewhere. */
function isRead(recording: Recording, last: Recorded): ReturnType<Rule> {
  const { given, stdout, stderr } = recording;
  const printed = `${stdout}\n${stderr}`;
  const body = printedBody(given.errorText);
  if (printed.replace(body, '').includes(given.errorText)) return undefined;
  const whole = body.exec(printed)?.[0].replace(/\s+/g, ' ').slice(0, 200);
  if (whole !== undefined) return deviation('the text of the error alone', `the unchanged body: ${whole}`, last);
  const shown = stdout.trim().slice(0, 200) || `nothing: ${ending(recording)}`;
  return deviation('the text of the error, printed', shown, last);
}

/** Errors as each Accept header brings them. */
export const exportErrors: readonly Scenario[] = [
  readsError('plain-error', 'error', 'application/json', 'wrong-destination'),
  readsError('plain-message', 'message', 'application/json', 'no-data'),
  readsError('json-api', 'errors', JSON_API, 'wrong-destination'),
];
