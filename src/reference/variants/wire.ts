/**
 * Variants of the reference server that differ in the notation of HTTP and JSON. Clients must
 * accept each of them.
 */

import { gzipSync } from 'node:zlib';
import type { Change } from '../behaviour.js';
import { isObject } from '../defects/export/body.js';
import type { Answer } from '../wire/answer.js';
import { header } from '../wire/call.js';
import { answers, changes, jsonTexts, variants } from './variant.js';

/** Edits the names and values of all header fields. */
const fields = (edit: (name: string, value: string) => readonly [string, string]): Change =>
  answers((given) => ({
    ...given,
    headers: Object.fromEntries(
      Object.entries(given.headers).map(([name, value]) => edit(name, value)),
    ),
  }));

const withTypeParameters = (suffix: string): Change =>
  fields((name, value) => [
    name,
    name === 'Content-Type' ? `${value.split(';')[0]}${suffix}` : value,
  ]);

const bytes = ({ body }: Answer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);

/** Sends the body in chunks, without `Content-Length`. */
const chunked: Change = (healthy) => ({
  ...healthy,
  deliver: (given, response, call) => {
    response.writeHead(given.status, { ...given.headers });
    const body = call.method === 'HEAD' || given.status === 204 ? Buffer.alloc(0) : bytes(given);
    // A chunk may end within a character.
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

/**
 * Sends an HTTP/1.0 response. The function writes to the socket, because Node always sends
 * HTTP/1.1. The end of the connection marks the end of the body.
 */
const http10: Change = (healthy) => ({
  ...healthy,
  deliver: (given, response, call) => {
    const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.0 ${given.status} Answer\r\n${lines.join('')}\r\n`;
    response.socket?.end(
      Buffer.concat([Buffer.from(head), call.method === 'HEAD' ? Buffer.alloc(0) : bytes(given)]),
    );
  },
});

const withMembersReversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMembersReversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, withMembersReversed(member)]),
  );
};

const onJson = (edit: (value: unknown) => unknown): Change =>
  jsonTexts((text) => JSON.stringify(edit(JSON.parse(text))));

/** The text is JSON, in which these characters occur only within strings. */
const escapeText = (text: string): string =>
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

export const WIRE = variants('wire', {
  'fields-in-lower-case': [
    'The names of header fields are in lower case.',
    { behaviour: fields((name, value) => [name.toLowerCase(), value]) },
  ],
  'fields-in-upper-case': [
    'The names of header fields are in upper case.',
    { behaviour: fields((name, value) => [name.toUpperCase(), value]) },
  ],
  'charset-parameter': [
    '`Content-Type` has a charset parameter.',
    { behaviour: withTypeParameters('; charset=utf-8') },
  ],
  'charset-quoted': [
    '`Content-Type` has a quoted charset in upper case, without a space before the parameter.',
    { behaviour: withTypeParameters(';charset="UTF-8"') },
  ],
  'types-in-other-case': [
    'The media type in `Content-Type` is in upper case.',
    {
      behaviour: fields((name, value) => [
        name,
        name === 'Content-Type' ? value.replace(/^[^;]+/, (type) => type.toUpperCase()) : value,
      ]),
    },
  ],
  chunked: ['Bodies are sent in chunks.', { behaviour: chunked }],
  gzip: ['Bodies are compressed if the request accepts gzip.', { behaviour: gzipped }],
  'http-1.0': [
    'Responses are HTTP/1.0, and the end of the connection marks the end of the body.',
    { behaviour: http10 },
  ],
  'connection-close': [
    'The connection is closed after every response.',
    {
      behaviour: answers((given) => ({
        ...given,
        headers: { ...given.headers, Connection: 'close' },
      })),
    },
  ],
  'members-turned': [
    'The members of objects are in reverse order.',
    { behaviour: onJson(withMembersReversed) },
  ],
  'pretty-printed': [
    'JSON is pretty-printed.',
    { behaviour: jsonTexts((text) => `${JSON.stringify(JSON.parse(text), null, 4)}\n`) },
  ],
  'escaped-unicode': [
    'Non-ASCII characters and slashes are escaped in JSON.',
    { behaviour: jsonTexts(escapeText) },
  ],
  'extra-members': ['Objects have additional members.', { behaviour: extraMembers }],
  slow: [
    'Every response is delayed by some milliseconds.',
    { latencyMs: { min: 1, max: 8, seed: 3 } },
  ],
  'separate-ports': [
    'Every interface has its own port and no path prefix.',
    {
      separatePorts: true,
      prefixes: { export: '', templates: '', auth: '', platform: '', handover: '' },
    },
  ],
  'everything-at-once': [
    'Bodies are sent in chunks, characters are escaped, members are in reverse order, header fields are in lower case, and each response closes its connection.',
    {
      latencyMs: 1,
      // The last of these changes edits a response first. The changes of JSON need `Content-Type`,
      // so they are listed after the change to lower case.
      behaviour: changes(
        chunked,
        answers((given) => ({ ...given, headers: { ...given.headers, connection: 'close' } })),
        fields((name, value) => [name.toLowerCase(), value]),
        jsonTexts(escapeText),
        onJson(withMembersReversed),
      ),
    },
  ],
});
