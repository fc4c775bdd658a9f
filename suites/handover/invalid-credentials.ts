import type { Context } from '../../src/harness/suite.js';
import { inOtherCase } from '../../src/protocol/other-case.js';
import { handoverOf } from './ask.js';

const SWAPPED = `"$(printf %s "$CDE_TOKEN" | tr 'A-Za-z' 'a-zA-Z')"`;

/** Credentials that are none, or almost the right ones. */
export function invalidCredentials(context: Context): readonly (readonly [string, string])[] {
  const { token } = handoverOf(context.target);
  const near = (name: string, changed: string, recipe: string): readonly (readonly [string, string])[] => {
    context.secrets.register(changed, `CDE_TOKEN_${name.split(' ').slice(-1)[0]?.toUpperCase()}`, recipe);
    return [[name, `Bearer ${changed}`]];
  };
  return [
    ['an invalid bearer token', 'Bearer assay-invalid-token'],
    ['the scheme Basic', `Basic ${Buffer.from('assay:assay').toString('base64')}`],
    ...(token === undefined ? [] : near('a token with a letter more', `${token}x`, '"${CDE_TOKEN}x"')),
    ...(token === undefined || inOtherCase(token) === token
      ? []
      : near('a token in the other case', inOtherCase(token), SWAPPED)),
    ...(token === undefined ? [] : near('a token cut short', token.slice(0, -1), '"${CDE_TOKEN%?}"')),
    ...(token === undefined ? [] : ([['the right token without a scheme', token]] as const)),
    ...(token === undefined ? [] : ([['the right token as Token', `Token ${token}`]] as const)),
    ...(token === undefined ? [] : ([['the right token as Basic', `Basic ${token}`]] as const)),
    ...(token === undefined ? [] : asUser(context, token)),
    ['an empty bearer token', 'Bearer '],
    ['the scheme Digest', 'Digest username="assay", realm="assay", nonce="0", uri="/", response="0"'],
    ['an invalid token under bearer in lower case', 'bearer assay-invalid-token'],
    ['the word undefined', 'Bearer undefined'],
  ];
}

/** The right token as the name of a user without a password. */
function asUser(context: Context, token: string): readonly (readonly [string, string])[] {
  const basic = Buffer.from(`${token}:`).toString('base64');
  context.secrets.register(basic, 'CDE_TOKEN_USER', '-u "$CDE_TOKEN:"');
  return [['the right token as a user of Basic', `Basic ${basic}`]];
}

/** The most of them that a target can be asked with. */
export const MOST_CREDENTIALS = 13;
