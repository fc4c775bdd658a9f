import { checksFor, describeAnswer, type Suite } from '../../src/harness/suite.js';
import { checksOf } from '../../src/harness/topics.js';
import { messageIn } from '../../src/protocol/handover/question.js';
import { ask, handoverOf } from './ask.js';
import { ANONYMOUS, type HandoverKinds } from './exchange.js';
import { PLACES } from './places.js';
import { priorities } from './priorities.js';
import { rulebook, rules } from './rules.js';
import { type ClauseId, clauses, topics } from './topics.js';

const checks = checksOf<HandoverKinds, ClauseId>(topics, {
  read: rulebook.read,
  facts: rulebook.facts,
  settings: handoverOf,
  procedure: (procedure, context) => procedure(context),
  run: (run, context) => run(context),
});

export const handoverSuite: Suite = {
  interface: 'handover',
  clauses,
  rules,
  places: PLACES,
  checks: checks.map(checksFor('handover', clauses, rules)),
  priorities,
  preparation: 0,
  async preflight(context) {
    const { baseUrl } = handoverOf(context.target);
    const answer = await ask(context, ANONYMOUS);
    return answer.status === 404 && messageIn(answer) === undefined
      ? `CDE_BASE_URL ${baseUrl} has no handover: ${describeAnswer(answer)}`
      : undefined;
  },
};
