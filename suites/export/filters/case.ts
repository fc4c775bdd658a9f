import { swapCase } from '../../../src/harness/suite.js';
import { only } from '../../../src/protocol/export/filter.js';
import { check } from '../check.js';
import { caseProbe, swapFirst, swapLast } from './case-probe.js';
import { filtered } from './filtered.js';

/** Upper and lower case: what SQL says and the document only implies. */
export const letterCase = [
  check({
    id: 'export.filter.case',
    clauses: ['EXP-FILT-4'],
    title: '= and LIKE with values of the data in another case',
    requests: { least: 0, most: 2 },
    // The first two are asked at any budget: other checks rest on them.
    take: { least: 2, besides: -2 },
    lacking: 'needs a text of plain letters',
    questions: (known) =>
      (
        [
          ['=', swapCase],
          ['LIKE', swapCase],
          ['=', swapFirst],
          ['LIKE', swapLast],
        ] as const
      ).flatMap(([operator, change]) => {
        const probe = caseProbe(known.survey, operator, change);
        return probe === undefined ? [] : [filtered(known, only(probe))];
      }),
  }),
];
