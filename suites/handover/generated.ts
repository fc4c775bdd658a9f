import { everyPair } from '../../src/harness/covering-array.js';
import { askedBy, askWithinBudget, type Context, type Generated } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { FIELDS, PATHS } from '../../src/protocol/shapes/shapes.js';
import { shaped, TEXTS } from '../../src/protocol/shapes/text.js';
import { ANONYMOUS, ask, type Facts, handoverOf, UNKNOWN_USERS } from './ask.js';
import type { ClauseId } from './clauses.js';
import { PLACES } from './places.js';

/** A JWT that anybody can make, of parts that base64 writes without padding. */
const PARTS = ['{"alg":"HS256"}', '{"sub":"assay"}'] as const;
const JWT = `${PARTS.map((part) => Buffer.from(part).toString('base64url')).join('.')}.YXNzYXk`;
const JWT_RECIPE = `"${PARTS.map((part) => `$(printf %s '${part}' | base64)`).join('.')}.YXNzYXk"`;

/** Headers that are no credentials, or almost the right ones; those first that every pair of conditions is made of. */
export function invalidCredentials(context: Context): readonly string[] {
  const { token } = handoverOf(context.target);
  const shapes = askedBy(PLACES.Authorization, 'handover.auth.invalid', TEXTS);
  const near = shaped(token ?? '', shapes, 'CDE_TOKEN').map(({ value, about, recipe }) => {
    context.secrets.register(value, `CDE_TOKEN_${about}`, recipe);
    return `Bearer ${value}`;
  });
  context.secrets.register(JWT, 'ASSAY_JWT', JWT_RECIPE);
  return [
    'Bearer assay-invalid-token',
    `Basic ${Buffer.from('assay:assay').toString('base64')}`,
    ...(token === undefined
      ? []
      : [...near.slice(0, 3), token, `Token ${token}`, `Basic ${token}`, asUser(context, token)]),
    'Bearer ',
    'Digest username="assay", realm="assay", nonce="0", uri="/", response="0"',
    'bearer assay-invalid-token',
    'Bearer undefined',
    `Bearer ${JWT}`,
    'Bearer null',
    ...(token === undefined ? [] : [...near.slice(3), `Bearer${token}`]),
  ];
}

/** The right token as the name of a user without a password. */
function asUser(context: Context, token: string): string {
  const basic = Buffer.from(`${token}:`).toString('base64');
  context.secrets.register(basic, 'CDE_TOKEN_USER', '-u "$CDE_TOKEN:"');
  return `Basic ${basic}`;
}

/** The most of them that a target can be asked with, and those that are asked with other bodies too. */
export const MOST_CREDENTIALS = { asked: 26, combined: 13 };

/** Requests without authorization at other addresses, with headers that proxies believe, and with the token elsewhere. */
export function pathBypasses(context: Context): readonly Question[] {
  const { token } = handoverOf(context.target);
  const id = 'handover.auth.path-bypasses';
  const fields = askedBy(PLACES['path of the handover'], id, FIELDS).map((shape) => FIELDS[shape]);
  const paths = askedBy(PLACES['path of the handover'], id, PATHS).map((shape) =>
    PATHS[shape]('/handover'),
  );
  const named =
    token === undefined ? [] : Object.entries({ 'X-Auth-Token': token, Cookie: `token=${token}` });
  return [
    ...paths.map((path) => ({ ...ANONYMOUS, path })),
    ...[fields, named].flatMap((headers) =>
      headers.length === 0 ? [] : [{ ...ANONYMOUS, headers }],
    ),
  ];
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Bodies that can move nothing: they name nobody, or no users at all. */
export const BODIES: Readonly<Record<string, Question['body']>> = {
  'two unknown users': UNKNOWN_USERS,
  'an empty object': '{}',
  'malformed JSON': '{"from":',
  'users that are not UUIDs': { from: 'a', to: 'b' },
  'the same user twice': { from: NOBODY, to: NOBODY },
  'an empty body': '',
  'an array': '[]',
};
const MORE_MEMBERS = JSON.stringify({ ...UNKNOWN_USERS, force: true });
/** Users that are lists, null, numbers and objects, and members that claim authorization. */
export const ODD_BODIES: readonly string[] = [
  { from: [UNKNOWN_USERS.from], to: [UNKNOWN_USERS.to] },
  { from: null, to: null },
  { from: 1, to: 2 },
  { from: { id: UNKNOWN_USERS.from }, to: { id: UNKNOWN_USERS.to } },
  { ...UNKNOWN_USERS, authorized: true, token: 'assay', admin: true },
].map((body) => JSON.stringify(body));
/** Undefined stands for `application/json`, and null for none. */
const TYPES = [
  undefined,
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  null,
];

const CLAUSES: readonly ClauseId[] = ['HND-AUTH-1', 'HND-AUTH-2'];

/** Every pair of authorization, body, media type and Accept, none of which may hand over. */
export const generated: Generated<Question, Facts, ClauseId> = {
  most: 120,
  clauses: CLAUSES,
  bearsOn: ({ authorization }) => [authorization === undefined ? 'HND-AUTH-1' : 'HND-AUTH-2'],
  async ask(context, _, __, isWanted) {
    const { rows } = everyPair({
      authorization: [
        undefined,
        ...invalidCredentials(context).slice(0, MOST_CREDENTIALS.combined),
      ],
      body: [...Object.values(BODIES), MORE_MEMBERS],
      contentType: TYPES,
      accept: [undefined, 'text/html', null],
    });
    const wanted = context.budget.take(rows.filter(isWanted));
    const asked = await askWithinBudget(wanted, (question) =>
      ask(context, question, { fresh: true }),
    );
    return `${asked.length} generated requests`;
  },
};
