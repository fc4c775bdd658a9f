/**
 * Defines how handover requests are written, sent, read back from recorded exchanges, tested by
 * rules, and simplified.
 */

import { byEvery, describeAnswer, withoutEach } from '../../src/harness/index.js';
import { isServerError } from '../../src/harness/rule.js';
import type { Rulebook } from '../../src/harness/rulebook.js';
import { relateBy, rulesIn } from '../../src/harness/suite.js';
import {
  isHostile,
  name,
  type Question,
  read,
  write,
} from '../../src/protocol/handover/question.js';
import { ask, handoverOf } from './ask.js';
import { combinations } from './combinations.js';
import { ANONYMOUS, type Exchange, type Facts, type HandoverKinds } from './exchange.js';
import { hostileValues } from './hostile-values.js';
import { mistakes } from './readings/index.js';
import { type ClauseId, topics } from './topics.js';

const HOSTILE_RULES = rulesIn<HandoverKinds, 'HND-HARD-1'>(hostileValues);
const RULES = rulesIn<HandoverKinds, ClauseId>(topics);

export const rulebook: Rulebook<Question, Exchange, Facts, ClauseId> = {
  request: (question, target) => write(question, handoverOf(target)),
  ask,
  read(answer, target) {
    const settings = handoverOf(target);
    const question = read(answer.request, settings);
    return question && { question, answer, settings };
  },
  facts: async (context) => ({ anonymous: await ask(context, ANONYMOUS) }),
  unknown: { anonymous: undefined },
  judge(exchange, facts, note) {
    const { question, answer } = exchange;
    if (answer.status === 429) return [];
    // A server error for a hostile body is a warning of HND-HARD-1, and of no other clause.
    const rules = isHostile(question) && isServerError(answer) ? HOSTILE_RULES : RULES;
    return byEvery(rules, exchange, facts, note);
  },
  relate: relateBy<HandoverKinds, ClauseId>(topics),
  simpler: (question) => [
    ...(typeof question.body === 'string' ? [{ ...question, body: ANONYMOUS.body }] : []),
    ...withoutEach(question, 'contentType', 'accept', 'path', 'headers'),
  ],
  name,
  witness: ({ question, answer }) => `${name(question)}: ${describeAnswer(answer)}`,
  generated: combinations,
  mistakes,
};
