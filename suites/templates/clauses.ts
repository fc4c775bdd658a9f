import { type Clauses, must, open, should } from '../../src/harness/index.js';

/** The clauses of the token endpoint and the export-template API, in the order of the catalogue. */
export const clauses = {
  'TOK-REQ-1': must('POST form with grant_type, client_id, client_secret answers 200 with a token response'),
  'TOK-REQ-2': must('HTTP Basic client authentication is accepted as well'),
  'TOK-RES-1': must(
    '`access_token` is a JWT string; `token_type` is exactly `Bearer`; `expires_in` a positive integer; `not-before-policy` an integer; `scope` an empty string',
  ),
  'TOK-RES-2': must('there is no `refresh_token`'),
  'TOK-RES-3': should('JSON media type, `Cache-Control: no-store` (RFC 6749 5.1)'),
  'TOK-RES-4': should(
    "the JWT's `exp` agrees with `expires_in` (± 60 s) and its signature verifies with the discovered JWKS; `alg` is not `none`",
  ),
  'TOK-ERR-1': must('wrong secret: 401; unknown client: 401'),
  'TOK-ERR-2': must('a client that is not set up for client credentials: 400 with `error` = `unsupported_grant_type`'),
  'TOK-ERR-3': should(
    'errors are `{error, error_description?}` (RFC 6749 5.2); an unknown grant_type is 400 `unsupported_grant_type`; a missing grant_type is 400 `invalid_request`',
  ),
  'TOK-ERR-4': should('a GET on the token endpoint and credentials in the query string are refused'),
  'TOK-ERR-5': open('what tells apart wrong secret from unknown client'),
  'TOK-DISC-1': must(
    'the discovery document answers 200 and names token endpoint, supported grant types and JWKS address',
  ),
  'TOK-DISC-2': must(
    'the token endpoint it names issues tokens; the grant types include `client_credentials`; the JWKS address answers with keys',
  ),
  'TOK-DISC-3': should("`issuer` is `{auth_url}/realms/External-Applications` and equals the JWT's `iss`"),
  'TOK-LIFE-1': must('one token serves many API calls until `expires_in` is over'),
  'TOK-LIFE-2': must(
    'the retry rule works against the target: a call with a spoiled token is refused with 401, one new token is requested, the call repeated once is accepted',
  ),
  'ETM-AUTH-1': must('`GET {etm_base_url}/V1/export-templates` with a fresh bearer token answers 2xx'),
  'ETM-AUTH-2': must('without `Authorization` it gives no templates'),
  'ETM-AUTH-3': must('an expired or revoked token answers 401'),
  'ETM-AUTH-4': must('garbage, a tampered signature, a tampered payload, `alg: none` never give templates'),
  'ETM-AUTH-5': must("a token reaches only its own organization's templates"),
  'ETM-AUTH-6': should(
    'the scheme is `Bearer`, compared without regard to case; Basic or a bare token gives no templates',
  ),
  'ETM-AUTH-7': should('the token in the query string gives no templates'),
  'ETM-LIST-1': open('status, media type and shape of the collection; other endpoints'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
