/**
 * What the document requires of a response, by the clause that a mistake of this folder breaks. A
 * text follows the sentence of the mistake, so `it` and `there` refer to words of that sentence.
 */
export const REQUIRED: Readonly<Record<string, string>> = {
  'TOK-REQ-1': 'it must get status 200 with a token',
  'TOK-REQ-2': 'it must get status 200 with a token, as with the secret in the form',
  'TOK-RES-1':
    'a token response must have `access_token` (a JWT), `token_type` (`Bearer`), `expires_in` (an integer above 0), `not-before-policy` (an integer) and `scope` (an empty text)',
  'TOK-RES-2': 'a token response must have no `refresh_token`',
  'TOK-RES-3': 'it should be sent as application/json, with `Cache-Control: no-store`',
  'TOK-RES-4': 'the lifetime of the token itself should be `expires_in`, in seconds',
  'TOK-ERR-1': 'wrong credentials must get status 401 and no token',
  'TOK-ERR-2': 'it must get status 400 with the error `unsupported_grant_type`',
  'TOK-ERR-3': 'it should be a JSON object with the code of the error in `error` (RFC 6749 5.2)',
  'TOK-ERR-4': 'it should be refused',
  'TOK-ERR-6': 'it should get status 400 with the error `invalid_request`',
  'TOK-ERR-7': 'it should say there how to authenticate (RFC 9110 11.6.1)',
  'TOK-DISC-2':
    'the document must name `token_endpoint`, `grant_types_supported` with `client_credentials`, and `jwks_uri`, all on this server',
  'TOK-DISC-3': 'it should be `{auth_url}/realms/External-Applications`',
  'ETM-AUTH-1': 'it must get status 200 and templates',
  'ETM-AUTH-2': 'without a valid token no templates must come, but a refusal such as 401',
  'ETM-AUTH-3': 'an expired or revoked token must get status 401',
  'ETM-AUTH-4':
    'only an unchanged token of the token endpoint must get templates, and any other a refusal such as 401',
  'ETM-AUTH-5': 'a token must give access to the templates of its own organization only',
  'ETM-AUTH-6':
    'a token should be accepted after `Bearer` and spaces, in any letter case, and only so',
  'ETM-HARD-1': 'a signature with characters outside base64url should be refused',
  'ETM-AUTH-8':
    'a 401 should name the scheme `Bearer` there, and no error if no token was sent (RFC 6750 3)',
};
