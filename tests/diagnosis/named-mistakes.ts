/**
 * For each defect that a mistake describes: the sentences of the mistakes that are named. Several
 * sentences are told as equal, because no response of the run tells them apart.
 */
export const PLATFORM: Readonly<Record<string, readonly string[]>> = {
  'platform.success-missing': ['`success` is missing'],
  'platform.success-as-text': ['`success` is a text instead of a boolean'],
  'platform.entities-in-lower-case': [
    '`Entities` is the array entities instead of an array of objects',
  ],
  'platform.cursor-flattened': ['`meta.cursor` is missing'],
  'platform.ids-as-text': [
    '`meta.cursor.current` is a text instead of an integer and `meta.cursor.prev` is a text instead of an integer and `meta.cursor.next` is a text instead of an integer',
  ],
  'platform.single-entity-unwrapped': [
    '`Entities` is an object instead of an array of objects, on a page of one entity',
  ],
  'platform.prev-null-on-the-first-page': [
    '`meta.cursor.prev` is null instead of an integer, on the first page',
  ],
  'platform.count-is-the-limit': ['`count` is the limit'],
  'platform.count-is-the-total': ['`count` is the number of all entities'],
  'platform.count-wrong-on-the-last-page': ['`count` is the limit, on every page after the first'],
  'platform.count-is-what-is-left': ['`count` is the number of entities after the page'],
  'platform.one-entity-too-many': ['a page has one entity more than the limit'],
  'platform.limit-ignored': ['`limit` is ignored'],
  'platform.default-limit-100': ['the default limit is 100'],
  'platform.default-limit-20': ['the default limit is 20'],
  'platform.limit-1-is-no-limit': ['`limit` is ignored, for a limit of 1'],
  'platform.current-always-0': ['`current` is 0'],
  'platform.current-is-the-first-id': ['`current` is the first id of the page'],
  'platform.current-is-the-last-id': ['`current` is the last id of the page'],
  'platform.prev-is-next': [
    '`prev` is the same as `next`',
    '`prev` is the last id of the page, on every page before the last',
  ],
  'platform.prev-is-the-first-id': ['`prev` is the first id of the page'],
  'platform.prev-is-1-at-the-start': ['`prev` is 1, on the first page'],
  'platform.post-answers-a-page': ['POST returns a page'],
  'platform.every-method-answers-a-page': ['DELETE returns a page'],
  'platform.previous-refused': [
    'a request gets status 400 instead of a page, if `previous` is sent',
  ],
  'platform.cursor-and-previous-refused': [
    'a request gets status 400 instead of a page, if `cursor` and `previous` are sent',
  ],
  'platform.every-parameter-refused': [
    'a request gets status 400 instead of a page, if any parameter is sent',
  ],
  'platform.cursor-alone-refused': [
    'a request gets status 400 instead of a page, if `cursor` is sent without `limit`',
  ],
  'platform.limit-alone-refused': [
    'a request gets status 400 instead of a page, if `limit` is sent without `cursor`',
  ],
  'platform.all-three-refused': [
    'a request gets status 400 instead of a page, if `limit` and `cursor` and `previous` are sent',
  ],
  'platform.cursor-inclusive': ['a page begins with the entity of the cursor'],
  'platform.cursor-is-a-position': [
    '`cursor` is used as a number of entities to skip, not as an id',
  ],
  'platform.cursor-must-exist': [
    '`cursor` is ignored, and the first page is returned, if the cursor is not the id of an entity',
  ],
  'platform.cursor-default-1': ['the default cursor is 5'],
  'platform.entity-of-the-cursor-joins-the-page': [
    'the last entity of a page is replaced by the one before the page',
  ],
  'platform.unsorted-inside-a-page': ['the entities of a page are in descending order'],
  'platform.border-lost': ['the first entity after the cursor is left out'],
  'platform.last-entity-lost': ['a page lacks its last entity, on the last of several pages'],
  'platform.never-ends': [
    '`next` leads back to the first entity of the collection, on the last of several pages',
  ],
  'platform.third-page-short': ['a page lacks its second entity, on page 3'],
  'platform.next-null-in-the-middle': ['`next` is null, on every page after the first'],
  'platform.next-changes-its-reading': [
    '`next` is the first id of the next page, but the last id of the page elsewhere, on every page after the first',
  ],
  'platform.next-is-a-position': ['`next` is the cursor plus the limit'],
  'platform.next-is-one-too-far': ['`next` is one more than the first id of the next page'],
  'platform.next-is-current': ['`next` is the cursor of the request'],
  'platform.next-zero-when-one-is-left': ['`next` is 0, if fewer entities follow than a page has'],
  'platform.client.browsers-get-a-page': [
    'a request gets no JSON instead of a page, with the header fields of a browser',
  ],
  'platform.client.forwarded-host-is-not-found': [
    'a request gets status 404 instead of a page, with the header fields of a proxy',
  ],
  'platform.interaction.next-as-text-for-small-limits': [
    '`meta.cursor.next` is a text instead of an integer, for limits of 3 and less',
  ],
  'platform.interaction.success-missing-with-previous': [
    '`success` is missing, if `previous` is sent',
  ],
  'platform.interaction.count-one-too-many-with-previous': [
    '`count` is one too high, if `limit` and `previous` are sent',
  ],
  'platform.interaction.default-by-collection': ['the default limit is 20, on sites'],
  'platform.interaction.default-with-a-cursor': ['the default limit is 25, if `cursor` is sent'],
  'platform.interaction.default-100-with-previous': [
    'the default limit is 100, if `previous` is sent',
  ],
  'platform.interaction.previous-taken-for-the-limit': [
    '`previous` is used as the limit, if no `limit` is sent',
  ],
  'platform.interaction.limit-ignored-with-previous': [
    '`limit` is ignored, if `previous` is above 0',
  ],
  'platform.interaction.limit-25-is-26': [
    'a page has one entity more than the limit, for a limit of 25',
  ],
  'platform.interaction.large-cursors-give-everything': [
    '`cursor` is ignored, and the first page is returned, for a cursor of 2^31 and more',
  ],
  'platform.interaction.cursor-of-32-bits': ['only the lower 32 bits of `cursor` are used'],
  'platform.interaction.previous-taken-for-the-cursor': [
    '`previous` is used as the cursor, on the first page',
  ],
  'platform.interaction.previous-before-the-cursor': [
    '`previous` is used as the cursor, on every page after the first',
  ],
  'platform.interaction.cursor-before-the-limit-ignored': [
    '`cursor` is ignored, and the first page is returned, if `cursor` is sent before `limit`, without `previous`',
  ],
  'platform.interaction.limit-20-loses-one': ['a page lacks its second entity, for a limit of 20'],
  'platform.interaction.next-wrong-for-limit-1': [
    '`next` is one more than the cursor of the request, for a limit of 1',
    '`next` is the cursor plus the limit, for a limit of 1',
  ],
  'platform.interaction.next-wrong-for-limit-10': [
    '`next` is the second id of the next page, for a limit of 10',
  ],
  'platform.interaction.next-zero-with-previous': [
    '`next` is 0, if `cursor` and `previous` are above 0',
  ],
  'platform.interaction.current-is-previous': [
    '`current` is the same as `prev`, if `previous` is above 0',
  ],
  'platform.interaction.prev-in-the-page-with-previous': [
    '`prev` is the first id of the page, if `cursor` and `previous` are above 0',
  ],
  'platform.interaction.prev-negative-with-limit-1': [
    '`prev` is -1, for a limit of 1 on the first page',
    '`prev` is the cursor minus the limit, for a limit of 1 on the first page',
  ],
  'platform.interaction.limit-and-previous-refused': [
    'a request gets status 400 instead of a page, if `limit` and `previous` are sent without `cursor`',
  ],
  'platform.interaction.limit-49-with-a-cursor-refused': [
    'a request gets status 400 instead of a page, for a limit of 49 on every page after the first',
  ],
  'platform.challenge.missing': ['a 401 has no `WWW-Authenticate`'],
  'platform.client.origin-is-refused': [
    'a request gets status 403 instead of a page, with an Origin of another site',
  ],
};

export const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  'tokens.form-without-accept': [
    'a right token request without Accept gets status 200, without an access token',
  ],
  'tokens.scope-demanded': [
    'a right token request with the secret in the form gets status 400 with the error `invalid_scope` instead of a token',
  ],
  'tokens.token-is-201': ['a right token request gets status 201 instead of a token'],
  'tokens.form-credentials-refused': [
    'a right token request with the secret in the form gets status 401 with the error `invalid_client` instead of a token',
  ],
  'tokens.basic-refused': [
    'a right token request with HTTP Basic gets status 401 with the error `invalid_client` instead of a token',
  ],
  'tokens.basic-plus-not-decoded': [
    'a right token request with HTTP Basic that contains a blank, written as `+`, gets status 401 with the error `invalid_client` instead of a token',
  ],
  'tokens.basic-needs-the-id-in-the-form': [
    'a right token request with HTTP Basic gets status 401 with the error `invalid_client` instead of a token',
  ],
  'tokens.scope-not-empty': ['in token responses, `scope` is "profile email" instead of ""'],
  'tokens.scope-missing': ['in token responses, `scope` is missing'],
  'tokens.type-in-lower-case': ['in token responses, `token_type` is "bearer" instead of "Bearer"'],
  'tokens.lifetime-as-text': ['in token responses, `expires_in` is a text instead of an integer'],
  'tokens.lifetime-with-a-fraction': ['in token responses, `expires_in` is not an integer'],
  'tokens.lifetime-zero': ['in token responses, `expires_in` is not >= 1'],
  'tokens.policy-missing': ['in token responses, `not-before-policy` is missing'],
  'tokens.policy-in-snake-case': ['in token responses, `not-before-policy` is missing'],
  'tokens.policy-as-text': [
    'in token responses, `not-before-policy` is a text instead of an integer',
  ],
  'tokens.token-in-camel-case': ['in token responses, `access_token` is missing'],
  'tokens.refresh-token-issued': ['a refresh token is issued'],
  'tokens.refresh-token-empty': ['a refresh token is issued'],
  'tokens.token-may-be-stored': ['a token is sent without `Cache-Control`'],
  'tokens.token-for-a-minute': ['a token is sent with `Cache-Control: max-age=60`'],
  'tokens.token-as-plain-text': ['a token is sent as text/plain'],
  'tokens.lifetime-in-milliseconds': ['`expires_in` counts milliseconds'],
  'tokens.exp-an-hour-later': ['`exp` is 60 minutes later than `expires_in` says'],
  'tokens.wrong-secret-is-400': [
    'a token request with wrong credentials gets status 400 with the error `invalid_client`',
  ],
  'tokens.secret-compared-by-beginning': [
    'the secret is accepted if only its beginning is sent, even an empty one',
  ],
  'tokens.empty-secret-accepted': [
    'a token request with an empty secret gets a token',
    'the secret is accepted if it is empty',
  ],
  'tokens.end-of-secret-not-compared': ['the secret is compared without its last character'],
  'tokens.empty-secret-is-a-fault': ['a token request with an empty secret gets status 500'],
  'tokens.unsupported-client-gets-a-token': [
    'a token request of a client that is not set up for client credentials gets a token',
  ],
  'tokens.unsupported-client-is-401': [
    'a token request of a client that is not set up for client credentials gets status 401 with the error `invalid_client`',
  ],
  'tokens.unsupported-client-is-unauthorized-client': [
    'a token request of a client that is not set up for client credentials gets status 400 with the error `unauthorized_client`',
  ],
  'tokens.errors-under-message': [
    'an error of the token endpoint is under `message` instead of `error`',
  ],
  'tokens.unknown-grant-is-invalid-grant': [
    'a token request with an unknown grant type gets status 400 with the error `invalid_grant`',
  ],
  'tokens.missing-grant-is-client-credentials': [
    'a token request without `grant_type` gets a token',
  ],
  'tokens.missing-grant-is-401': [
    'a token request that is malformed, or has no `grant_type`, gets status 401 with the error `invalid_request`, such as one with HTTP Basic and the same credentials in the form',
  ],
  'tokens.last-of-two-secrets': ['a token request with a parameter twice gets a token'],
  'tokens.form-ignored-beside-basic': [
    'a token request with credentials in HTTP Basic and in the form gets a token',
  ],
  'tokens.media-type-compared-exactly': [
    'a right token request whose `Content-Type` has capitals or a charset gets status 400 with the error `invalid_request` instead of a token',
  ],
  'tokens.get-is-answered': ['a GET on the token endpoint gets status 200'],
  'token-server.discovery-is-404': ['the discovery document has status 404'],
  'token-server.discovery-without-token-endpoint': [
    'in the discovery document, `token_endpoint` is missing',
  ],
  'token-server.discovery-without-grant-types': [
    'in the discovery document, `grant_types_supported` is missing',
  ],
  'token-server.discovery-without-keys': ['in the discovery document, `jwks_uri` is missing'],
  'token-server.token-endpoint-elsewhere': [
    'the token endpoint that the discovery document names issues no token',
  ],
  'token-server.grant-types-without-client-credentials': [
    'the discovery document does not list the grant type `client_credentials`',
  ],
  'token-server.key-set-empty': ['the key set is empty'],
  'token-server.key-set-elsewhere': ['the key set has status 404'],
  'token-server.internal-host-named': ['the discovery document names `jwks_uri` on another host'],
  'token-server.key-set-on-another-port': [
    'the discovery document names `jwks_uri` on another port or scheme',
  ],
  'token-server.token-endpoint-on-an-internal-host': [
    'the discovery document names `token_endpoint` on another host',
  ],
  'token-server.issuer-of-another-realm': [
    'the `issuer` of the discovery document is `http://127.0.0.1:9/auth/realms/master`',
  ],
  'token-server.issuer-with-a-slash': ['the `issuer` of the discovery document ends with a slash'],
  'token-server.issuer-missing': ['the discovery document has no `issuer`'],
  'token-server.spoiled-call-is-403': [
    'a call with an invalid, expired or revoked token gets status 403 instead of 401',
  ],
  'templates.list-is-404': ['a valid token gets status 404'],
  'templates.list-is-a-redirect': ['a valid token gets status 302'],
  'templates.no-token-needed': ['templates are returned without `Authorization`'],
  'templates.refused-with-templates': ['a refusal contains templates'],
  'templates.other-spellings-are-open': [
    'templates are returned without `Authorization`, on a path with other letter case or further slashes',
  ],
  'templates.open-to-who-comes-from-here': [
    'templates are returned without `Authorization`, for a request with `X-Forwarded-For`, `X-HTTP-Method-Override`',
  ],
  'templates.open-once-asked': ['templates are returned without `Authorization`'],
  'templates.templates-of-everybody': ['templates of another organization are returned'],
  'templates.one-foreign-template': ['templates of another organization are returned'],
  'templates.templates-of-the-last-client': [
    'a call returns the templates of the client that requested the last token',
  ],
  'templates.first-list-for-everybody': ['templates of another organization are returned'],
  'templates.several-spaces-refused': ['a valid token, after several spaces, gets status 401'],
  'templates.basic-accepted': [
    'HTTP Basic with id and secret of a client is accepted instead of a token',
  ],
  'templates.bare-token-accepted': ['a token is accepted without a scheme'],
  'templates.scheme-token-accepted': ['a token is accepted after the scheme `Token`'],
  'templates.any-scheme-accepted': ['a token is accepted after any scheme'],
  'templates.scheme-case-sensitive': [
    'a valid token, after `bearer` in another letter case, gets status 401',
  ],
  'templates.token-from-query': [
    'templates are returned without `Authorization`, for a token in the query string',
  ],
  'templates.token-from-query-by-other-name': [
    'templates are returned without `Authorization`, for a token in the query string',
  ],
  'templates.query-token-wins': [
    'templates are returned without `Authorization`, for a token in the query string',
  ],
  'templates.revoked-accepted': ['a revoked token is accepted'],
  'templates.expired-or-revoked-is-403': [
    'a call with an expired or revoked token gets status 403 instead of 401',
  ],
  'templates.signature-not-verified': ['the signature of a token is not verified'],
  'templates.signature-of-rs256-not-verified': [
    'the signature of a token is not verified if its `alg` is the right one',
  ],
  'templates.garbage-accepted': ['a text that is not a JWT is accepted as a token'],
  'templates.signature-only-measured': ['only the length of a signature is verified'],
  'templates.payload-not-covered': [
    'a token with the signature of another one is accepted, whatever its claims',
  ],
  'templates.alg-none-accepted': ['a token with `alg` none is accepted'],
  'templates.alg-none-accepted-with-a-signature': [
    'a token with `alg` none in lower case is accepted if it has a signature',
  ],
  'templates.alg-none-in-other-case-accepted': [
    'a token with `alg` none in another letter case is accepted',
  ],
  'templates.alg-none-in-other-case-accepted-unsigned': [
    'a token with `alg` none in another letter case, and without a signature, is accepted',
  ],
  'templates.public-key-as-secret': ['a token signed by HMAC with the public key is accepted'],
  'templates.empty-key-accepted': ['a token signed by HMAC with an empty key is accepted'],
  'templates.other-algorithms-not-verified': [
    'the signature of a token with an unknown algorithm is not verified',
  ],
  'templates.zeros-are-a-signature': ['a signature of zeros is accepted with `alg` ES256'],
  'templates.signature-in-any-case': ['a signature is compared without regard to case'],
  'templates.name-of-the-key-as-secret': [
    'a token signed by HMAC with the name of the key is accepted',
  ],
  'templates.key-in-the-token-trusted': ['a token is verified with the key that it contains'],
  'tokens.interaction.grant-type-comes-first': [
    'a right token request whose form does not begin with `grant_type` gets status 400 with the error `invalid_request` instead of a token',
  ],
  'tokens.interaction.form-refused-for-the-second-client': [
    'a right token request of the second client with the secret in the form gets status 401 with the error `invalid_client` instead of a token',
  ],
  'tokens.interaction.basic-refused-for-the-second-client': [
    'a right token request of the second client with HTTP Basic gets status 401 with the error `invalid_client` instead of a token',
  ],
  'tokens.interaction.secret-of-another-client': [
    'a token request with the id of one client and the secret of another gets a token',
  ],
  'tokens.interaction.secret-of-another-client-with-basic': [
    'a token request with the id of one client and the secret of another gets a token, with HTTP Basic',
  ],
  'tokens.interaction.client-id-cut-short': [
    'the client id is accepted if only its beginning is sent, even an empty one',
    'the client id is accepted if only its beginning is sent',
  ],
  'tokens.interaction.empty-secret-with-basic': [
    'a token request with an empty secret gets a token, with HTTP Basic',
    'the secret is accepted if only its beginning is sent, even an empty one, for the second client with HTTP Basic',
    'the secret is accepted if it is empty, with HTTP Basic',
  ],
  'tokens.interaction.unsupported-client-gets-a-token-with-basic': [
    'a token request of a client that is not set up for client credentials gets a token, with HTTP Basic',
  ],
  'tokens.interaction.scope-for-the-second-client': [
    'in token responses, `scope` is "profile" instead of "", for the second client',
  ],
  'tokens.interaction.refresh-token-for-the-second-client': [
    'a refresh token is issued, for the second client',
  ],
  'tokens.interaction.expires-in-too-long-for-the-second-client': [
    '`exp` is 60 minutes earlier than `expires_in` says, for the second client',
  ],
  'tokens.interaction.issuer-by-client': [
    'a token has another `iss` than the realm, for the second client',
  ],
  'templates.interaction.second-client-refused': [
    'a valid token of the second client gets status 401',
  ],
  'templates.interaction.query-opens-without-authorization': [
    'templates are returned without `Authorization`, if the path has a query string',
  ],
  'templates.interaction.pages-open-without-authorization': [
    'templates are returned without `Authorization`, for a request with `Accept: text/html`',
  ],
  'templates.interaction.scheme-alone-opens': [
    '`Authorization: Bearer` without a token is accepted',
  ],
  'templates.interaction.lower-case-scheme-opens-everything': [
    'templates of another organization are returned, after `bearer` in lower case',
  ],
  'templates.interaction.query-opens-everything': [
    'templates of another organization are returned, if the path has a query string',
  ],
  'tokens.shape.end-of-id-accepted': ['the client id is accepted with more characters before it'],
  'tokens.shape.id-is-a-pattern': [
    'the client id is compared without its last character',
    'the client id is compared by LIKE: `%` and `_` in it match other characters',
  ],
  'tokens.shape.secret-is-a-pattern': [
    'the secret is compared by LIKE: `%` and `_` in it match other characters',
  ],
  'tokens.shape.first-line-of-a-secret': ['the secret is compared up to a line break'],
  'tokens.shape.secret-decoded-twice': ['the secret is percent-decoded once too often'],
  'tokens.shape.accents-of-a-secret-ignored': ['the secret is compared without regard to accents'],
  'tokens.shape.plus-in-a-secret-is-a-blank': ['the secret is compared with every plus as a blank'],
  'tokens.shape.end-of-secret-is-enough': ['the secret is accepted with more characters before it'],
  'tokens.shape.beginning-lost': ['the secret is compared without its first character'],
  'tokens.shape.true-is-a-secret': ['the secret is accepted if it is `true`'],
  'tokens.shape.zero-is-a-secret': ['the secret is accepted if it is `0`'],
  'tokens.shape.null-is-a-secret': ['the secret is accepted if it is `null`'],
  'tokens.shape.listed-secret-not-compared': [
    'a token request with `client_secret[]=assay` and no `client_secret` gets a token',
  ],
  'tokens.shape.right-secret-anywhere-in-a-long-one': [
    'the secret is accepted anywhere in a text of more than 255 characters',
  ],
  'tokens.shape.needless-escapes-kept': [
    'a right token request with needless escapes gets status 401 with the error `invalid_client` instead of a token',
  ],
  'tokens.shape.accept-needed': [
    'a right token request without Accept gets status 406 with the error `invalid_request` instead of a token',
  ],
  'tokens.shape.longer-grant-accepted': [
    'a token request whose grant type begins with `client_credentials` gets a token',
  ],
  'tokens.shape.grant-with-a-hyphen-accepted': [
    'a token request with the grant type `client-credentials` gets a token',
  ],
  'tokens.shape.form-names-the-client-of-basic': [
    'templates of another organization are returned, for a token that was requested with HTTP Basic of its client and the `client_id` of another one in the form',
  ],
  'templates.shape.slash-opens': [
    'templates are returned without `Authorization`, at the path `/V1/export-templates/`',
  ],
  'templates.shape.template-opens': [
    'templates are returned without `Authorization`, at the path `/V1/export-templates/11`',
  ],
  'templates.shape.dot-segment-opens': [
    'templates are returned without `Authorization`, at the path `/V1/./export-templates`',
  ],
  'templates.shape.parent-segment-opens': [
    'templates are returned without `Authorization`, at the path `/V1/x/../export-templates`',
  ],
  'templates.shape.escaped-letter-opens': [
    'templates are returned without `Authorization`, at the path `/V1/%65xport-templates`',
  ],
  'templates.shape.escaped-slash-opens': [
    'templates are returned without `Authorization`, at the path `/V1/export-templates%2F`',
  ],
  'templates.shape.overridden-method-opens': [
    'templates are returned without `Authorization`, for a request with `X-Forwarded-For`, `X-HTTP-Method-Override`',
  ],
  'templates.shape.other-url-opens': [
    'templates are returned without `Authorization`, for a request with `Origin`, `X-Original-URL`, `X-Rewrite-URL`',
  ],
  'templates.shape.token-from-a-cookie': [
    'templates are returned without `Authorization`, for a request with `X-Auth-Token`, `X-Access-Token`, `X-API-Key`, `Cookie`',
  ],
  'templates.shape.token-from-x-access-token': [
    'templates are returned without `Authorization`, for a request with `X-Auth-Token`, `X-Access-Token`, `X-API-Key`, `Cookie`',
  ],
  'templates.shape.token-from-x-auth-token': [
    'templates are returned without `Authorization`, for a request with `X-Auth-Token`, `X-Access-Token`, `X-API-Key`, `Cookie`',
  ],
  'templates.shape.further-part-ignored': ['parts of a token after the third are ignored'],
  'templates.shape.escapes-undone': ['a token is percent-decoded'],
  'templates.shape.right-token-in-a-cookie-repairs': [
    'a wrong token is accepted if the right one is in another header field',
  ],
  'templates.shape.scheme-runs-into-the-token': [
    'a token is accepted directly after `Bearer`, without a space',
  ],
  'templates.shape.scheme-begins-with-bearer': [
    'a token is accepted after a scheme that begins with `Bearer`',
  ],
  'tokens.challenge.missing': ['a 401 of the token endpoint has no `WWW-Authenticate`'],
  'templates.challenge.missing': ['a 401 has no `WWW-Authenticate`'],
  'templates.challenge.of-another-scheme': [
    'a 401 names another scheme than Bearer in `WWW-Authenticate`',
  ],
  'templates.challenge.error-without-a-token': [
    'a 401 to a call without a token names an error in `WWW-Authenticate`',
  ],
  'tokens.client.expect-is-417': [
    'a right token request with an Expect: 100-continue gets status 417 instead of a token',
  ],
  'tokens.client.referer-is-refused': [
    'a right token request with a Referer of another site gets status 403 instead of a token',
  ],
  'templates.client.referer-is-refused': [
    'a valid token, in a request with `Referer`, gets status 403',
  ],
  'templates.hostile.other-characters-are-skipped': [
    'characters outside base64url are skipped in a signature',
  ],
};

export const HANDOVER: Readonly<Record<string, readonly string[]>> = {
  'handover.server-error-without-accept': ['a request without `Accept` gets a server error'],
  'handover.no-authorization-needed': ['a handover is accepted without `Authorization`'],
  'handover.success-without-authorization': ['a handover is accepted without `Authorization`'],
  'handover.refusal-says-nothing': [
    'the response without authorization says something else than that authorization is required (`Something went wrong.`)',
    'a handover is accepted without `Authorization`',
  ],
  'handover.refusal-is-about-the-method': [
    'the response without authorization says something else than that authorization is required (`Method not allowed.`)',
  ],
  'handover.any-bearer-accepted': [
    'the token is not checked: any text is accepted',
    'the token is not checked: any text but an empty one is accepted',
  ],
  'handover.basic-accepted': ['every `Authorization` with the scheme Basic is accepted'],
  'handover.any-scheme-accepted': ['the token is accepted after any scheme'],
  'handover.token-is-a-user': ['the token is accepted as the user name of HTTP Basic'],
  'handover.digest-accepted': ['every `Authorization` with the scheme Digest is accepted'],
  'handover.lower-case-scheme-unverified': ['every token is accepted after `bearer` in lower case'],
  'handover.longer-token-accepted': ['the token is accepted with more characters after it'],
  'handover.beginning-of-token-accepted': [
    'the token is accepted if only its beginning is sent, even an empty one',
    'the token is accepted if only its beginning is sent',
  ],
  'handover.bare-token-accepted': ['the token is accepted without a scheme'],
  'handover.bearer-case-ignored': ['the token is compared without regard to case'],
  'handover.done-is-500': ['a handover with a valid token and `Referer` gets status 500'],
  'handover.done-without-message': ['the response to a successful handover has no `message`'],
  'handover.done-says-nothing': [
    'the response to a successful handover does not say that anything was transferred (`OK`)',
  ],
  'handover.done-in-part-of-words': [
    'the response to a successful handover says that only a part was transferred (`3 of 12 resources have been transferred to the new user.`)',
  ],
  'handover.done-asks-for-authorization': [
    'the response to a successful handover says that nothing was transferred (`You have to be authorized to transfer resources.`)',
  ],
  'handover.done-without-body': ['the response to a successful handover has no body'],
  'handover.done-as-list': ['the response to a successful handover has a list in `message`'],
  'handover.done-as-html': ['the response to a successful handover is sent as text/html'],
  'handover.refusal-as-plain-text': ['a refusal is sent as text/plain'],
  'handover.interaction.array-without-authorization': [
    'a handover is accepted without `Authorization`, for a request with an empty list as body',
  ],
  'handover.interaction.form-without-authorization': [
    'a handover is accepted without `Authorization`, for a request with `Content-Type: application/x-www-form-urlencoded`',
  ],
  'handover.interaction.plain-text-with-any-bearer': [
    'a handover is accepted with an invalid bearer token, for a request with `Content-Type: text/plain`',
  ],
  'handover.interaction.empty-body-with-basic': [
    'a handover is accepted with HTTP Basic, for a request with an empty body',
  ],
  'handover.shape.slash-needs-no-authorization': [
    'a handover is accepted without `Authorization`, for a request with the path `/handover/`',
  ],
  'handover.shape.doubled-slash-needs-no-authorization': [
    'a handover is accepted without `Authorization`, for a request with the path `//handover`',
  ],
  'handover.shape.overridden-method-needs-no-authorization': [
    'a handover is accepted without `Authorization`, for a request with `X-Rewrite-URL` and `X-Forwarded-For` and `X-HTTP-Method-Override` and `X-Original-URL`',
  ],
  'handover.shape.lists-need-no-authorization': [
    'a handover is accepted without `Authorization`, for a request with users that are lists',
  ],
  'handover.shape.null-needs-no-authorization': [
    'a handover is accepted without `Authorization`, for a request with users that are null',
  ],
  'handover.shape.numbers-need-no-authorization': [
    'a handover is accepted without `Authorization`, for a request with users that are numbers',
  ],
  'handover.shape.objects-need-no-authorization': [
    'a handover is accepted without `Authorization`, for a request with users that are objects',
  ],
  'handover.shape.body-says-authorized': [
    'a handover is accepted without `Authorization`, for a request with the members authorized, token, admin in the body',
  ],
  'handover.shape.token-in-the-body-is-enough': [
    'a handover is accepted without `Authorization`, for a request with the members authorized, token, admin in the body',
  ],
  'handover.shape.token-from-a-cookie': [
    'a handover is accepted without `Authorization`, for a request with `X-Auth-Token` and `Cookie`',
  ],
  'handover.shape.token-from-x-auth-token': [
    'a handover is accepted without `Authorization`, for a request with `X-Auth-Token` and `Cookie`',
  ],
  'handover.shape.any-jwt-accepted': ['every JWT is accepted'],
  'handover.shape.token-with-more-before-accepted': [
    'the token is accepted with more characters before it',
  ],
  'handover.shape.token-measured': ['the token is compared by its length alone'],
  'handover.shape.token-percent-decoded': ['the token is percent-decoded once too often'],
  'handover.shape.first-of-a-list': ['the token is accepted in a list with others'],
  'handover.shape.last-of-a-list': ['the token is accepted in a list with others'],
  'handover.shape.first-letter-lost': ['the token is compared without its first character'],
  'handover.shape.characters-in-any-order': [
    'the token is accepted with its characters in any order',
  ],
  'handover.shape.scheme-runs-into-the-token': [
    'the token is accepted directly after `Bearer`, without a space',
  ],
  'handover.shape.null-is-a-token': ['the token is accepted if it is `null`'],
  'handover.challenge.missing': ['a 401 has no `WWW-Authenticate`'],
  'handover.client.origin-is-refused-in-text': [
    'a request with `Origin` gets status 403 without a message',
  ],
  'handover.client.refused-for-referer-but-done': [
    'a request with `Referer` gets status 403 without a message',
  ],
};
