/** Defects of the export API in its handling of missing and malformed tokens. */

import { header } from '../../wire/call.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { isOn, problem } from './change.js';

const auth = defectsOf('export', 'export.auth');

/** Stands for the token of a request that is accepted without one. */
const NO_TOKEN = 'anybody';

const acceptedTokens = (pattern: RegExp) =>
  inExport(() => ({ isWellFormed: (token) => pattern.test(token) }));

export const EXPORT_AUTH: readonly Defect[] = [
  ...auth('EXP-AUTH-1', {
    'missing-token-is-403': blatant(
      'A request without a token returns 403 instead of 401.',
      problem('tokenMissing', () => ({ status: 403, title: 'Forbidden' })),
    ),
    'missing-token-text-has-a-full-stop': subtle(
      'The error text for a missing token ends in a full stop.',
      problem('tokenMissing', ({ detail }) => ({ detail: `${detail}.` })),
    ),
    'missing-token-taken-for-malformed': subtle(
      'A request without a token returns the error text for a malformed token.',
      problem('tokenMissing', () => ({ detail: 'Provided token format is invalid' })),
    ),
    'legacy-filtered-needs-no-token': subtle(
      'The legacy filtered route returns products without a token.',
      inExport(({ tokenOf, isAuthorised, route }) => ({
        tokenOf: (call) =>
          tokenOf(call) ??
          (route(call.path, call)?.kind === 'legacy-filtered' ? NO_TOKEN : undefined),
        isAuthorised: (token, destination, ask, all) =>
          token === NO_TOKEN && isOn(ask, 'legacy-filtered')
            ? destination !== undefined
            : isAuthorised(token, destination, ask, all),
      })),
    ),
    'json-api-needs-no-token': subtle(
      'With `Accept: application/vnd.api+json`, products are returned without a token.',
      inExport(({ tokenOf, isAuthorised }) => ({
        tokenOf: (call) =>
          tokenOf(call) ??
          (header(call, 'accept') === 'application/vnd.api+json' ? NO_TOKEN : undefined),
        isAuthorised: (token, destination, ask, all) =>
          token === NO_TOKEN
            ? destination !== undefined
            : isAuthorised(token, destination, ask, all),
      })),
    ),
  }),
  ...auth('EXP-AUTH-2', {
    'dot-allowed-in-token': subtle('A dot is accepted in a token.', acceptedTokens(/^[\w.-]+$/)),
    'format-with-a-wide-range': subtle(
      'All characters between `A` and `z` are accepted in a token, including `^`.',
      acceptedTokens(/^[A-z0-9-]+$/),
    ),
    'format-open-at-the-end': subtle(
      'Only the first character of a token is checked.',
      acceptedTokens(/^[\w-]/),
    ),
    'format-open-at-the-start': subtle(
      'Only the last character of a token is checked.',
      acceptedTokens(/[\w-]$/),
    ),
    'format-not-checked': blatant(
      'The format of a token is not checked.',
      inExport(() => ({ isWellFormed: () => true })),
    ),
    'format-not-checked-on-legacy': subtle(
      'On legacy routes the format of a token is not checked.',
      inExport(({ isWellFormed }) => ({
        isWellFormed: (token, ask) => !isOn(ask, 'products') || isWellFormed(token, ask),
      })),
    ),
    'letters-of-any-script': subtle(
      'Letters with accents (U+00C0 to U+00FF) are accepted in a token.',
      acceptedTokens(/^[\w\-\u00c0-\u00ff]+$/),
    ),
    'malformed-token-is-403': blatant(
      'A malformed token returns 403.',
      problem('tokenMalformed', () => ({ status: 403, title: 'Forbidden' })),
    ),
    'malformed-token-text-in-other-case': subtle(
      'Every word of the error text for a malformed token begins with a capital letter.',
      problem('tokenMalformed', () => ({ detail: 'Provided Token Format Is Invalid' })),
    ),
    'bad-end-cut-off': subtle(
      'Invalid characters at the end of a token are ignored.',
      inExport(({ tokenOf }) => ({
        tokenOf: (call) => tokenOf(call)?.replace(/(?<=[\w-])[^\w-]+$/, ''),
      })),
    ),
  }),
];
