import type { QuestionSet as Questions } from '../../src/harness/topic.js';
import type { ValueOperator } from '../../src/protocol/export/filter.js';
import {
  groupedFilters,
  legacyParameters,
  missingForLegacy,
  missingForPaged,
  pagedFilters,
  parametersOnFilteredRoute,
} from './questions/combined.js';
import {
  absentValues,
  MAX_PRESENT_VALUE_REQUESTS,
  presentValues,
  writtenOtherwise,
} from './questions/literals.js';
import { modeSets } from './questions/modes.js';
import { MOST_REQUESTS, operatorQuestions } from './questions/operator-examples.js';
import { severalValues, singleValues } from './questions/paths-of-values.js';
import { randomQuestions } from './questions/random-filters.js';
import { pagesWithTotal } from './questions/totals.js';
import type { ExportKinds, QuestionSet } from './topic.js';

const examplesOf = (operator: ValueOperator): Questions<ExportKinds> => ({
  requests: { own: { least: 1, most: MOST_REQUESTS[operator] } },
  questions: (known) => operatorQuestions(operator, known),
});

/**
 * Sets of questions (requests) that are chosen from the data of the server. Most of them are chosen
 * to detect wrong implementations. A check refers to a set by its name.
 */
export const questionSets: Readonly<Record<QuestionSet, Questions<ExportKinds>>> = {
  'examples of =': examplesOf('='),
  'examples of !=': examplesOf('!='),
  'examples of >': examplesOf('>'),
  'examples of <': examplesOf('<'),
  'examples of >=': examplesOf('>='),
  'examples of <=': examplesOf('<='),
  'examples of LIKE': examplesOf('LIKE'),
  'examples of NOT LIKE': examplesOf('NOT LIKE'),
  'examples of ILIKE': examplesOf('ILIKE'),
  'examples of NOT ILIKE': examplesOf('NOT ILIKE'),
  'examples of IN': examplesOf('IN'),
  'examples of NOT IN': examplesOf('NOT IN'),
  'examples of BETWEEN': examplesOf('BETWEEN'),
  'examples of NOT BETWEEN': examplesOf('NOT BETWEEN'),
  ...modeSets,
  'pages with a total': {
    requests: { own: { least: 3, most: 5 }, shared: 1 },
    questions: pagesWithTotal,
  },
  'operators in several encodings': {
    requests: { own: { least: 2, most: 9 } },
    requires: 'two records with different texts in a column',
    questions: writtenOtherwise,
  },
  'values that occur in no record': {
    requests: { own: { least: 1, most: 5 } },
    questions: absentValues,
  },
  'unusual values of the data': {
    requests: { own: { least: 1, most: MAX_PRESENT_VALUE_REQUESTS } },
    questions: presentValues,
  },
  'random filters': {
    requests: { own: { least: 1, most: 22 } },
    questions: randomQuestions,
  },
  'filters with orderBy, limit and offset': {
    requests: { own: { least: 1, most: 3 } },
    requires: missingForPaged,
    questions: pagedFilters,
  },
  'filters with groupBy': { requests: 1, questions: groupedFilters },
  'parameters on the legacy route': {
    requests: { own: { least: 1, most: 7 } },
    requires: missingForLegacy,
    questions: legacyParameters,
  },
  'one value in the path': {
    requests: { own: { least: 1, most: 15 } },
    questions: singleValues,
  },
  'several values in the path': {
    requests: { own: { least: 1, most: 5 } },
    questions: severalValues,
  },
  'parameters on the filtered route': { requests: 2, questions: parametersOnFilteredRoute },
};
