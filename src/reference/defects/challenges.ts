/** Defects of `WWW-Authenticate`, which every 401 must have (RFC 9110 section 11.6.1). */

import type { Mount } from '../wire/call.js';
import { answersOf } from './change.js';
import { type Defect, defectsOf, subtle } from './defect.js';

/** Replaces the field of every 401. Undefined leaves it out. */
const challenge = (mount: Mount, value?: string) =>
  answersOf(mount, (given) => {
    if (given.status !== 401) return given;
    const { 'WWW-Authenticate': _, ...headers } = given.headers;
    return {
      ...given,
      headers: value === undefined ? headers : { ...headers, 'WWW-Authenticate': value },
    };
  });

export const CHALLENGES: readonly Defect[] = [
  ...defectsOf('templates', 'tokens.challenge')('TOK-ERR-7', {
    missing: subtle('A 401 of the token endpoint has no `WWW-Authenticate`.', challenge('auth')),
  }),
  ...defectsOf('templates', 'templates.challenge')('ETM-AUTH-8', {
    missing: subtle('A 401 has no `WWW-Authenticate`.', challenge('templates')),
    'of-another-scheme': subtle(
      'A 401 names the scheme Basic instead of Bearer.',
      challenge('templates', 'Basic realm="export-templates"'),
    ),
    'error-without-a-token': subtle(
      'A call without a token returns the error `invalid_token` in `WWW-Authenticate`.',
      challenge('templates', 'Bearer realm="export-templates", error="invalid_token"'),
    ),
  }),
  ...defectsOf('platform', 'platform.challenge')('PLT-AUTH-2', {
    missing: subtle('A 401 has no `WWW-Authenticate`.', challenge('platform')),
  }),
  ...defectsOf('handover', 'handover.challenge')('HND-AUTH-3', {
    missing: subtle('A 401 has no `WWW-Authenticate`.', challenge('handover')),
  }),
];
