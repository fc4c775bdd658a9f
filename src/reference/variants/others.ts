import { inHandover, inPlatform, inTemplates, inTokens, jsonOf } from '../defects/change.js';
import { isObject } from '../defects/export-body.js';
import type { Dialect } from '../dialect.js';
import { answer, json } from '../wire/answer.js';
import { type Variant, variants } from './variant.js';

const READINGS: readonly Dialect['next'][] = ['last-of-page', 'first-of-next'];
const ENDS: readonly Dialect['end'][] = ['zero', 'null', 'last-id', 'empty-page'];

/** Every reading of `next` with every end of a walk. */
const walks: readonly Variant[] = READINGS.flatMap((next) =>
  ENDS.map((end) => ({
    id: `platform.${next}-and-${end}`,
    sentence: `\`next\` is the ${next.replaceAll('-', ' ')}, and the end of a walk is ${end.replace('-', ' ')}.`,
    options: { dialect: { next, end } },
  })),
);

const refusal = (status: number, message: string) => ({
  behaviour: inHandover(() => ({ unauthorized: () => json(status, { message }) })),
});

const done = (message: string) => ({
  behaviour: inHandover(() => ({ transferred: () => json(200, { message }) })),
});

/** The other interfaces. */
export const OTHERS: readonly Variant[] = [
  ...variants('tokens', {
    'extra-members': [
      'The token response has more members, the token has more claims.',
      {
        behaviour: inTokens(({ tokenBody, claims }) => ({
          tokenBody: (...about) => ({ ...tokenBody(...about), refresh_expires_in: 0, session_state: 'none' }),
          claims: (...about) => ({ ...claims(...about), typ: 'Bearer', acr: '1', 'allowed-origins': [] }),
        })),
      },
    ],
    'discovery-with-more': [
      'The discovery document has more members and grant types.',
      {
        behaviour: inTokens(({ discovery }) => ({
          discovery: (world) => ({
            ...discovery(world),
            grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
            authorization_endpoint: `${world.issuer}/protocol/openid-connect/auth`,
            claims_supported: ['sub'],
          }),
        })),
      },
    ],
    'errors-without-description': [
      'Errors of the token endpoint have no description.',
      {
        behaviour: jsonOf('auth', (body) =>
          isObject(body) && 'error_description' in body ? { error: body.error } : undefined,
        ),
      },
    ],
    'not-before-policy-set': [
      'Tokens from before a moment are void, and `not-before-policy` says so.',
      {
        behaviour: inTokens(({ tokenBody }) => ({
          tokenBody: (...about) => ({ ...tokenBody(...about), 'not-before-policy': 1_700_000_000 }),
        })),
      },
    ],
    'short-lived': ['Tokens live five seconds.', { tokenLifetime: 5 }],
    'more-than-one-key': [
      'The key set has an older key as well.',
      {
        behaviour: inTokens(({ jwks }) => ({
          jwks: async (world) => {
            const { keys } = await jwks(world);
            return {
              keys: [
                { kty: 'RSA', kid: 'older', use: 'enc', alg: 'RSA-OAEP', e: 'AQAB', n: 'u1W_' },
                ...(Array.isArray(keys) ? keys : []),
              ],
            };
          },
        })),
      },
    ],
  }),
  ...variants('templates', {
    'bare-list': [
      'The templates are a bare array.',
      { behaviour: inTemplates(() => ({ collection: (templates) => templates })) },
    ],
    'list-in-items': [
      'The templates are under `items`, with a total.',
      {
        behaviour: inTemplates(() => ({ collection: (templates) => ({ items: templates, total: templates.length }) })),
      },
    ],
    'missing-token-is-403': [
      'A missing token is answered 403.',
      {
        behaviour: inTemplates(({ refuse }) => ({
          refuse: (hadToken) => (hadToken ? refuse(hadToken) : json(403, { error: 'Forbidden' })),
        })),
      },
    ],
    'refused-without-body': [
      'A refusal has no body.',
      {
        behaviour: inTemplates(() => ({ refuse: () => answer(401, { 'WWW-Authenticate': 'Bearer' }) })),
      },
    ],
  }),
  ...walks,
  ...variants('platform', {
    'entities-with-more': [
      'Entities and pages have more members.',
      {
        behaviour: inPlatform(({ body }) => ({
          body: (page, cursor, query) => ({
            ...body(
              page.map((entity) => ({ ...entity, active: true, parent: null })),
              cursor,
              query,
            ),
            message: '',
          }),
        })),
      },
    ],
    'prev-believes-nobody': [
      '`prev` is the id before the page, whatever `previous` says.',
      {
        behaviour: inPlatform(() => ({
          prev: ({ before }, { cursor }) => (cursor === 0 ? 0 : (before.at(-1)?.id ?? 0)),
        })),
      },
    ],
    'large-limits-refused': [
      'A limit of more than 50 is refused.',
      {
        behaviour: inPlatform(({ readQuery }) => ({
          readQuery: (call) => {
            const query = readQuery(call);
            return query === undefined || query.limit > 50 ? undefined : query;
          },
        })),
      },
    ],
    'large-limits-cut': [
      'A limit of more than 60 is taken for 60.',
      {
        behaviour: inPlatform(({ window }) => ({
          window: (entities, query) => window(entities, { ...query, limit: Math.min(query.limit, 60) }),
        })),
      },
    ],
    'open-to-everybody': ['The platform API asks for no authentication.', { platformHeaders: {} }],
    'other-header': [
      'The platform API asks for another header.',
      { platformHeaders: { Authorization: 'Bearer plt-0aF3' } },
    ],
    'methods-404': [
      'Other methods than GET are answered 404.',
      {
        behaviour: inPlatform(({ problem }) => ({
          problem: (status, message) => problem(status === 405 ? 404 : status, message),
        })),
      },
    ],
  }),
  ...variants('handover', {
    'refused-with-403': [
      'Without authorization: 403, in other words.',
      refusal(403, 'Please log in: authentication is needed.'),
    ],
    'refused-with-200': [
      'Without authorization: 200, and nothing moves.',
      refusal(200, 'Authorization is required to access this resource.'),
    ],
    'refused-with-400': [
      'Without authorization: 400, speaking of permission.',
      refusal(400, 'You do not have permission to do this.'),
    ],
    'refused-in-german': ['Without authorization: 401, in German.', refusal(401, 'Sie sind nicht berechtigt.')],
    'refused-in-spanish-with-400': [
      'Without authorization: 400, in Spanish.',
      refusal(400, 'Se requiere autorización para acceder a este recurso.'),
    ],
    'refused-in-french-at-length': [
      'Without authorization: 403, in French, naming what was not done.',
      refusal(403, "Vous n'êtes pas autorisé. Aucune ressource n'a été transférée."),
    ],
    'refused-in-japanese': ['Without authorization: 401, in Japanese.', refusal(401, '認証が必要です。')],
    'done-with-a-remark': [
      'Success says that nothing else is to be done.',
      done('All resources have been transferred to the new user. No further action is required.'),
    ],
    'done-in-german': ['Success is told in German.', done('Alle Ressourcen wurden dem neuen Benutzer übertragen.')],
    'done-in-french': [
      'Success is told in French.',
      done('Toutes les ressources ont été transférées au nouvel utilisateur.'),
    ],
    'done-in-spanish': [
      'Success is told in Spanish.',
      done('Todos los recursos han sido transferidos al nuevo usuario.'),
    ],
    'done-in-japanese': ['Success is told in Japanese.', done('すべてのリソースが新しいユーザーに譲渡されました。')],
    'done-in-other-words': [
      'Success is told in other words, as 201, with more members.',
      {
        behaviour: inHandover(() => ({
          transferred: () =>
            json(201, { message: 'The new user has been given all resources: transferred.', count: 4 }),
        })),
      },
    ],
  }),
];
