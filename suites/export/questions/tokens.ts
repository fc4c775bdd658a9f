/** Requests with altered or misplaced tokens. */

import { askedBy } from '../../../src/harness/place.js';
import type { DerivedSecret } from '../../../src/harness/topic.js';
import type { Header } from '../../../src/http/request.js';
import {
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  type Route,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { type ShapedText, shaped, TEXTS } from '../../../src/protocol/shapes/text.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import { PLACES } from '../places.js';
import type { ExportSettings } from '../topic.js';

/** Altered forms of the valid token, for example without its last character. */
export const tokensFor = (target: ExportTarget, check: string): readonly ShapedText[] =>
  shaped(
    target.destination?.token ?? '',
    askedBy(PLACES['X-EA-Auth-Token'], check, TEXTS),
    'EXPORT_TOKEN',
  );

/** Makes an altered token a secret, so that all output contains `name` instead of the token. */
export const secretOf = ({ value, about, recipe }: ShapedText): DerivedSecret => ({
  value,
  name: `EXPORT_TOKEN_${about}`,
  recipe,
});

/**
 * Alternates between the two response formats. Both are tested, because errors look different in
 * each format.
 */
export const acceptInTurn = (turn: number): string => (turn % 2 === 0 ? PLAIN : JSON_API);

/** Makes a request for each token. The routes are used in turn, starting at index `from`. */
export const overRoutes = (
  tokens: readonly string[],
  routes: readonly Route[],
  from = 0,
): readonly ProductsQuestion[] =>
  tokens.map((token, turn) => ({ token, route: routes[(turn + from) % routes.length] }));

const basicUser = (token: string): string => Buffer.from(`${token}:`).toString('base64');

/** Basic credentials that contain the token are also a secret. */
export const secretUser = ({ target }: ExportSettings): readonly DerivedSecret[] => [
  {
    value: basicUser(target.destination?.token ?? ''),
    name: 'EXPORT_TOKEN_USER',
    recipe: '-u "$EXPORT_TOKEN:"',
  },
];

/** Gateways that do not distinguish underscores and hyphens read this as the token header. */
export const WITH_UNDERSCORES = 'X_EA_Auth_Token';

/**
 * Parts of a request with the valid token in a place where it must not be accepted: the query,
 * Authorization, other header fields, or a cookie.
 */
export function elsewhere({ target }: ExportSettings) {
  const token = target.destination?.token ?? '';
  const bearer: Header = ['Authorization', `Bearer ${token}`];
  const basic: Header = ['Authorization', `Basic ${basicUser(token)}`];
  const fields = ['X-Auth-Token', 'X-API-Key', 'X-Token'].map((name): Header => [name, token]);
  const cookie: readonly Header[] = [['Cookie', `${TOKEN_HEADER}=${token}; token=${token}`]];
  return {
    query: { extra: [TOKEN_HEADER, 'token'].map((name) => [name, token] as const) },
    bearer: { headers: [bearer] },
    fields: { headers: fields },
    cookie: { headers: cookie },
    bare: { headers: [['Authorization', token] as const] },
    user: { headers: [basic] },
    underscores: { headers: [[WITH_UNDERSCORES, token] as const] },
    everywhere: { headers: [bearer, ...fields, ...cookie] },
  };
}

/** URLs are logged, so a URL contains the token only if the target file permits it. */
export const permitted = (
  questions: readonly ProductsQuestion[],
  { mayBeInUrls }: ExportSettings,
): readonly ProductsQuestion[] =>
  questions.filter(({ extra }) => extra === undefined || mayBeInUrls);
