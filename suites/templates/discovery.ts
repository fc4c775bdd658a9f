/** The clauses about the OpenID discovery document of the authentication server (TOK-DISC). */

import { describeAnswer } from '../../src/harness/finding.js';
import { holdsIf, must, type Ruling, should } from '../../src/harness/topic.js';
import { claimsOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { Question } from '../../src/protocol/templates/question.js';
import { realmOf, tokenUrlOf } from '../../src/protocol/templates/token-request.js';
import type { Discovery } from '../../src/schema/types.js';
import type { TemplatesTarget } from '../../src/settings/target.js';
import { templatesOf } from './ask.js';
import { discoveryIn, needDiscovery, reachable } from './documents.js';
import { type Exchange, faultOf, isTokenRequest } from './exchange.js';
import { BY_FORM, satisfies, type TemplatesTopics } from './topic.js';

const SECTION = 'Authentication, Export-template API, item 6';
const DISCOVERY: Question = { ask: 'discovery' };

export const discoveryDocument = {
  'TOK-DISC-1': {
    clause: must(
      'the discovery document has status 200, and names the token endpoint, the supported grant types and the JWKS address',
    )
      .in(SECTION)
      .judged('Checks the three members.'),
    rule({ question, answer }) {
      if (question.ask !== 'discovery') return undefined;
      if (answer.status !== 200) return { expected: 'status 200' };
      return satisfies(answer, 'templates/discovery');
    },
    checks: {
      'templates.discovery.document': {
        title: 'the discovery document',
        requests: { own: 1 },
        asks: () => [DISCOVERY],
      },
    },
  },
  'TOK-DISC-2': {
    clause: must(
      'the discovery document names a token endpoint that issues tokens, the grant type `client_credentials`, and a JWKS address that returns keys',
    )
      .in(SECTION)
      .judged(
        'Requests the keys and a token at the addresses that the document names. An address on another host, port or scheme than the authentication server is a warning, and is not requested.',
      ),
    rule(exchange) {
      const document =
        exchange.question.ask === 'discovery' ? discoveryIn(exchange.answer) : undefined;
      if (document === undefined) return undefined;
      const grants = document.grant_types_supported;
      if (!grants.includes('client_credentials')) {
        const actual = grants.join(', ') || 'none';
        return {
          expected: 'client_credentials among the grant types',
          actual,
          sentence: `the grant types are ${actual}; client_credentials must be among them`,
        };
      }
      return namesOwnServer(document, exchange.settings);
    },
    relation: (exchanges, _, { note }) => [
      ...withoutKeys(exchanges, note),
      ...refusedAtNamedEndpoint(exchanges, note),
    ],
    checks: {
      'templates.discovery.endpoints': {
        title: 'the token endpoint and the JWKS address in the discovery document',
        requests: { own: 1, shared: 2 },
        needsFacts: false,
        async walks(context) {
          const settings = templatesOf(context.target);
          const { jwks_uri: keys, token_endpoint: endpoint } = await needDiscovery(context);
          const address = reachable(keys, settings);
          const isUndocumented =
            isOnOwnServer(endpoint, settings) && endpoint !== tokenUrlOf(settings);
          return [
            DISCOVERY,
            ...(address === undefined ? [] : [{ ask: 'keys', address } as const]),
            isUndocumented ? { ...BY_FORM, address: endpoint } : BY_FORM,
          ];
        },
      },
    },
  },
  'TOK-DISC-3': {
    clause: should(
      "`issuer` is `{auth_url}/realms/External-Applications` and equals the JWT's `iss`",
    )
      .in('OpenID Connect Discovery 1.0, section 3')
      .judged('Compares the three values.'),
    rule({ question, answer, settings }) {
      const document = question.ask === 'discovery' ? discoveryIn(answer) : undefined;
      if (document === undefined) return undefined;
      const wanted = realmOf(settings);
      return holdsIf(document.issuer === wanted, `issuer ${wanted}`, document.issuer ?? 'none');
    },
    relation: (exchanges, _, { note }) => otherIssuers(exchanges, note),
    checks: {
      'templates.discovery.issuer': {
        title: 'the issuer in the discovery document and in the token',
        requests: { shared: 2 },
        needsFacts: false,
        async walks(context) {
          await needDiscovery(context);
          return [DISCOVERY, BY_FORM];
        },
      },
    },
  },
} satisfies TemplatesTopics;

const isOnOwnServer = (address: string, { authUrl = '' }: TemplatesTarget): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(authUrl).origin;

/** Credentials are never sent to another server, so an address on another server is a warning. */
function namesOwnServer(document: Discovery, settings: TemplatesTarget): Ruling {
  for (const member of ['token_endpoint', 'jwks_uri'] as const) {
    const address = document[member];
    if (isOnOwnServer(address, settings)) continue;
    const expected = `${member} on ${new URL(settings.authUrl ?? '').origin}`;
    return { expected, actual: address, atMost: 'warning' };
  }
  return 'holds';
}

/**
 * Finds requests to the JWKS address in the discovery document that return no valid keys. `note`
 * records that the clause was tested.
 */
function withoutKeys(exchanges: readonly Exchange[], note: () => void) {
  const found = discovered(exchanges);
  if (found === undefined) return [];
  const { jwks_uri: keysAddress } = found.document;
  return exchanges.flatMap((exchange) => {
    const { question, answer } = exchange;
    if (question.ask !== 'keys' || question.address !== keysAddress) return [];
    note();
    const ruling =
      answer.status === 200
        ? satisfies(answer, 'templates/jwks')
        : {
            expected: 'keys with status 200',
            sentence: `the response is ${describeAnswer(answer)}; it must be the keys, with status 200`,
          };
    if (ruling === undefined || ruling === 'holds') return [];
    const actual = String(ruling.actual ?? describeAnswer(answer));
    return [{ ...ruling, actual, exchanges: [found.exchange, exchange] }];
  });
}

/**
 * Returns the valid discovery document, the exchange that contains it, and the exchanges of token
 * requests without a mistake.
 */
function discovered(exchanges: readonly Exchange[]) {
  const exchange = exchanges.find(
    ({ question, answer }) => question.ask === 'discovery' && discoveryIn(answer) !== undefined,
  );
  const document = exchange && discoveryIn(exchange.answer);
  const requests = exchanges
    .filter(isTokenRequest)
    .filter(({ question }) => faultOf(question) === undefined);
  return document && { exchange, document, requests };
}

/** Finds token requests that the token endpoint in the discovery document refuses. */
function refusedAtNamedEndpoint(exchanges: readonly Exchange[], note: () => void) {
  const found = discovered(exchanges);
  if (found === undefined) return [];
  const { token_endpoint: endpoint } = found.document;
  return found.requests.flatMap((exchange) => {
    const { question, answer, settings } = exchange;
    const address = question.address ?? tokenUrlOf(settings);
    if (address !== endpoint || question.way !== 'form' || question.client !== 'first') return [];
    // TOK-REQ-1 tests how a right request may be written.
    if (question.writing !== undefined) return [];
    note();
    if (tokenIn(answer) !== undefined) return [];
    const actual = describeAnswer(answer);
    return [
      {
        expected: `a token from ${endpoint}`,
        actual,
        sentence: `the token endpoint ${endpoint} of the discovery document returns ${actual}; it must issue a token`,
        exchanges: [found.exchange, exchange],
      },
    ];
  });
}

/** Finds tokens whose issuer is not that of the discovery document. */
function otherIssuers(exchanges: readonly Exchange[], note: () => void) {
  const found = discovered(exchanges);
  if (found === undefined) return [];
  const { issuer } = found.document;
  return found.requests.flatMap((exchange) => {
    const token = tokenIn(exchange.answer);
    if (token === undefined) return [];
    note();
    const { iss } = claimsOf(token);
    if (iss === issuer) return [];
    const actual = JSON.stringify(iss) ?? 'none';
    return [
      {
        expected: `iss ${issuer} in the token`,
        actual,
        sentence: `iss of the token is ${actual}; it must be ${issuer}`,
        exchanges: [found.exchange, exchange],
      },
    ];
  });
}
