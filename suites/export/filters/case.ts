import { deviates, skip, swapCase } from '../../../src/harness/index.js';
import { describeFilter, only } from '../../../src/protocol/export/filter.js';
import { check } from '../check.js';
import { requestRecords } from '../judge/expected-records.js';
import { EXACT, foldAscii } from '../oracle/equality.js';
import { equalText, likeText } from '../oracle/text.js';
import { TRUE } from '../oracle/truth.js';
import { surveyOf } from '../survey/survey.js';
import { caseProbe, swapFirst, swapLast } from './case-probe.js';

/** Upper and lower case: what SQL says and the document only implies. */
export const letterCase = [
  check({
    id: 'export.filter.case',
    clauses: ['EXP-FILT-4'],
    title: '= and LIKE respect case',
    requests: { least: 0, most: 2 },
    async run(context) {
      const survey = await surveyOf(context);
      const witnesses: string[] = [];
      const questions = [
        ['=', swapCase],
        ['LIKE', swapCase],
        ['=', swapFirst],
        ['LIKE', swapLast],
      ] as const;
      // The first two are asked at any budget.
      for (const [operator, change] of [...questions.slice(0, 2), ...context.budget.take(questions.slice(2))]) {
        const probe = caseProbe(survey, operator, change);
        if (probe === undefined) return skip('data', 'needs a text of plain letters');
        const filter = only(probe);
        const { answer, records } = await requestRecords(context, survey, { filter });
        const holds = operator === '=' ? equalText : likeText;
        const other = records.find(
          (record) =>
            holds(String(record[probe.column]), String(probe.value), EXACT) !== TRUE &&
            foldAscii(String(record[probe.column])) === foldAscii(String(probe.value)),
        );
        if (other !== undefined)
          deviates(
            `only records for which ${describeFilter(filter)}, case respected`,
            `also ${JSON.stringify(other[probe.column])}`,
            answer,
          );
        witnesses.push(`${describeFilter(filter)} gives ${records.length} records, none of another case`);
      }
      return witnesses.join('; ');
    },
  }),
];
