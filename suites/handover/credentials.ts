/** Credentials that the handover must refuse, in the Authorization header and outside of it. */

import type { Context } from '../../src/harness/context.js';
import { askedBy } from '../../src/harness/place.js';
import { HANDOVER_PATH, type Question } from '../../src/protocol/handover/question.js';
import { FIELDS, PATHS } from '../../src/protocol/shapes/shapes.js';
import { shaped, TEXTS } from '../../src/protocol/shapes/text.js';
import type { HandoverTarget } from '../../src/settings/target.js';
import { handoverOf } from './ask.js';
import { ANONYMOUS } from './exchange.js';
import { PLACES } from './places.js';

/**
 * A JWT without a valid signature. The lengths of `PARTS` are multiples of three, so that base64
 * adds no padding to them.
 */
const PARTS = ['{"alg":"HS256"}', '{"sub":"assay"}'] as const;
const JWT = `${PARTS.map((part) => Buffer.from(part).toString('base64url')).join('.')}.YXNzYXk`;
/** A shell word that computes the JWT. */
const JWT_RECIPE = `"${PARTS.map((part) => `$(printf %s '${part}' | base64)`).join('.')}.YXNzYXk"`;

/**
 * A check sends at most `asked` invalid credentials. Generated requests combine at most `combined`
 * of them with other conditions.
 */
export const MOST_CREDENTIALS = { asked: 27, combined: 13 };

/**
 * Returns values of Authorization that must be refused. Generated requests use only the beginning
 * of this list. Values that are derived from the token are registered as secrets.
 */
export function invalidCredentials(context: Context): readonly string[] {
  const { token } = handoverOf(context.target);
  context.secrets.register(JWT, 'ASSAY_JWT', JWT_RECIPE);
  const similarTokens = similarTokensOf(context, token ?? '');
  const misused = token === undefined ? [] : misusedToken(context, token);
  const lessImportant = token === undefined ? [] : [...similarTokens.slice(3), `Bearer${token}`];
  return [
    'Bearer assay-invalid-token',
    `Basic ${Buffer.from('assay:assay').toString('base64')}`,
    ...(token === undefined ? [] : similarTokens.slice(0, 3)),
    ...misused,
    'Bearer ',
    'Digest username="assay", realm="assay", nonce="0", uri="/", response="0"',
    'bearer assay-invalid-token',
    'Bearer undefined',
    `Bearer ${JWT}`,
    'Bearer null',
    ...lessImportant,
    // The byte FF, which is not UTF-8.
    'Bearer ÿ',
  ];
}

/** Returns wrong forms of the valid token, such as a part of it. */
function similarTokensOf(context: Context, token: string): readonly string[] {
  const shapes = askedBy(PLACES.Authorization, 'handover.auth.invalid', TEXTS);
  return shaped(token, shapes, 'CDE_TOKEN').map(({ value, about, recipe }) => {
    context.secrets.register(value, `CDE_TOKEN_${about}`, recipe);
    return `Bearer ${value}`;
  });
}

/**
 * Returns the valid token without a scheme, with other schemes, and as a user name of Basic without
 * a password.
 */
function misusedToken(context: Context, token: string): readonly string[] {
  const user = Buffer.from(`${token}:`).toString('base64');
  context.secrets.register(user, 'CDE_TOKEN_USER', '-u "$CDE_TOKEN:"');
  return [token, `Token ${token}`, `Basic ${token}`, `Basic ${user}`];
}

/**
 * Requests without an Authorization header that a faulty server may accept. They have an unusual
 * path, headers that claim another client address, method or path, or the valid token in a header
 * other than Authorization.
 */
export function pathBypasses({ token }: HandoverTarget): readonly Question[] {
  const id = 'handover.auth.path-bypasses';
  const place = PLACES['path of the handover'];
  const paths = askedBy(place, id, PATHS).map((shape) => PATHS[shape](HANDOVER_PATH));
  const claims = askedBy(place, id, FIELDS).map((shape) => FIELDS[shape]);
  const tokens =
    token === undefined
      ? []
      : [['X-Auth-Token', token] as const, ['Cookie', `token=${token}`] as const];
  return [
    ...paths.map((path): Question => ({ ...ANONYMOUS, path })),
    ...[claims, tokens]
      .filter((headers) => headers.length > 0)
      .map((headers): Question => ({ ...ANONYMOUS, headers })),
  ];
}
