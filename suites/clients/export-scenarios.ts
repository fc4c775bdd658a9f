import * as protocol from '../../src/protocol/export/question.js';
import type { Recorded, Recording } from './recording.js';
import { deviation, ending, inconclusive, type Rule, unfinished } from './rule.js';
import { type ScenarioRow, scenariosIn } from './scenario.js';
import type { ExportError } from './script.js';

export const exportCalls = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(
    ({ host, path }) => host === 'export' && (path.endsWith('/products') || LEGACY.test(path)),
  );
const LEGACY = /\/\d+\/\d+(?:\/[^/]+\/[^/]+)?$/;

/** The token on every call but `GET /`, and the destination on the legacy routes; of a client at work on documented routes. */
export const exportHeaders: Rule = (recording) => {
  const { exportToken, destinationId } = recording.given;
  const all = recording.requests.filter(({ host, path }) => host === 'export' && path !== '/');
  for (const call of recording.isPart ? exportCalls(recording) : all) {
    const isLegacy = /\/\d+\/\d+(?:\/|$)/.test(call.path);
    const destination = isLegacy ? { [protocol.DESTINATION_HEADER]: String(destinationId) } : {};
    for (const [name, value] of Object.entries({
      [protocol.TOKEN_HEADER]: exportToken,
      ...destination,
    })) {
      const sent = call.header(name);
      const shown = sent === undefined ? 'none' : `another value, ${sent}`;
      if (sent === undefined || (!recording.isPart && sent !== value))
        return deviation(`${name} on ${call.path}`, shown, call);
    }
  }
  return undefined;
};

const headersOn = (route: protocol.Route, task: string): ScenarioRow => ({
  title: `Headers of a call of ${protocol.nameRoute(route)}`,
  task,
  script: { products: { count: 25 } },
  rules: [
    exportHeaders,
    (recording) => {
      const { siteId, channelId, destinationId } = recording.given;
      const path = protocol.pathOf(route, `${siteId}`, `${channelId}`, `${destinationId}`);
      const isMade = recording.requests.some(
        (request) => request.host === 'export' && request.path === path,
      );
      return isMade ? undefined : unfinished(`a call of ${path}`, 'none', recording);
    },
  ],
});

const readsError = (member: string, accept: string, error: ExportError): ScenarioRow => ({
  title: `An error in the member ${member} (${accept})`,
  task: `export-read-error ${accept}`,
  script: { products: { count: 0, error } },
  hopeless: true,
  rules: [
    (recording) => {
      const last = recording.requests.findLast(
        ({ host, answer }) => host === 'export' && answer.status >= 400,
      );
      if (last === undefined) return unfinished('a call that returns an error', 'none', recording);
      const sent = last.header('accept') ?? '';
      return sent.toLowerCase().includes(protocol.JSON_API) === (accept === protocol.JSON_API)
        ? isRead(recording, last)
        : inconclusive(
            `the task requires Accept: ${accept}, and the client sent ${sent || 'none'}: a client that has no such call ends with exit code 64`,
          );
    },
  ],
});

/** A body printed whole is not read: the text must stand by itself somewhere. */
function isRead(recording: Recording, last: Recorded): ReturnType<Rule> {
  const { given, stdout, stderr } = recording;
  const printed = `${stdout}\n${stderr}`;
  const body = printedBody(given.errorText);
  if (printed.replace(body, '').includes(given.errorText)) return undefined;
  const whole = body.exec(printed)?.[0].replace(/\s+/g, ' ').slice(0, 200);
  if (whole !== undefined)
    return deviation('the text of the error alone', `the unchanged body: ${whole}`, last);
  const shown = stdout.trim().slice(0, 200) || `nothing: ${ending(recording)}`;
  return deviation('the text of the error, printed', shown, last);
}

/** The headers that each route asks for; the first of the checks judges all calls of all scenarios. */
export const exportScenarios = scenariosIn({
  'CLI-EXP-1 clients.export.headers-products': {
    ...headersOn('v2', 'export-all 10'),
    everywhere: exportHeaders,
  },
  'CLI-EXP-1 clients.export.headers-legacy': headersOn('legacy', 'export-legacy'),
  'CLI-EXP-1 clients.export.headers-legacy-filtered': headersOn(
    { column: 'color', value: 'red' },
    'export-legacy-filtered color red',
  ),
});

export const exportErrors = scenariosIn({
  'CLI-EXP-3 clients.export.reads-plain-error': readsError(
    'error',
    protocol.PLAIN,
    'wrong-destination',
  ),
  'CLI-EXP-3 clients.export.reads-plain-message': readsError('message', protocol.PLAIN, 'no-data'),
  'CLI-EXP-3 clients.export.reads-json-api': readsError(
    'errors',
    protocol.JSON_API,
    'wrong-destination',
  ),
});

/** How languages write a member's name (`"error"`, `'error'`, `[error]`, `error`) and what stands behind it. */
const name = (names: string): string => `["'\\[]*(?:${names})["'\\]]*\\s*(?:=>|[:=])\\s*`;
/** How they begin a value: `"`, `'`, `string(39) "`. */
const VALUE = '(?:string\\(\\d+\\)\\s*)?["\']?';
/** How they begin and end an object: `{`, `Array (`, `map[`, `array(1) {`. */
const OPEN = '[{[(]\\s*';
const CLOSE = '["\']?\\s*,?\\s*[}\\])]';

/**
 * Finds an error body that was printed whole, in the notation of JSON, Python, PHP, Ruby, Go, Java or Node: an object
 * whose only member holds the text, or one with the members of a JSON:API error in their order. A line of a structured
 * log is neither.
 */
export function printedBody(text: string): RegExp {
  const plain = `${OPEN}${name('error|message')}${VALUE}${text}${CLOSE}`;
  const jsonApi = `${OPEN}${name('status')}${VALUE}(?:int\\()?\\d+[^{}]{0,80}?${name('title')}${VALUE}[\\w ]+[^{}]{0,80}?${name('detail')}${VALUE}${text}${CLOSE}`;
  return new RegExp(`${plain}|${jsonApi}`, 'g');
}
