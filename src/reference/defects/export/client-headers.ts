import { type Answer, answer } from '../../wire/answer.js';
import { withFieldOf } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const client = defectsOf('export', 'export.client');

const withField = withFieldOf('export');

const isList = ({ status, headers }: Answer): boolean =>
  status === 200 && /json/.test(headers['Content-Type'] ?? '');

const translated = (body: string): string =>
  body
    .replaceAll('Authentication token is required', 'Ein Authentifizierungs-Token ist erforderlich')
    .replaceAll('Provided token format is invalid', 'Das Format des Tokens ist ung\u00fcltig');

/**
 * Deliberate defects that depend on header fields of browsers and proxies. The document does not
 * mention these fields.
 */
export const EXPORT_CLIENT_HEADERS: readonly Defect[] = [
  ...client('EXP-AUTH-1', {
    // RocketChat/Rocket.Chat #10818: errors are translated by Accept-Language.
    'errors-in-the-language-of-the-client': subtle(
      'Error texts about tokens are in the language of `Accept-Language`.',
      withField('accept-language', /^de/i, (given) =>
        given.status < 400 ? given : { ...given, body: translated(given.body.toString()) },
      ),
    ),
  }),
  ...client('EXP-ROUTE-1', {
    // A front controller serves its single-page application to every browser.
    'browsers-get-a-page': blatant(
      'A request with `Sec-Fetch-Mode`, which browsers send, returns an HTML page.',
      withField('sec-fetch-mode', /./, (given) =>
        isList(given) ? answer(200, { 'Content-Type': 'text/html' }, '<html></html>') : given,
      ),
    ),
    // strapi/strapi #2068: a route is looked up by the forwarded host.
    'forwarded-host-is-not-found': subtle(
      'A request with `X-Forwarded-Host` returns 404.',
      withField('x-forwarded-host', /./, (given) =>
        isList(given)
          ? answer(404, { 'Content-Type': 'application/json' }, '{"error":"Not Found"}')
          : given,
      ),
    ),
    // The test for a redirect to HTTPS is inverted.
    'forwarded-protocol-redirects': subtle(
      'A request with `X-Forwarded-Proto: https` is redirected.',
      withField('x-forwarded-proto', /https/, (given) =>
        isList(given) ? answer(301, { Location: 'https://www.example.com/' }) : given,
      ),
    ),
  }),
  ...client('EXP-NEG-1', {
    // The server chooses the format by `X-Requested-With`, which scripts send, and not by `Accept`.
    'scripts-get-an-array': subtle(
      'A request with `X-Requested-With` returns an array for any Accept.',
      withField('x-requested-with', /./, (given) => {
        if (!isList(given) || !/vnd/.test(given.headers['Content-Type'] ?? '')) return given;
        const { data } = JSON.parse(given.body.toString()) as { readonly data: unknown };
        return {
          ...given,
          headers: { ...given.headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(data),
        };
      }),
    ),
  }),
];
