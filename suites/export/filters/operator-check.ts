import type { TopicCheck } from '../../../src/harness/topic.js';
import type { ValueOperator } from '../../../src/protocol/export/filter.js';
import { MOST_REQUESTS, operatorQuestions } from '../questions/operator-examples.js';
import type { ExportKinds } from '../topic.js';
import { isOfRecords } from './about.js';

/** Makes the check of an operator. `neededData` describes the data that the check needs. */
export const checkOf = (operator: ValueOperator, neededData: string): TopicCheck<ExportKinds> => ({
  title: `${operator} with values that detect a wrong implementation`,
  lacking: `needs ${neededData}`,
  requests: { own: { least: 1, most: MOST_REQUESTS[operator] } },
  asks: ({ facts }) => operatorQuestions(operator, facts),
  alsoOwns: (clause, { filter }) =>
    isOfRecords(clause) &&
    filter?.groups.every(({ criteria }) =>
      criteria.every((criterion) => criterion.operator === operator),
    ) === true,
});
