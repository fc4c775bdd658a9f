import { gzipSync } from 'node:zlib';
import type { Change } from '../behaviour.js';
import { answersOf, inExport } from '../defects/change.js';
import { isObject } from '../defects/export-body.js';
import { BadQuery, Rejected } from '../export/index.js';
import { type Answer, answer, json } from '../wire/answer.js';
import { header } from '../wire/call.js';
import { answers, changes, jsonTexts, variants } from './variant.js';

/** Edits the names and values of all header fields. */
const fields = (edit: (name: string, value: string) => readonly [string, string]): Change =>
  answers((given) => ({
    ...given,
    headers: Object.fromEntries(Object.entries(given.headers).map(([name, value]) => edit(name, value))),
  }));

const typed = (suffix: string): Change =>
  fields((name, value) => [name, name === 'Content-Type' ? `${value.split(';')[0]}${suffix}` : value]);

const bytes = ({ body }: Answer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);

const chunked: Change = (healthy) => ({
  ...healthy,
  deliver: (given, response, call) => {
    response.writeHead(given.status, { ...given.headers });
    const body = call.method === 'HEAD' || given.status === 204 ? Buffer.alloc(0) : bytes(given);
    // Cut in the middle of characters as well.
    for (let at = 0; at < body.length; at += 1021) response.write(body.subarray(at, at + 1021));
    response.end();
  },
});

const gzipped = answers((given, call) =>
  /\bgzip\b/.test(header(call, 'accept-encoding') ?? '') && given.body.length > 0
    ? {
        ...given,
        body: gzipSync(bytes(given)),
        headers: { ...given.headers, 'Content-Encoding': 'gzip', Vary: 'Accept, Accept-Encoding' },
      }
    : given,
);

/** Status line and fields by hand: Node itself always says HTTP/1.1. The end of the body is the end of the connection. */
const http10: Change = (healthy) => ({
  ...healthy,
  deliver: (given, response, call) => {
    const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.0 ${given.status} Answer\r\n${lines.join('')}\r\n`;
    response.socket?.end(Buffer.concat([Buffer.from(head), call.method === 'HEAD' ? Buffer.alloc(0) : bytes(given)]));
  },
});

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turned(member)]),
  );
};

const onJson = (edit: (value: unknown) => unknown): Change =>
  jsonTexts((text) => JSON.stringify(edit(JSON.parse(text))));

const escaped = (text: string): string =>
  text
    .replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');

const extraMembers = onJson((value) => {
  if (!isObject(value)) return value;
  const extra = { ...value, links: { self: '/' }, jsonapi: { version: '1.1' } };
  return isObject(value.meta) && !('cursor' in value.meta)
    ? { ...extra, meta: { ...value.meta, pages: 1, took: 3 } }
    : extra;
});

const extraInErrors = inExport(() => ({
  problemBody: (problem, format) =>
    format === 'json'
      ? { [problem.key]: problem.detail, code: problem.status, trace: null }
      : {
          errors: [
            { id: 'e-1', status: problem.status, code: 'E', title: problem.title, detail: problem.detail, links: {} },
          ],
          jsonapi: { version: '1.1' },
        },
}));

const methods = (status: number): Change =>
  answersOf('export', (given, call) =>
    call.method === 'HEAD' || call.method === 'OPTIONS'
      ? answer(status, { 'Content-Type': 'application/json' }, '{"error":"Not here"}')
      : given,
  );

/** What the document does not foresee is answered in another way than 400. */
const badQueries = (status: number, title: string): Change =>
  inExport(({ problems }) => ({
    problems: { ...problems, badQuery: (text) => ({ ...problems.badQuery(text), status, title }) },
  }));

const lenient = inExport(({ readQuery }) => ({
  readQuery: (table, ask, rules) => {
    try {
      return readQuery(table, ask, rules);
    } catch (fault) {
      if (!(fault instanceof BadQuery)) throw fault;
      return readQuery(
        table,
        {
          ...ask,
          route: { kind: 'products', siteId: '', channelId: '', destinationId: '' },
          call: { ...ask.call, search: '' },
        },
        rules,
      );
    }
  },
}));

const unknownDestinationIs404 = inExport(({ isAuthorised, problems }) => ({
  isAuthorised: (token, destination, ask, all) => {
    if (destination === undefined) throw new Rejected(problems.noData());
    return isAuthorised(token, destination, ask, all);
  },
}));

const pathSpelled = (spell: (path: string) => string): Change =>
  inExport(({ problems }) => ({ problems: { ...problems, noRoute: (path) => problems.noRoute(spell(path)) } }));

/** What clients of HTTP and JSON must not care about. */
export const WIRE = variants('wire', {
  'fields-in-lower-case': [
    'Header fields are in lower case.',
    { behaviour: fields((name, value) => [name.toLowerCase(), value]) },
  ],
  'fields-in-upper-case': [
    'Header fields are in upper case.',
    { behaviour: fields((name, value) => [name.toUpperCase(), value]) },
  ],
  'charset-parameter': ['Media types have a charset.', { behaviour: typed('; charset=utf-8') }],
  'charset-quoted': [
    'Media types have a quoted charset in upper case, without a blank.',
    { behaviour: typed(';charset="UTF-8"') },
  ],
  'types-in-other-case': [
    'Media types are written in capitals.',
    {
      behaviour: fields((name, value) => [
        name,
        name === 'Content-Type' ? value.replace(/^[^;]+/, (type) => type.toUpperCase()) : value,
      ]),
    },
  ],
  chunked: ['Bodies come in chunks.', { behaviour: chunked }],
  gzip: ['Bodies are compressed where that is accepted.', { behaviour: gzipped }],
  'http-1.0': ['Answers are HTTP/1.0, and end with the connection.', { behaviour: http10 }],
  'connection-close': [
    'Every answer closes its connection.',
    { behaviour: answers((given) => ({ ...given, headers: { ...given.headers, Connection: 'close' } })) },
  ],
  'members-turned': ['The members of objects come in reverse order.', { behaviour: onJson(turned) }],
  'pretty-printed': [
    'JSON is pretty-printed.',
    { behaviour: jsonTexts((text) => `${JSON.stringify(JSON.parse(text), null, 4)}\n`) },
  ],
  'escaped-unicode': [
    'JSON holds escapes instead of characters beyond ASCII, and escaped slashes.',
    { behaviour: jsonTexts(escaped) },
  ],
  'extra-members': ['Objects have members that nobody asked for.', { behaviour: extraMembers }],
  'extra-members-in-errors': ['Errors have members that nobody asked for.', { behaviour: extraInErrors }],
  'not-cacheable': [
    'Lists may not be stored, and so do not say what they vary by.',
    {
      behaviour: inExport(({ headers }) => ({
        headers: (format, ask) => ({
          'Content-Type': headers(format, ask)['Content-Type'] ?? '',
          'Cache-Control': 'no-store',
        }),
      })),
    },
  ],
  'vary-more': [
    'Lists vary by more than Accept.',
    {
      behaviour: inExport(({ headers }) => ({
        headers: (format, ask) => ({ ...headers(format, ask), Vary: 'Origin, accept, Accept-Encoding' }),
      })),
    },
  ],
  slow: ['Every answer takes some milliseconds.', { latencyMs: { min: 1, max: 8, seed: 3 } }],
  'head-and-options-405': ['HEAD and OPTIONS are answered 405.', { behaviour: methods(405) }],
  'head-and-options-404': ['HEAD and OPTIONS are answered 404.', { behaviour: methods(404) }],
  'head-and-options-200': ['HEAD and OPTIONS are answered 200.', { behaviour: methods(200) }],
  'unforeseen-is-422': [
    'What the document does not foresee is answered 422.',
    { behaviour: badQueries(422, 'Unprocessable Content') },
  ],
  'unforeseen-is-404': [
    'What the document does not foresee is answered 404.',
    { behaviour: badQueries(404, 'Not Found') },
  ],
  'unforeseen-is-ignored': [
    'A query that the document does not foresee gets the first page of everything.',
    { behaviour: lenient },
  ],
  'unknown-destination-is-404': [
    'A destination that does not exist is answered 404.',
    { behaviour: unknownDestinationIs404 },
  ],
  'route-without-slash': [
    'The text for an unknown route gives the path without its slash.',
    { behaviour: pathSpelled((path) => path.replace(/^\//, '')) },
  ],
  'route-with-base-path': [
    'The text for an unknown route gives the path with that of the base URL.',
    { behaviour: pathSpelled((path) => `/export-api${path}`) },
  ],
  'json-api-by-default': [
    'Any type at all, `*/*`, gets JSON:API.',
    {
      behaviour: inExport(({ negotiate }) => ({
        negotiate: (accept, call) => (accept === '*/*' ? 'json-api' : negotiate(accept, call)),
      })),
    },
  ],
  'separate-ports': [
    'Every interface has a port of its own, and no prefix.',
    { separatePorts: true, prefixes: { export: '', templates: '', auth: '', platform: '', handover: '' } },
  ],
  'everything-at-once': [
    'Chunks, escapes, members in reverse, fields in lower case, and a connection for each answer.',
    {
      latencyMs: 1,
      behaviour: changes(
        chunked,
        answers((given) => ({ ...given, headers: { ...given.headers, connection: 'close' } })),
        fields((name, value) => [name.toLowerCase(), value]),
        jsonTexts(escaped),
        onJson(turned),
      ),
    },
  ],
  'greeting-of-its-own': [
    'The greeting is another page.',
    { behaviour: inExport(() => ({ welcome: () => answer(200, { 'Content-Type': 'text/html' }, 'Hello') })) },
  ],
  'options-of-json': [
    'Faults of method are JSON of another shape.',
    { behaviour: answersOf('export', (given) => (given.status === 405 ? json(405, { detail: 'no' }) : given)) },
  ],
});
