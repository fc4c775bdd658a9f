/** Defects in which the server refuses header fields that common clients send. */

import { answer, json } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import { answersOf, withFieldOf } from './change.js';
import { type Defect, defectsOf, subtle } from './defect.js';

const FORBIDDEN = answer(403, { 'Content-Type': 'text/plain' }, 'Forbidden');

/** Returns 403 to requests with a header field, after the server has processed them. */
const refusing = (mount: Call['mount'], name: string) =>
  withFieldOf(mount)(name, /./, () => FORBIDDEN);

export const CLIENT_FIELDS: readonly Defect[] = [
  ...defectsOf('export', 'export.client')('EXP-ROUTE-1', {
    // Rack::Protection::JsonCsrf refuses JSON for pages of another site.
    'referer-of-another-site-is-refused': subtle(
      'A plain JSON list is refused if `Referer` names another site and there is no `X-Requested-With`.',
      answersOf('export', (given, call) =>
        /^application\/json/.test(given.headers['Content-Type'] ?? '') &&
        header(call, 'referer') !== undefined &&
        header(call, 'x-requested-with') === undefined
          ? FORBIDDEN
          : given,
      ),
    ),
    'h2c-is-400': subtle(
      'A request that offers to switch to HTTP/2 returns 400.',
      withFieldOf('export')('upgrade', /h2c/, () => json(400, { error: 'Bad Request' })),
    ),
    'cookies-are-refused': subtle(
      'A request with a cookie is refused.',
      refusing('export', 'cookie'),
    ),
  }),
  ...defectsOf('templates', 'tokens.client')('TOK-REQ-1', {
    'expect-is-417': subtle(
      'A token request with `Expect: 100-continue` returns 417.',
      withFieldOf('auth')('expect', /./, () => answer(417)),
    ),
    'referer-is-refused': subtle(
      'A token request with a `Referer` is refused.',
      refusing('auth', 'referer'),
    ),
  }),
  ...defectsOf('templates', 'templates.client')('ETM-AUTH-1', {
    'referer-is-refused': subtle(
      'A call with a `Referer` is refused.',
      refusing('templates', 'referer'),
    ),
  }),
  ...defectsOf('platform', 'platform.client')('PLT-PAGE-1', {
    'origin-is-refused': subtle(
      'A request with `Origin` is refused.',
      refusing('platform', 'origin'),
    ),
  }),
  ...defectsOf('handover', 'handover.client')('HND-AUTH-1', {
    'origin-is-refused-in-text': subtle(
      'A request with `Origin` is refused in plain text.',
      refusing('handover', 'origin'),
    ),
  }),
  ...defectsOf('handover', 'handover.client')('HND-OK-1', {
    'refused-for-referer-but-done': subtle(
      'A handover with a `Referer` is refused with 403, after it transferred the resources.',
      refusing('handover', 'referer'),
    ),
  }),
];
