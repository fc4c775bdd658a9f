/** Variants that treat unusual requests as common frameworks, proxies and languages do. */

import type { Change } from '../behaviour.js';
import { answersOf, inExport, inTokens } from '../defects/change.js';
import { Rejected } from '../export/problems.js';
import { OAuthProblem } from '../templates/oauth-problem.js';
import { answer, json } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import { changes, type Variant, variants } from './variant.js';

/**
 * Merges slashes, resolves dot segments, and decodes escaped letters, as nginx does. A final slash
 * is removed, too.
 */
function normalized(path: string): string {
  const letters = path.replace(/%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/gi, decodeURIComponent);
  const merged = letters
    .replace(/\/{2,}/g, '/')
    .replaceAll('/./', '/')
    .replace(/\/[^/]+\/\.\.\//g, '/');
  return withoutSlash(merged);
}

const behindNginx: Change = (healthy) => ({
  ...healthy,
  around: (handle) => {
    const inner = healthy.around(handle);
    return (call) =>
      inner(call.path === normalized(call.path) ? call : { ...call, path: normalized(call.path) });
  },
});

/** Refuses paths with dot segments or `;`, and headers that override the method or the path. */
const firewall = (mount: Call['mount'], status: number) =>
  answersOf(mount, (given, call) =>
    /\/\.\.?\/|;/.test(call.path) ||
    ['x-original-url', 'x-rewrite-url', 'x-http-method-override'].some(
      (name) => header(call, name) !== undefined,
    )
      ? answer(status, { 'Content-Type': 'text/html' }, '<h1>Blocked</h1>')
      : given,
  );

/** Requires a token and a destination even for an unknown path. */
const authenticatedFirst = inExport(({ route, problems }) => ({
  route: (path, call) => {
    const found = route(path, call);
    if (found !== undefined) return found;
    if (header(call, 'x-ea-auth-token') === undefined) throw new Rejected(problems.tokenMissing());
    if (header(call, 'x-destination-id') === undefined)
      throw new Rejected(problems.destinationMissing());
    return undefined;
  },
}));

/** The last value of each header field. `raw` contains names and values in turn. */
const lastValues = (raw: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : [])),
  );

/** Matches NUL, and some escapes that are not valid UTF-8. */
const MALFORMED = /%(?![0-9A-F]{2})|%FF|%C3(?!%)|%ED%A0%80|%00/gi;
const isMalformed = (text: string): boolean => text.search(MALFORMED) >= 0;

/** Reads underscores in names as hyphens. A field that has this name already keeps its value. */
const withHyphens = (headers: Call['headers']): Call['headers'] => ({
  ...Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replaceAll('_', '-'), value]),
  ),
  ...headers,
});

const EXPORT_PARAMETERS = /^(?:(?:limit|offset|orderBy|groupBy|mode)$|filters\b)/;

/** The path without its final slash. The root `/` stays unchanged. */
const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

export const FRAMEWORKS: readonly Variant[] = [
  ...variants('framework', {
    nginx: [
      'A proxy normalizes the path of a request, so that `//` is read as `/`.',
      { behaviour: behindNginx },
    ],
    express: [
      'A path may also be written in upper case, or with a trailing slash.',
      {
        // Five capitals in a row show a path in upper case, such as `/SITES/1/CHANNELS/2`.
        behaviour: inExport(({ route }) => ({
          route: (path, call) =>
            route(withoutSlash(path), call) ??
            (/[A-Z]{5}/.test(path) ? route(withoutSlash(path).toLowerCase(), call) : undefined),
        })),
      },
    ],
    redirects: [
      'An address with a trailing slash is redirected.',
      {
        behaviour: changes(
          ...(['export', 'templates', 'handover'] as const).map((mount) =>
            answersOf(mount, (given, { path }) =>
              /.\/$/.test(path)
                ? answer(308, { Location: path.replace(/\/+$/, '') || '/' })
                : given,
            ),
          ),
        ),
      },
    ],
    'malformed-escapes-are-400': [
      'Malformed escapes and NUL in an address are refused in HTML, before the request is read.',
      {
        behaviour: changes(
          ...(['export', 'platform', 'templates'] as const).map((mount) =>
            answersOf(mount, (given, { path, search }) =>
              isMalformed(path) || isMalformed(search)
                ? answer(400, { 'Content-Type': 'text/html' }, '<h1>Bad Request</h1>')
                : given,
            ),
          ),
        ),
      },
    ],
    'semicolons-are-refused': [
      'A query with a semicolon that is not escaped is refused.',
      {
        behaviour: answersOf('export', (given, { search }) =>
          search.includes(';')
            ? answer(400, { 'Content-Type': 'text/html' }, '<h1>Bad Request</h1>')
            : given,
        ),
      },
    ],
    'long-header-fields-are-431': [
      'A request with more than 8,192 characters of header fields is refused, as Jetty does.',
      {
        behaviour: changes(
          ...(['export', 'platform', 'templates', 'handover', 'auth'] as const).map((mount) =>
            answersOf(mount, (given, { headers }) =>
              JSON.stringify(headers).length > 8192
                ? answer(431, { 'Content-Type': 'text/html' }, '<h1>Bad Message 431</h1>')
                : given,
            ),
          ),
        ),
      },
    ],
    'malformed-escapes-are-replaced': [
      'Malformed escapes in a query are read as U+FFFD.',
      {
        behaviour: (healthy) => ({
          ...healthy,
          around: (handle) => {
            const inner = healthy.around(handle);
            return (call) =>
              inner(
                isMalformed(call.search)
                  ? { ...call, search: call.search.replace(MALFORMED, '%EF%BF%BD') }
                  : call,
              );
          },
        }),
      },
    ],
    'hyphens-and-underscores-are-one': [
      'Underscores in the names of header fields are read as hyphens, as CGI does.',
      {
        behaviour: (healthy) => ({
          ...healthy,
          around: (handle) => {
            const inner = healthy.around(handle);
            return (call) => inner({ ...call, headers: withHyphens(call.headers) });
          },
        }),
      },
      ['EXP-AUTH-6', 'EXP-AUTH-12'],
    ],
    'accept-taken-literally': [
      'Only an Accept that begins with the JSON:API type selects it.',
      {
        behaviour: inExport(() => ({
          negotiate: (accept) =>
            accept?.toLowerCase().startsWith('application/vnd.api+json') === true &&
            !/;\s*q=0(?:\.0*)?(?![\d.])|json-/.test(accept)
              ? 'json-api'
              : 'json',
        })),
      },
      ['EXP-NEG-11'],
    ],
    'strict-parameters': [
      'A request with an undocumented parameter returns 400.',
      {
        behaviour: answersOf('export', (given, { search }) =>
          given.status < 300 &&
          [...new URLSearchParams(search).keys()].some((name) => !EXPORT_PARAMETERS.test(name))
            ? json(400, { error: 'Unknown parameter' })
            : given,
        ),
      },
    ],
    'authenticated-before-routed': [
      'Token and X-Destination-Id are checked before an unknown path returns 404.',
      { behaviour: authenticatedFirst },
    ],
    firewall: [
      'A firewall returns 403 for dot segments, `;`, and headers that override method or path.',
      {
        behaviour: changes(
          firewall('export', 403),
          firewall('templates', 403),
          firewall('handover', 403),
        ),
      },
    ],
    'strict-firewall': [
      'A firewall returns 400 for dot segments, `;`, and headers that override method or path.',
      {
        behaviour: changes(
          firewall('export', 400),
          firewall('templates', 400),
          firewall('handover', 400),
        ),
      },
    ],
    'method-overridden': [
      '`X-HTTP-Method-Override` replaces the method, and `X-Original-URL` replaces the path.',
      {
        behaviour: (healthy) => ({
          ...healthy,
          around: (handle) => {
            const inner = healthy.around(handle);
            return (call) =>
              inner({
                ...call,
                method: header(call, 'x-http-method-override') ?? call.method,
                path: header(call, 'x-original-url') ?? call.path,
              });
          },
        }),
      },
    ],
    'last-field-counts': [
      'Only the last of duplicate header fields is used.',
      {
        behaviour: (healthy) => ({
          ...healthy,
          around: (handle) => {
            const inner = healthy.around(handle);
            return (call) =>
              inner({ ...call, headers: { ...call.headers, ...lastValues(call.rawHeaders) } });
          },
        }),
      },
    ],
    'repeated-fields-are-400': [
      'A request with duplicate header fields is refused.',
      {
        behaviour: answersOf('export', (given, { rawHeaders }) => {
          const names = rawHeaders
            .filter((_, at) => at % 2 === 0)
            .map((name) => name.toLowerCase());
          return new Set(names).size < names.length
            ? json(400, { error: 'A header field comes twice' })
            : given;
        }),
      },
    ],
    'integers-of-a-language': [
      'Destination ids with leading zeros, a sign, or a fraction such as `.0` are accepted.',
      {
        behaviour: inExport(({ destinationIdOf }) => ({
          destinationIdOf: (ask, problems) => {
            const { call, route } = ask;
            const written =
              route.kind === 'products'
                ? route.destinationId
                : (header(call, 'x-destination-id') ?? '');
            return /^[+-]?0*\d{1,9}(?:\.0+)?$/.test(written)
              ? Number(written)
              : destinationIdOf(ask, problems);
          },
        })),
      },
    ],
  }),
  ...variants('tokens', {
    'origins-refused': [
      'A token request with `Origin` is refused, because no browser may have the secret.',
      {
        behaviour: answersOf('auth', (given, call) =>
          header(call, 'origin') === undefined ? given : json(400, { error: 'invalid_request' }),
        ),
      },
    ],
    'secrets-trimmed': [
      'Client ids and secrets are compared without surrounding spaces and in the Unicode form NFC.',
      {
        behaviour: inTokens(({ authenticate }) => ({
          authenticate: ({ id, secret }, clients, call) =>
            authenticate(
              { id: id.trim().normalize('NFC'), secret: secret.trim().normalize('NFC') },
              clients,
              call,
            ),
        })),
      },
    ],
    'long-secrets-are-400': [
      'A secret of several lines, or of more than 255 characters, is refused as malformed.',
      {
        behaviour: inTokens(({ authenticate }) => ({
          authenticate: (sent, clients, call) => {
            if (sent.secret.length > 255 || sent.secret.includes('\n'))
              throw new OAuthProblem(400, 'invalid_request', 'The secret is malformed');
            return authenticate(sent, clients, call);
          },
        })),
      },
    ],
    'basic-alone': [
      'A request with `Authorization` and a `client_id` in the form is refused.',
      {
        behaviour: inTokens(({ credentialsOf }) => ({
          credentialsOf: (call, form) => {
            if (header(call, 'authorization') !== undefined && form.has('client_id'))
              throw new OAuthProblem(
                400,
                'invalid_request',
                'Two ways of client authentication at once',
              );
            return credentialsOf(call, form);
          },
        })),
      },
    ],
  }),
  ...variants('templates', {
    'no-such-address': [
      'The path is checked before Authorization.',
      {
        behaviour: answersOf('templates', (given, { path }) =>
          path === '/V1/export-templates' ? given : json(404, { error: 'Not found' }),
        ),
      },
    ],
  }),
];
