/** Types and helper functions for the clauses of the token endpoint and the template API. */

import { describeAnswer } from '../../src/harness/finding.js';
import type { Ruling, Topics } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import type { CallQuestion, Question } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { checkSchema, describeProblems, type SchemaName } from '../../src/schema/validate.js';
import type { TemplatesTarget } from '../../src/settings/target.js';
import {
  type CallExchange,
  type Exchange,
  faultOf,
  isCall,
  isTokenRequest,
  type TokenExchange,
} from './exchange.js';
import type { Facts } from './facts.js';

/** The types that the topics of the template API use. */
export interface TemplatesKinds {
  readonly question: Question;
  readonly exchange: Exchange;
  readonly facts: Facts;
  readonly settings: TemplatesTarget;
  readonly needs: 'templates.baseUrl' | 'templates.otherClient' | 'templates.unsupportedClient';
  readonly learned: object;
}
export type TemplatesTopics = Topics<TemplatesKinds>;

/** The two documented token requests: credentials in the form, and in HTTP Basic. */
export const BY_FORM: TokenQuestion = { ask: 'token', client: 'first', way: 'form' };
export const BY_BASIC: TokenQuestion = { ...BY_FORM, way: 'basic' };

/** If `raw` is true, the Basic credentials of the request are sent without form encoding. */
export const withRawBasic = (question: TokenQuestion, raw: boolean | undefined): TokenQuestion =>
  question.way === 'basic' && raw === true ? { ...question, raw } : question;

export const callWith = (token: string): CallQuestion => ({
  ask: 'templates',
  authorization: `Bearer ${token}`,
});

/** Makes a rule for token requests. */
export const ofTokenRequest =
  (rule: (exchange: TokenExchange, facts: Facts) => Ruling) =>
  (exchange: Exchange, facts: Facts): Ruling =>
    isTokenRequest(exchange) ? rule(exchange, facts) : undefined;

/** Makes a rule for calls of the template API. */
export const ofCall =
  (rule: (exchange: CallExchange, facts: Facts) => Ruling) =>
  (exchange: Exchange, facts: Facts): Ruling =>
    isCall(exchange) ? rule(exchange, facts) : undefined;

/** Makes a rule for the tokens that are issued for requests without a mistake. */
export const ofToken = (rule: (token: string, answer: Answer) => Ruling) =>
  ofTokenRequest(({ question, answer }) => {
    if (faultOf(question) !== undefined || answer.status !== 200) return undefined;
    const token = tokenIn(answer);
    return token === undefined ? undefined : rule(token, answer);
  });

/** Tests the body by a JSON Schema. */
export function satisfies(answer: Answer, name: SchemaName): Ruling {
  if (answer.jsonFault !== undefined) {
    // In the title of a finding, "it must be" refers to "JSON".
    const sentence = `the response is not JSON: ${describeAnswer(answer)}; it must be`;
    return { expected: 'a JSON body', sentence };
  }
  const result = checkSchema<unknown>(name, answer.json);
  if ('value' in result) return 'holds';
  const actual = describeProblems(result.problems.slice(0, 5));
  return { expected: `a body that satisfies schemas/${name}.schema.json`, actual };
}
