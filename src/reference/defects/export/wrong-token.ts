/**
 * Defects of the export API in comparing well-formed tokens. Most of these defects accept a token
 * of another destination or of no destination. The others refuse a valid token, or return a wrong
 * error.
 */

import type { ExportBehaviour } from '../../export/index.js';
import type { Answer } from '../../wire/answer.js';
import { header } from '../../wire/call.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { isOn, problem } from './change.js';
import { WELL_FORMED_TOKEN } from './token.js';

const auth = defectsOf('export', 'export.auth');

const tokenMatches = (same: (sent: string, right: string) => boolean) =>
  inExport(() => ({
    isAuthorised: (sent, destination) => destination !== undefined && same(sent, destination.token),
  }));

/** Also accepts a token if `alsoWhen` returns true and the destination exists. */
const alsoAuthorisedWhen = (alsoWhen: ExportBehaviour['isAuthorised']) =>
  inExport(({ isAuthorised }) => ({
    isAuthorised: (token, destination, ask, all) =>
      isAuthorised(token, destination, ask, all) ||
      (destination !== undefined && alsoWhen(token, destination, ask, all)),
  }));

const withoutDashes = (token: string): string => token.replace(/[-_]/g, '');

export const EXPORT_WRONG_TOKEN: readonly Defect[] = [
  ...auth('EXP-AUTH-3', {
    'no-data-before-the-token': subtle(
      'A destination without data returns 404 for any well-formed token.',
      inExport(({ isAuthorised, dataOf }) => ({
        isAuthorised: (token, destination, ask, all) =>
          (destination !== undefined && dataOf(destination, ask, all) === undefined) ||
          isAuthorised(token, destination, ask, all),
      })),
    ),
    'prefix-token-accepted': subtle(
      'Any token that begins with the right token is accepted.',
      tokenMatches((sent, right) => sent.startsWith(right)),
    ),
    'beginning-of-token-accepted': subtle(
      'Any beginning of the right token is accepted.',
      tokenMatches((sent, right) => right.startsWith(sent)),
    ),
    'token-case-ignored': subtle(
      'The token is compared without regard to case.',
      tokenMatches((sent, right) => sent.toLowerCase() === right.toLowerCase()),
    ),
    'token-compared-up-to-16': subtle(
      'Only the first 16 characters of the token are compared.',
      tokenMatches((sent, right) => sent.slice(0, 16) === right.slice(0, 16)),
    ),
    'token-compared-by-length': subtle(
      'Any token of the right length is accepted.',
      tokenMatches((sent, right) => sent.length === right.length),
    ),
    'token-is-a-pattern': subtle(
      'An underscore in the sent token stands for any character, as in LIKE.',
      tokenMatches(
        (sent, right) =>
          sent.length === right.length &&
          [...sent].every((c, at) => c === '_' || c === right.charAt(at)),
      ),
    ),
    'token-hyphens-ignored': subtle(
      'Hyphens and underscores are ignored when tokens are compared, and a token of only these is accepted.',
      tokenMatches(
        (sent, right) => withoutDashes(sent) === withoutDashes(right) || withoutDashes(sent) === '',
      ),
    ),
    'characters-of-token-in-any-order': subtle(
      'A token with the characters of the right token in any order is accepted.',
      tokenMatches((sent, right) => [...sent].sort().join('') === [...right].sort().join('')),
    ),
    'underscore-refused': subtle(
      'A valid token with two underscores in a row is refused as malformed.',
      inExport(({ isWellFormed }) => ({
        isWellFormed: (token, ask) => isWellFormed(token, ask) && !token.includes('__'),
      })),
    ),
    'any-token-on-legacy-filtered': subtle(
      'On the legacy filtered route any well-formed token is accepted.',
      alsoAuthorisedWhen((_token, _destination, ask) => isOn(ask, 'legacy-filtered')),
    ),
    'any-token-on-legacy': subtle(
      'On the legacy route any well-formed token is accepted.',
      alsoAuthorisedWhen((_token, _destination, ask) => isOn(ask, 'legacy')),
    ),
    'long-tokens-accepted': subtle(
      'A token of more than 255 characters is accepted.',
      alsoAuthorisedWhen((token) => token.length > 255),
    ),
    'wrong-token-is-401': blatant(
      'A token of another destination returns 401.',
      problem('notAuthorized', () => ({ status: 401, title: 'Unauthorized' })),
    ),
    'wrong-token-text-cut': subtle(
      'The error text for a wrong token lacks its last word.',
      problem('notAuthorized', () => ({ detail: 'Token is not authorized for this' })),
    ),
    'answers-memoized-without-token': subtle(
      'A response with status 200 is cached, and returned to the same request with any well-formed token.',
      cachedWithoutToken,
    ),
  }),
  ...auth('EXP-AUTH-4', {
    'token-of-any-destination': blatant(
      'The token of any destination is accepted for every destination.',
      inExport(() => ({
        isAuthorised: (token, _destination, _ask, all) =>
          all.some((known) => known.token === token),
      })),
    ),
    'sibling-token-on-legacy': subtle(
      'On legacy routes the token of any destination is accepted for every destination.',
      alsoAuthorisedWhen(
        (token, _destination, ask, all) =>
          !isOn(ask, 'products') && all.some((known) => known.token === token),
      ),
    ),
    'sibling-token-under-filters': subtle(
      'With filters the token of any destination is accepted for every destination.',
      alsoAuthorisedWhen(
        (token, _destination, { call }, all) =>
          call.search.includes('filters') && all.some((known) => known.token === token),
      ),
    ),
    'sibling-token-once-seen': subtle(
      'A token that was used for its own destination is afterwards accepted for every destination.',
      inExport(({ isAuthorised }) => {
        const seen = new Set<string>();
        return {
          isAuthorised: (token, destination, ask, all) => {
            if (isAuthorised(token, destination, ask, all)) seen.add(token);
            return destination !== undefined && seen.has(token);
          },
        };
      }),
    ),
  }),
];

/** A cache of responses whose key does not contain the token. */
function cachedWithoutToken(healthy: Parameters<Defect['apply']>[0]): ReturnType<Defect['apply']> {
  const cached = new Map<string, Answer>();
  return {
    ...healthy,
    around: (handle) => {
      const inner = healthy.around(handle);
      return async (call) => {
        const key = `${call.path}?${call.search} ${header(call, 'accept')} ${header(call, 'x-destination-id')}`;
        const mayUseCache =
          call.mount === 'export' && WELL_FORMED_TOKEN.test(header(call, 'x-ea-auth-token') ?? '');
        const known = mayUseCache ? cached.get(key) : undefined;
        if (known !== undefined) return known;
        const given = await inner(call);
        if (call.mount === 'export' && given.status === 200 && call.method === 'GET')
          cached.set(key, given);
        return given;
      };
    },
  };
}
