import { checksFor, describeAnswer, type Suite } from '../../src/harness/suite.js';
import { messageIn } from '../../src/protocol/handover/question.js';
import { ANONYMOUS, ask, handoverOf } from './ask.js';
import { checks } from './checks.js';
import { clauses } from './clauses.js';
import { PLACES } from './places.js';
import { priorities } from './priorities.js';
import { rules } from './rules.js';

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
