/**
 * Defines how requests to the token endpoint and the template API are written, sent, read back from
 * recorded exchanges, tested by rules, and simplified.
 */

import {
  askWithinBudget,
  byEvery,
  type Context,
  optional,
  withoutEach,
} from '../../src/harness/index.js';
import { isServerError } from '../../src/harness/rule.js';
import type { Rulebook } from '../../src/harness/rulebook.js';
import { relateBy, rulesIn } from '../../src/harness/suite.js';
import { hasMalformedSignature, isHostileBearer } from '../../src/protocol/hostile.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import {
  isDocumentedCall,
  name,
  type Question,
  read,
  write,
} from '../../src/protocol/templates/question.js';
import { ask, seenOf, templatesOf } from './ask.js';
import { combinations } from './combinations.js';
import { type Exchange, faultOf, isCall, tokenOf } from './exchange.js';
import { type Facts, factsOfTraffic, nothingSeen } from './facts.js';
import { hostileValues } from './hostile-values.js';
import { mistakes } from './readings/index.js';
import { credentialOf } from './rights.js';
import { askWithToken, basicTokenExchange, formTokenResponse } from './tokens.js';
import { BY_FORM, callWith, type TemplatesKinds, withRawBasic } from './topic.js';
import { type ClauseId, topics } from './topics.js';

const HOSTILE_RULES = rulesIn<TemplatesKinds, 'TOK-HARD-1' | 'ETM-HARD-1'>(hostileValues);
const RULES = rulesIn<TemplatesKinds, ClauseId>(topics);

export const rulebook: Rulebook<Question, Exchange, Facts, ClauseId> = {
  request: (question, target) => write(question, templatesOf(target)),
  ask,
  read(answer, target) {
    const settings = templatesOf(target);
    const question = read(answer.request, settings);
    return question && { question, answer, settings };
  },
  facts: learnFacts,
  shown: factsOfTraffic,
  unknown: nothingSeen(),
  judge(exchange, facts, note) {
    if (exchange.answer.status === 429) return [];
    return byEvery(isOnlyHostile(exchange) ? HOSTILE_RULES : RULES, exchange, facts, note);
  },
  relate: relateBy<TemplatesKinds, ClauseId>(topics),
  control: (question, _, facts) => controlOf(question, facts),
  isAccepted: ({ question, answer }) =>
    question.ask === 'token' ? tokenIn(answer) !== undefined : answer.ok,
  simpler(question) {
    if (question.ask === 'token') return withoutEach(question, 'reversed', 'writing');
    if (question.ask === 'templates') return withoutEach(question, 'headers', 'path', 'accept');
    return [];
  },
  name,
  changed: forgottenTokens,
  generated: combinations,
  mistakes,
};

/**
 * Whether only the clauses about hostile values test the exchange. They do so for a token with a
 * malformed signature, and for a server error in response to any hostile token.
 */
function isOnlyHostile(exchange: Exchange): boolean {
  if (!isCall(exchange)) return false;
  const token = tokenOf(exchange.question.authorization) ?? '';
  if (!isHostileBearer(token)) return false;
  return hasMalformedSignature(token) || isServerError(exchange.answer);
}

async function learnFacts(context: Context): Promise<Facts> {
  const settings = templatesOf(context.target);
  const first = tokenIn(await formTokenResponse(context));
  const hasApi = settings.baseUrl !== undefined && first !== undefined;
  const answer = hasApi ? await optional(askWithToken(context)) : undefined;
  // The token with Basic credentials is requested last, because a faulty server may invalidate the
  // first token when it issues a second token (TOK-LIFE-1).
  const basic = await optional(basicTokenExchange(context));
  const call = answer && read(answer.request, settings);
  return {
    ...(await seenOf(context)),
    raw: basic && basic.question.raw === true,
    token: call?.ask === 'templates' ? tokenOf(call.authorization) : first,
    authorized: answer?.ok ? answer : undefined,
  };
}

/**
 * The control of a refused request must be accepted: the token request without its mistake, or the
 * plain call with a valid token.
 */
function controlOf(question: Question, facts: Facts): Question | undefined {
  if (question.ask === 'hostile token') return BY_FORM;
  if (question.ask === 'token') {
    const { client, way, writing } = question;
    if (client === 'unsupported' || client === 'nobody' || way === 'query') return BY_FORM;
    const isDocumented = faultOf(question) === undefined && writing === undefined;
    return isDocumented ? undefined : withRawBasic({ ask: 'token', client, way }, facts.raw);
  }
  if (question.ask !== 'templates' || facts.token === undefined) return undefined;
  const hasToken = credentialOf(question, facts) === 'issued' && isDocumentedCall(question);
  const isDocumented =
    hasToken &&
    question.headers === undefined &&
    /^Bearer (?! )/.test(question.authorization ?? '');
  return isDocumented ? undefined : callWith(facts.token);
}

/**
 * A restarted server may have forgotten a token. The refusal of a token is no violation if a new
 * token, requested in the same way, is accepted.
 */
async function forgottenTokens(
  context: Context,
  exchanges: readonly Exchange[],
  clauses: readonly string[],
): Promise<string | undefined> {
  if (!clauses.some((clause) => clause === 'ETM-AUTH-1' || clause === 'ETM-AUTH-6'))
    return undefined;
  const { issued, forgotten } = await seenOf(context);
  for (const { question, answer } of exchanges.filter(isCall)) {
    const token = tokenOf(question.authorization) ?? '';
    const by = issued.get(token);
    if (answer.ok || by === undefined) continue;
    const tried = await askWithinBudget([by.question], async (inTheSameWay) => {
      const next = tokenIn(await ask(context, inTheSameWay, { fresh: true }));
      const authorization = next && question.authorization?.replace(token, next);
      if (authorization === undefined) return false;
      return (await ask(context, { ...question, authorization })).ok;
    });
    if (tried.length === 0) {
      return 'the request budget was used up before a new token could be tried';
    }
    const [isAccepted = false] = tried;
    if (!isAccepted) continue;
    forgotten.add(token);
    return 'a token that was obtained later in the same way is accepted: the target may have forgotten the earlier token';
  }
  return undefined;
}
