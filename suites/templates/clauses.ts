import { type Clauses, must, open, should } from '../../src/harness/suite.js';

export const clauses = {
  'TOK-REQ-1': must(
    'POST form with grant_type, client_id, client_secret returns 200 with a token response',
  )
    .in('Authentication, Export-template API, items 3 and 4')
    .judged('The form is sent without a scope.'),
  'TOK-REQ-2': must('HTTP Basic client authentication is accepted as well')
    .in('Authentication, Export-template API, item 3')
    .judged(
      'Reserved characters of a secret are sent form-encoded and raw; one of the two must work.',
    ),
  'TOK-RES-1': must(
    '`access_token` is a JWT string; `token_type` is exactly `Bearer`; `expires_in` a positive integer; `not-before-policy` an integer; `scope` an empty string',
  )
    .in('Resources, token response')
    .judged('Types and values are checked by a JSON Schema.'),
  'TOK-RES-2': must('there is no `refresh_token`')
    .in('Resources, token response')
    .judged('Checks that the member is absent.'),
  'TOK-RES-3': should('JSON media type, `Cache-Control: no-store` (RFC 6749 5.1)')
    .in('RFC 6749, section 5.1')
    .judged('Checks both headers of the response.'),
  'TOK-RES-4': should(
    "the JWT's `exp` agrees with `expires_in` (± 60 s) and its signature verifies with the discovered JWKS; `alg` is not `none`",
  )
    .in('RFC 7519, section 4.1.4, and RFC 8725, section 3.1')
    .judged(
      'The signature is verified with the keys that the discovery document names; the two times may differ by 60 s.',
    ),
  'TOK-ERR-1': must('wrong secret: 401; unknown client: 401')
    .in('Authentication, Export-template API, item 5')
    .judged('In the form and with Basic, also with an empty secret; the valid secret must work.'),
  'TOK-ERR-2': must(
    'a client that is not set up for client credentials: 400 with `error` = `unsupported_grant_type`',
  )
    .in('Authentication, Export-template API, item 5')
    .judged('Sent by such a client.'),
  'TOK-ERR-3': should(
    'errors are `{error, error_description?}` (RFC 6749 5.2); an unknown grant_type is 400 `unsupported_grant_type`; a missing grant_type is 400 `invalid_request`',
  )
    .in('RFC 6749, section 5.2')
    .judged('Compares shape, status and error code.'),
  'TOK-ERR-4': should('a GET on the token endpoint and credentials in the query string are refused')
    .in('RFC 6749, sections 2.3.1 and 3.2')
    .judged('The response must not contain a token.'),
  'TOK-ERR-5': open('how a wrong secret and an unknown client are distinguished')
    .in('RFC 6749, section 5.2')
    .judged(
      'Only observed; responses that differ are a warning, because they let an attacker enumerate clients.',
    ),
  'TOK-DISC-1': must(
    'the discovery document returns 200 and names token endpoint, supported grant types and JWKS address',
  )
    .in('Authentication, Export-template API, item 6')
    .judged('Checks the three members.'),
  'TOK-DISC-2': must(
    'the token endpoint it names issues tokens; the grant types include `client_credentials`; the JWKS address returns keys',
  )
    .in('Authentication, Export-template API, item 6')
    .judged('Requests a token at the address it names, if that is on a configured host.'),
  'TOK-DISC-3': should(
    "`issuer` is `{auth_url}/realms/External-Applications` and equals the JWT's `iss`",
  )
    .in('OpenID Connect Discovery 1.0, section 3')
    .judged('Compares the three values.'),
  'TOK-LIFE-1': must('one token is valid for many API calls until `expires_in` has passed')
    .in('Authentication, Export-template API, item 8')
    .judged(
      'Uses one token repeatedly, also after another was issued, and shortly before it expires if that is within the patience of the target.',
    ),
  'TOK-LIFE-2': must(
    'the retry rule works: a call with an invalid token returns 401, one new token is requested, and the repeated call is accepted',
  )
    .in('Authentication, Export-template API, item 8')
    .judged('One token request and one repetition are sent; a second 401 is a failure.'),
  'ETM-AUTH-1': must(
    '`GET {etm_base_url}/V1/export-templates` with a fresh bearer token returns 2xx',
  )
    .in('Endpoints, B. Export-template API')
    .judged('Checks the status; the body is not specified.'),
  'ETM-AUTH-2': must('without `Authorization` it returns no templates')
    .in('Endpoints, B. Export-template API')
    .judged('A response with templates is a failure; a status other than 401 is a warning.'),
  'ETM-AUTH-3': must('an expired or revoked token returns 401')
    .in('Authentication, Export-template API, item 8')
    .judged(
      'Waits for a token to expire within the patience of the target, with a leeway of 60 s.',
    ),
  'ETM-AUTH-4': must(
    'garbage, a tampered signature, a tampered payload or `alg: none` never returns templates',
  )
    .in('Endpoints, B. Export-template API')
    .judged('Each token is altered in one way; the unaltered token must be accepted.'),
  'ETM-AUTH-5': must('a token gives access to the templates of its own organization only')
    .in('Authentication, Export-template API, item 1')
    .judged('Compares what the tokens of two organizations return.'),
  'ETM-AUTH-6': should(
    'the scheme is `Bearer`, compared without regard to case; Basic or a token without a scheme returns no templates',
  )
    .in('RFC 9110, section 11.1, and RFC 6750, section 2.1')
    .judged('The valid token is sent under other schemes and cases.'),
  'ETM-AUTH-7': should('the token in the query string returns no templates')
    .in('RFC 6750, section 2.3')
    .judged('Sends the token in the query only; it may be an invalid one.'),
  'ETM-LIST-1': open('status, media type and shape of the collection; other endpoints')
    .in('Endpoints, B. Export-template API')
    .judged('Only observed: the document does not specify it.'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
