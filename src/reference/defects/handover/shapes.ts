/**
 * Defects of the handover interface, which transfers the resources of a user to another user. The
 * server accepts malformed requests and credentials.
 */

import { json } from '../../wire/answer.js';
import { type Call, header } from '../../wire/call.js';
import { answersOf, inHandover } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';

const handover = defectsOf('handover', 'handover.shape');

const DONE = 'All resources have been transferred to the new user.';
const authorization = (call: Call): string => header(call, 'authorization') ?? '';
const lacksAuthorization = (call: Call): boolean => authorization(call) === '';

/** Also accepts a POST for which `when` returns true. */
const alsoAuthorised = (
  when: (presented: string | undefined, token: string, call: Call) => boolean,
) =>
  inHandover(({ isAuthorised }) => ({
    isAuthorised: (presented, token, call) =>
      isAuthorised(presented, token, call) ||
      (call.method === 'POST' && when(presented, token, call)),
  }));

/** Reports success instead of an error to requests for which `when` returns true. */
const successFor = (when: (call: Call, body: string) => boolean) =>
  answersOf('handover', async (given, call) =>
    given.status !== 200 && when(call, (await call.body()).toString('utf8'))
      ? json(200, { message: DONE })
      : given,
  );

/**
 * Reports success to handovers without authorization, if `when` returns true for the parsed body.
 */
const successForBody = (
  when: (body: { from?: unknown; to?: unknown; [name: string]: unknown }) => boolean,
) =>
  successFor((call, body) => {
    try {
      return (
        call.path === '/handover' && lacksAuthorization(call) && when(Object(JSON.parse(body)))
      );
    } catch {
      return false;
    }
  });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const HANDOVER_SHAPES: readonly Defect[] = [
  ...handover('HND-AUTH-1', {
    'slash-needs-no-authorization': subtle(
      'A handover to the path with a slash at its end succeeds without authorization.',
      successFor((call) => call.path === '/handover/' && lacksAuthorization(call)),
    ),
    'doubled-slash-needs-no-authorization': subtle(
      'A handover to the path with a doubled slash succeeds without authorization.',
      successFor((call) => call.path === '//handover' && lacksAuthorization(call)),
    ),
    'overridden-method-needs-no-authorization': subtle(
      'A request that overrides the method reports success without authorization.',
      successFor(
        (call) => lacksAuthorization(call) && header(call, 'x-http-method-override') !== undefined,
      ),
    ),
    'lists-need-no-authorization': subtle(
      'A handover with lists of users reports success without authorization.',
      successForBody(({ from }) => Array.isArray(from)),
    ),
    'null-needs-no-authorization': subtle(
      'A handover with users that are null reports success without authorization.',
      successForBody(({ from, to }) => from === null && to === null),
    ),
    'numbers-need-no-authorization': subtle(
      'A handover with users that are numbers reports success without authorization.',
      successForBody(({ from }) => typeof from === 'number'),
    ),
    'objects-need-no-authorization': subtle(
      'A handover with users that are objects reports success without authorization.',
      successForBody(
        ({ from }) => typeof from === 'object' && from !== null && !Array.isArray(from),
      ),
    ),
    'body-says-authorized': subtle(
      'A request whose body has `"authorized": true` succeeds without authorization.',
      successForBody(({ authorized }) => authorized === true),
    ),
    'token-in-the-body-is-enough': subtle(
      'A request whose body has the member `token` succeeds without authorization.',
      successForBody(({ token }) => token !== undefined),
    ),
    'token-from-a-cookie': subtle(
      'The token is also accepted as a cookie.',
      alsoAuthorised(
        (_, token, call) =>
          lacksAuthorization(call) && (header(call, 'cookie') ?? '').includes(token),
      ),
    ),
    'token-from-x-auth-token': subtle(
      'The token is also accepted in `X-Auth-Token`.',
      alsoAuthorised(
        (_, token, call) => lacksAuthorization(call) && header(call, 'x-auth-token') === token,
      ),
    ),
  }),
  ...handover('HND-AUTH-2', {
    'any-jwt-accepted': subtle(
      'Any JWT is accepted.',
      alsoAuthorised((presented) => /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(presented ?? '')),
    ),
    'token-with-more-before-accepted': subtle(
      'Any token that ends with the right token is accepted.',
      alsoAuthorised((presented, token) => presented?.endsWith(token) === true),
    ),
    'token-measured': subtle(
      'Any token of the right length is accepted.',
      alsoAuthorised((presented, token) => presented?.length === token.length),
    ),
    'token-percent-decoded': subtle(
      'A token is percent-decoded.',
      alsoAuthorised((presented, token) => decoded(presented ?? '') === token),
    ),
    'first-of-a-list': subtle(
      'Only the first of several tokens is used.',
      alsoAuthorised(
        (_, token, call) => /^Bearer ([^,]+),/.exec(authorization(call))?.[1] === token,
      ),
    ),
    'last-of-a-list': subtle(
      'Only the last of several tokens is used.',
      alsoAuthorised((_, token, call) => authorization(call).endsWith(`,${token}`)),
    ),
    'first-letter-lost': subtle(
      'The first letter of a token is not compared.',
      alsoAuthorised((presented, token) => presented?.slice(1) === token.slice(1)),
    ),
    'characters-in-any-order': subtle(
      'A token with the right characters in any order is accepted.',
      alsoAuthorised(
        (presented, token) => [...(presented ?? '')].sort().join('') === [...token].sort().join(''),
      ),
    ),
    'scheme-runs-into-the-token': subtle(
      'A token that follows `Bearer` without a space is accepted.',
      alsoAuthorised((_, token, call) => authorization(call) === `Bearer${token}`),
    ),
    'null-is-a-token': subtle(
      'The token `null` is accepted.',
      alsoAuthorised((presented) => presented === 'null'),
    ),
    'accepted-the-second-time': subtle(
      'A wrong token is accepted when it is sent a second time.',
      (healthy) => {
        const refused = new Set<string>();
        return alsoAuthorised((presented = '', token) => {
          if (presented === token) return true;
          const isKnown = presented !== '' && refused.has(presented);
          refused.add(presented);
          return isKnown;
        })(healthy);
      },
    ),
  }),
];
