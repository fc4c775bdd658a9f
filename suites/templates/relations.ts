import { describeAnswer, type Note, type RelationViolation } from '../../src/harness/suite.js';
import { claimsOf, isSignedBy, textsIn, tokenIn } from '../../src/protocol/templates/jwt.js';
import { isPlain } from '../../src/protocol/templates/question.js';
import { tokenUrlOf } from '../../src/protocol/templates/token-request.js';
import { templatesOf, tokenOf } from './ask.js';
import { foreignTemplates } from './call-rules.js';
import type { ClauseId } from './clauses.js';
import {
  type Exchange,
  type Facts,
  faultOf,
  isCall,
  isToken,
  type TokenExchange,
} from './exchange.js';
import { discoveryIn, keysIn } from './token-rules.js';

type Violations = readonly RelationViolation<Exchange, ClauseId>[];

/** What several exchanges show together: tokens and what discovery says of them, and the templates of two clients. */
export function relate(
  exchanges: readonly Exchange[],
  facts: Facts,
  note: Note<ClauseId>,
): Violations {
  const discovery = exchanges.find(
    ({ question, answer }) => question.ask === 'discovery' && discoveryIn(answer),
  );
  const document = discovery && discoveryIn(discovery.answer);
  const keys = exchanges.find(
    ({ question }) => question.ask === 'keys' && question.address === document?.jwks_uri,
  );
  const tokens = exchanges
    .filter(isToken)
    .filter(({ question }) => faultOf(question) === undefined);
  return [
    ...tokens.flatMap((token) => (discovery ? asDiscovered(token, discovery, note) : [])),
    ...tokens.flatMap((token) => (keys ? signed(token, keys, note) : [])),
    ...organizations(exchanges, facts, note),
  ];
}

/** The token endpoint that discovery names issues tokens (TOK-DISC-2), whose issuer is the one that it names (TOK-DISC-3). */
function asDiscovered(
  exchange: TokenExchange,
  discovery: Exchange,
  note: Note<ClauseId>,
): Violations {
  const { question, answer, target } = exchange;
  const { token_endpoint: endpoint, issuer } = discoveryIn(discovery.answer) ?? {};
  const address = question.address ?? tokenUrlOf(templatesOf(target));
  const isNamed = address === endpoint && question.way === 'form' && question.client === 'first';
  if (isNamed) note('TOK-DISC-2');
  const token = tokenIn(answer);
  const exchanges = [discovery, exchange];
  if (token === undefined) {
    const missing = {
      expected: `a token from ${endpoint}`,
      actual: describeAnswer(answer),
      exchanges,
    };
    return isNamed ? [{ clause: 'TOK-DISC-2', ...missing }] : [];
  }
  note('TOK-DISC-3');
  const { iss } = claimsOf(token);
  const actual = JSON.stringify(iss) ?? 'none';
  return iss === issuer
    ? []
    : [{ clause: 'TOK-DISC-3', expected: `iss ${issuer} in the token`, actual, exchanges }];
}

/** The signature of a token verifies with the keys that discovery names (TOK-RES-4). */
function signed(exchange: TokenExchange, published: Exchange, note: Note<ClauseId>): Violations {
  const [token, keys] = [tokenIn(exchange.answer), keysIn(published.answer)];
  const isSigned = token === undefined || keys === undefined ? undefined : isSignedBy(token, keys);
  if (isSigned === undefined) return [];
  note('TOK-RES-4');
  const expected = 'a signature that verifies with the published keys';
  return isSigned
    ? []
    : [{ clause: 'TOK-RES-4', expected, actual: 'another one', exchanges: [published, exchange] }];
}

/** The first lists of the two clients have no template in common (ETM-AUTH-5). */
function organizations(
  exchanges: readonly Exchange[],
  { issued }: Facts,
  note: Note<ClauseId>,
): Violations {
  const lists = exchanges
    .filter(isCall)
    .filter(({ question, answer }) => answer.ok && isPlain(question));
  const [mine, theirs] = ['first', 'other'].map((client) =>
    lists.find(
      ({ question }) =>
        issued.get(tokenOf(question.authorization) ?? '')?.question.client === client,
    ),
  );
  if (mine === undefined || theirs === undefined) return [];
  const [own, other] = [textsIn(mine.answer), textsIn(theirs.answer)];
  if (own.size + other.size === 0) return [];
  note('ETM-AUTH-5');
  const shared = [...other].filter((text) => own.has(text));
  return shared.length === 0
    ? []
    : [{ clause: 'ETM-AUTH-5', ...foreignTemplates(shared), exchanges: [mine, theirs] }];
}
