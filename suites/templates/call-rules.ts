import { holdsIf, type RuleTable, type Ruling } from '../../src/harness/suite.js';
import { isAliveAt, textsIn } from '../../src/protocol/templates/jwt.js';
import { isPlain } from '../../src/protocol/templates/question.js';
import { tokenOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import {
  type CallExchange,
  type Credential,
  credentialOf,
  type Facts,
  givesTemplates,
} from './exchange.js';

export const CALL_RULES: RuleTable<CallExchange, Facts, ClauseId> = {
  'ETM-AUTH-1': (exchange, facts) => {
    // A token that was accepted before is not fresh any more: TOK-LIFE-1 says how long it lives.
    const isLater =
      !exchange.answer.ok && facts.answered.has(tokenOf(exchange.question.authorization) ?? '');
    return isDocumented(exchange) && !isLater ? isAnswered(exchange, facts) : undefined;
  },
  'ETM-AUTH-2': refusing('none', '401'),
  'ETM-AUTH-4': (exchange, facts) => {
    // By RFC 6750 section 3.1 a request whose token is not written as section 2.1 has it is malformed.
    const isWritten = /^[\w.~+/-]+=*$/.test(tokenOf(exchange.question.authorization) ?? '');
    return refusing('made', isWritten ? '401' : '4xx')(exchange, facts);
  },
  // A token reaches the same templates in every way, and none of another client's.
  'ETM-AUTH-5': ({ question, answer }, facts) => {
    const owner = facts.issued.get(tokenOf(question.authorization) ?? '')?.question.client;
    const own = owner && facts.items.get(owner);
    if (owner === undefined || own === undefined || credentialOf(question, facts) !== 'issued')
      return undefined;
    const texts = [...textsIn(answer)];
    const others = [...facts.items].flatMap(([name, items]) => (name === owner ? [] : [...items]));
    const foreign = others.filter((text) => !own.has(text));
    const leaked = texts.filter((text) => foreign.includes(text));
    if (leaked.length > 0) return foreignTemplates(leaked);
    // What a query does is open; that the scheme is written otherwise changes nothing.
    if (!answer.ok || question.path !== undefined || !isPlain(question)) return undefined;
    const isSame = texts.length === own.size && texts.every((text) => own.has(text));
    return holdsIf(isSame, `the same ${own.size} templates as ever`, `${texts.length} templates`);
  },
  'ETM-AUTH-6': (exchange, facts) =>
    isDocumented(exchange)
      ? undefined
      : (isAnswered(exchange, facts) ?? refusing('misused', '4xx')(exchange, facts)),
  'ETM-AUTH-7': refusing('in the query', '4xx'),
};

const isDocumented = ({ question }: CallExchange): boolean =>
  (question.authorization ?? '').startsWith('Bearer ');

/** A token that has time left, and was not given up, is answered. */
function isAnswered({ question, answer }: CallExchange, { issued, revoked }: Facts): Ruling {
  const token = tokenOf(question.authorization) ?? '';
  const by = issued.get(token);
  if (by === undefined || revoked.has(token) || !isPlain(question)) return undefined;
  return isAliveAt(by.answer, answer.receivedAt) ? holdsIf(answer.ok, 'a status 2xx') : undefined;
}

/** No templates for a credential; what only asks for the collection should be refused with a status that says so. */
function refusing(credential: Credential, wanted: '401' | '4xx') {
  const [least, most] = wanted === '401' ? [401, 401] : [400, 499];
  return ({ question, answer }: CallExchange, facts: Facts): Ruling => {
    if (facts.shown && credential === 'made') return undefined;
    if (facts.authorized === undefined || credentialOf(question, facts) !== credential)
      return undefined;
    if (givesTemplates(answer, facts.authorized, facts.items)) return { expected: 'no templates' };
    return (answer.status >= least && answer.status <= most) ||
      !isPlain(question) ||
      tokenOf(question.authorization) === ''
      ? 'holds'
      : { expected: `a status ${wanted}`, atMost: 'warning' };
  };
}

export const foreignTemplates = (leaked: readonly string[]) => ({
  expected: 'no template of the other organization',
  actual: `${leaked.length}, such as ${leaked[0]?.slice(0, 120)}`,
});
