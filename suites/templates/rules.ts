import {
  askWithinBudget,
  byEvery,
  optional,
  rulesOf,
  withoutEach,
} from '../../src/harness/suite.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import {
  isPlain,
  name,
  type Question,
  read,
  write,
} from '../../src/protocol/templates/question.js';
import { ask, callWith, nothingSeen, seenOf, templatesOf, tokenOf } from './ask.js';
import { CALL_RULES } from './call-rules.js';
import type { ClauseId } from './clauses.js';
import {
  credentialOf,
  type Exchange,
  type Facts,
  faultOf,
  isCall,
  isToken,
  shownBy,
} from './exchange.js';
import { generated } from './generated.js';
import { relate } from './relations.js';
import { DOCUMENT_RULES, TOKEN_RULES } from './token-rules.js';
import { askWithToken, asTaken, BY_FORM, basicToken, formToken } from './tokens.js';

export const rules = rulesOf<Question, Exchange, Facts, ClauseId>(
  ['templates.authUrl', 'templates.client'],
  {
    request: (question, target) => write(question, templatesOf(target)),
    ask,
    read(answer, target) {
      const question = read(answer.request, templatesOf(target));
      return question && { question, answer, target };
    },
    async facts(context) {
      const first = tokenIn(await formToken(context));
      const hasApi = templatesOf(context.target).baseUrl !== undefined;
      const answer =
        hasApi && first !== undefined ? await optional(askWithToken(context)) : undefined;
      // A second token may end the first (TOK-LIFE-1).
      const basic = await optional(basicToken(context));
      const call = answer && read(answer.request, templatesOf(context.target));
      return {
        ...(await seenOf(context)),
        raw: basic && basic.question.raw === true,
        token: call?.ask === 'templates' ? tokenOf(call.authorization) : first,
        authorized: answer?.ok ? answer : undefined,
      };
    },
    shown: shownBy,
    unknown: nothingSeen(),
    judge(exchange, facts, note) {
      if (exchange.answer.status === 429) return [];
      if (isToken(exchange)) return byEvery(TOKEN_RULES, exchange, facts, note);
      if (isCall(exchange)) return byEvery(CALL_RULES, exchange, facts, note);
      return byEvery(DOCUMENT_RULES, exchange, facts, note);
    },
    relate,
    // The same token request without its mistake, and the same token as the document sends it.
    control(question, _, facts) {
      if (question.ask === 'token') {
        const { client, way, writing } = question;
        if (client === 'unsupported' || client === 'nobody' || way === 'query') return BY_FORM;
        const isOther = faultOf(question) !== undefined || writing !== undefined;
        return isOther ? asTaken({ ask: 'token', client, way }, facts.raw) : undefined;
      }
      if (question.ask !== 'templates' || facts.token === undefined) return undefined;
      const control = callWith(facts.token);
      const isRight = credentialOf(question, facts) === 'issued' && isPlain(question);
      return isRight && question.authorization?.startsWith('Bearer ') ? undefined : control;
    },
    isAccepted: ({ question, answer }) =>
      question.ask === 'token' ? tokenIn(answer) !== undefined : answer.ok,
    simpler(question) {
      if (question.ask === 'token') return withoutEach(question, 'reversed', 'writing');
      return question.ask === 'templates' ? withoutEach(question, 'headers', 'path', 'accept') : [];
    },
    name,
    // A token that is refused before its end may have been forgotten in a deploy: then the next one is accepted.
    async changed(context, exchanges, clauses) {
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
          return (
            authorization !== undefined && (await ask(context, { ...question, authorization })).ok
          );
        });
        if (tried.length === 0)
          return 'the request budget is used up before the next token could be tried';
        if (!tried[0]) continue;
        forgotten.add(token);
        return 'a token that was obtained later in the same way is accepted: the target may have forgotten the first';
      }
      return undefined;
    },
    generated,
  },
);
