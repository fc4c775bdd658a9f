import type { TopicCheck } from '../../../src/harness/topic.js';
import type { ValueOperator } from '../../../src/protocol/export/filter.js';
import { isOfRecords } from '../questions/filtered.js';
import { MOST_REQUESTS, operatorQuestions } from '../questions/operator-examples.js';
import type { ExportKinds } from '../topic.js';

/** `data` describes the data that the check needs. */
export const checkOf = (operator: ValueOperator, data: string): TopicCheck<ExportKinds> => ({
  title: `${operator} with values that detect a wrong implementation`,
  requests: { own: { least: 1, most: MOST_REQUESTS[operator] } },
  lacking: `needs ${data}`,
  questions: (known) => operatorQuestions(operator, known),
  alsoOwns: (clause, { filter }) =>
    isOfRecords(clause) &&
    filter?.groups.every(({ criteria }) =>
      criteria.every((criterion) => criterion.operator === operator),
    ) === true,
});
