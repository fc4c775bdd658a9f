import { describeAnswer, skip } from '../../src/harness/finding.js';
import { isConfigured } from '../../src/harness/hosts.js';
import { holdsIf, must, should } from '../../src/harness/topic.js';
import { claimsOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { Question } from '../../src/protocol/templates/question.js';
import { realmOf, tokenUrlOf } from '../../src/protocol/templates/token-request.js';
import { templatesOf } from './ask.js';
import { discoveryIn, needDiscovery } from './documents.js';
import { type Exchange, faultOf, isTokenRequest } from './exchange.js';
import { BY_FORM, satisfies, type TemplatesTopics } from './topic.js';

const SECTION = 'Authentication, Export-template API, item 6';
const DISCOVERY: Question = { ask: 'discovery' };

/** The discovery document, and what it names. */
export const discoveryDocument = {
  'TOK-DISC-1': {
    clause: must(
      'the discovery document returns 200 and names token endpoint, supported grant types and JWKS address',
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
        withoutFacts: () => [DISCOVERY],
      },
    },
  },
  'TOK-DISC-2': {
    clause: must(
      'the token endpoint it names issues tokens; the grant types include `client_credentials`; the JWKS address returns keys',
    )
      .in(SECTION)
      .judged('Requests a token at the address it names, if that is on a configured host.'),
    rule({ question, answer }) {
      if (question.ask === 'keys') {
        if (answer.status !== 200) return { expected: 'keys with status 200' };
        return satisfies(answer, 'templates/jwks');
      }
      const grants =
        question.ask === 'discovery' ? discoveryIn(answer)?.grant_types_supported : undefined;
      if (grants === undefined) return undefined;
      const expected = 'client_credentials among the grant types';
      return holdsIf(grants.includes('client_credentials'), expected, grants.join(', ') || 'none');
    },
    relation: (exchanges, _, { note }) => refusedAtNamedEndpoint(exchanges, note),
    checks: {
      'templates.discovery.endpoints': {
        title: 'the token endpoint and the JWKS address that discovery names',
        requests: { own: 1, shared: 2 },
        needsFacts: false,
        async procedure(context) {
          const { jwks_uri: keys, token_endpoint: endpoint } = await needDiscovery(context);
          for (const [member, address] of Object.entries({
            jwks_uri: keys,
            token_endpoint: endpoint,
          })) {
            if (isConfigured(context.target, address)) continue;
            const named = `the discovery document names the ${member} ${address}`;
            skip('safety', `${named}, on a host that is not configured: nothing is sent there`);
          }
          const isOwn = endpoint === tokenUrlOf(templatesOf(context.target));
          const tokenRequest = isOwn ? BY_FORM : { ...BY_FORM, address: endpoint };
          return [DISCOVERY, { ask: 'keys', address: keys }, tokenRequest];
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
        async procedure(context) {
          await needDiscovery(context);
          return [DISCOVERY, BY_FORM];
        },
      },
    },
  },
} satisfies TemplatesTopics;

/** The first discovery document that is valid, and the token requests without a mistake. */
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

/** Token requests at the endpoint that discovery names, which return no token. */
function refusedAtNamedEndpoint(exchanges: readonly Exchange[], note: () => void) {
  const found = discovered(exchanges);
  if (found === undefined) return [];
  const { token_endpoint: endpoint } = found.document;
  return found.requests.flatMap((exchange) => {
    const { question, answer, settings } = exchange;
    const address = question.address ?? tokenUrlOf(settings);
    if (address !== endpoint || question.way !== 'form' || question.client !== 'first') return [];
    note();
    if (tokenIn(answer) !== undefined) return [];
    const expected = `a token from ${endpoint}`;
    return [{ expected, actual: describeAnswer(answer), exchanges: [found.exchange, exchange] }];
  });
}

/** Tokens whose issuer is not the one that discovery names. */
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
    return [
      {
        expected: `iss ${issuer} in the token`,
        actual: JSON.stringify(iss) ?? 'none',
        exchanges: [found.exchange, exchange],
      },
    ];
  });
}
