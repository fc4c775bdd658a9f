import { inTokens, jsonOf } from '../defects/change.js';
import { isObject } from '../defects/export/body.js';
import { type Variant, variants } from './variant.js';

/** Variants of the token endpoint's optional behaviour. */
export const TOKENS: readonly Variant[] = variants('tokens', {
  'extra-members': [
    'The token response has additional members, and the token has additional claims.',
    {
      behaviour: inTokens(({ tokenBody, claims }) => ({
        tokenBody: (...args) => ({
          ...tokenBody(...args),
          refresh_expires_in: 0,
          session_state: 'none',
        }),
        claims: (...args) => ({
          ...claims(...args),
          typ: 'Bearer',
          acr: '1',
          'allowed-origins': [],
        }),
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
    'Tokens issued before the time in `not-before-policy` are invalid.',
    {
      behaviour: inTokens(({ tokenBody }) => ({
        tokenBody: (...args) => ({ ...tokenBody(...args), 'not-before-policy': 1_700_000_000 }),
      })),
    },
  ],
  'short-lived': ['Tokens are valid for five seconds.', { tokenLifetime: 5 }],
  'more-than-one-key': [
    'The key set also contains an older key.',
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
});
