import { answer } from '../../wire/answer.js';
import { withFieldOf } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const client = defectsOf('platform', 'platform.client');
const withField = withFieldOf('platform');

/**
 * Defects that depend on header fields of browsers and proxies. The specification does not mention
 * these fields.
 */
export const PLATFORM_CLIENT_HEADERS: readonly Defect[] = client('PLT-PAGE-1', {
  // A front controller serves its single-page application to every browser.
  'browsers-get-a-page': blatant(
    'A request with `Sec-Fetch-Mode`, which browsers send, returns an HTML page.',
    withField('sec-fetch-mode', /./, (given) =>
      given.status === 200 ? answer(200, { 'Content-Type': 'text/html' }, '<html></html>') : given,
    ),
  ),
  // strapi/strapi #2068: a route is looked up by the forwarded host.
  'forwarded-host-is-not-found': subtle(
    'A request with `X-Forwarded-Host` returns 404.',
    withField('x-forwarded-host', /./, (given) =>
      given.status === 200 ? answer(404, { 'Content-Type': 'application/json' }, '{}') : given,
    ),
  ),
});
