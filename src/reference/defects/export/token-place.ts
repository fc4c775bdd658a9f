/**
 * Defects of the export API that depend on the letter case of header fields, accept the token in a
 * wrong place, or repeat it in an error.
 */

import { Rejected } from '../../export/index.js';
import { type Call, header } from '../../wire/call.js';
import { answersOf, inExport, jsonOf } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { isObject } from './body.js';
import { isOn } from './change.js';
import { presentedToken } from './token.js';

const auth = defectsOf('export', 'export.auth');

/** Reads the token from another place if its header is missing. */
const tokenAlsoFrom = (find: (call: Call) => string | undefined) =>
  inExport(({ tokenOf }) => ({ tokenOf: (call) => tokenOf(call) ?? find(call) }));

const fromQuery =
  (...names: readonly string[]) =>
  ({ search }: Call): string | undefined => {
    for (const [name, value] of new URLSearchParams(search))
      if (names.includes(name.toLowerCase())) return value;
    return undefined;
  };

/** The value of a header field whose name has exactly this letter case. */
const fieldAsSent = (call: Call, name: string): string | undefined => {
  const nameIndex = call.rawHeaders.findIndex((field, index) => index % 2 === 0 && field === name);
  return nameIndex < 0 ? undefined : call.rawHeaders[nameIndex + 1];
};

/** Puts the token of the request into the body of an error. */
const echoed = (status: number) =>
  jsonOf('export', (body, given, call) => {
    const token = presentedToken(call);
    return given.status === status && token !== undefined && isObject(body)
      ? { ...body, received: token }
      : undefined;
  });

export const EXPORT_TOKEN_PLACE: readonly Defect[] = [
  ...auth('EXP-AUTH-9', {
    'token-field-as-written': subtle(
      'The header field of the token is recognized only in the letter case `X-EA-Auth-Token`.',
      inExport(() => ({
        tokenOf: (call) => fieldAsSent(call, 'X-EA-Auth-Token') || undefined,
      })),
    ),
    'token-field-in-lower-case-lost': subtle(
      'The header field of the token is not recognized in lower case.',
      inExport(({ tokenOf }) => ({
        tokenOf: (call) =>
          fieldAsSent(call, 'x-ea-auth-token') === undefined ? tokenOf(call) : undefined,
      })),
    ),
    'destination-field-in-upper-case-lost': subtle(
      '`X-DESTINATION-ID` in upper case is not recognized.',
      inExport(({ destinationIdOf }) => ({
        destinationIdOf: (ask, problems) => {
          if (fieldAsSent(ask.call, 'X-DESTINATION-ID') !== undefined && !isOn(ask, 'products')) {
            throw new Rejected(problems.destinationMissing());
          }
          return destinationIdOf(ask, problems);
        },
      })),
    ),
  }),
  ...auth('EXP-AUTH-12', {
    'token-from-underscores': subtle(
      'The token is also accepted in `X_EA_Auth_Token`, as CGI reads it.',
      tokenAlsoFrom((call) => header(call, 'x_ea_auth_token')),
    ),
    'token-from-query': subtle(
      'The token is also accepted as a query parameter.',
      tokenAlsoFrom(fromQuery('x-ea-auth-token', 'token', 'auth_token', 'access_token')),
    ),
    'token-from-authorization': subtle(
      'The token is also accepted as a bearer token.',
      tokenAlsoFrom((call) => /^Bearer (.+)$/i.exec(header(call, 'authorization') ?? '')?.[1]),
    ),
    'token-from-bare-authorization': subtle(
      'The token is also accepted in `Authorization`, with the scheme `Bearer` or without a scheme.',
      tokenAlsoFrom((call) => header(call, 'authorization')?.replace(/^Bearer /i, '')),
    ),
    'token-from-query-on-legacy': subtle(
      'On legacy routes the token is also accepted as a query parameter.',
      tokenAlsoFrom((call) =>
        call.path.startsWith('/sites')
          ? undefined
          : fromQuery('x-ea-auth-token', 'token', 'auth_token', 'access_token')(call),
      ),
    ),
  }),
  ...auth('EXP-AUTH-13', {
    'refusal-echoes-the-token': subtle('The body of a 403 contains the token.', echoed(403)),
    'malformed-token-echoed': subtle('The body of a 401 contains the token.', echoed(401)),
    'token-in-www-authenticate': subtle(
      'The `WWW-Authenticate` of a 401 contains the token.',
      answersOf('export', (given, call) =>
        given.status === 401 && presentedToken(call) !== undefined
          ? {
              ...given,
              headers: {
                ...given.headers,
                'WWW-Authenticate': `Token value="${encodeURI(presentedToken(call) ?? '')}"`,
              },
            }
          : given,
      ),
    ),
  }),
];
