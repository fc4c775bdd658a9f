import { describeAnswer, observed, skip } from '../../../src/harness/index.js';
import { describeFilter } from '../../../src/protocol/export/filter.js';
import { PLAIN } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectGroupsAmong, narrowFilter } from '../judge/expected-groups.js';
import { expectedRecords } from '../judge/expected-records.js';
import { filterOfSeveral } from '../judge/filter-of-several.js';
import { inside, judgeWindow } from '../judge/ordered-window.js';
import { expectPage } from '../product-page.js';
import { fewGroups, orderColumn } from '../survey/columns.js';
import { semanticsOf } from '../survey/semantics.js';
import { spellingOf } from '../survey/spelling.js';
import { surveyOf } from '../survey/survey.js';

export const combined = [
  check({
    id: 'export.filter.paged',
    clauses: ['EXP-FILT-12'],
    title: 'filters combine with orderBy, limit and offset, and total counts the matches',
    requests: { least: 1, most: 3 },
    async run(context) {
      const survey = await surveyOf(context);
      const by = orderColumn(survey);
      const spelling = await spellingOf(context);
      const { filter, matching } = await filterOfSeveral(context, survey, {
        mode: 'OR',
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      });
      const window = inside(matching.length);
      const witness = await judgeWindow(context, survey, by, { filter, matching, ...window }, spelling);
      const others = [
        { ...window, accept: PLAIN },
        ...(survey.complete ? [{ limit: 10, offset: matching.length - 1 }] : []),
      ];
      for (const other of context.budget.take(others, { besides: 1 }))
        await judgeWindow(context, survey, by, { filter, matching, ...other }, spelling);
      return witness;
    },
  }),
  check({
    id: 'export.filter.grouped',
    clauses: ['EXP-FILT-12'],
    title: 'filters combine with groupBy',
    requests: 1,
    async run(context) {
      const survey = await surveyOf(context);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const column = fewGroups(survey);
      const filter = column && narrowFilter(survey, column);
      if (column === undefined || filter === undefined)
        return skip('data', 'needs a column to group by and another of numbers');
      const { required: matching } = expectedRecords(filter, survey, semantics);
      const answer = await requestProducts(context, { filter, groupBy: column.name, limit: 100, spelling });
      // What groupBy does together with filters is open (EXP-GROUP-2) as far as refusing it goes.
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 404)
        return observed(`filters with groupBy answer ${describeAnswer(answer)}`);
      const name = `${column.name} among records for which ${describeFilter(filter)}`;
      return expectGroupsAmong(expectPage(answer), { column, matching, survey, semantics, name });
    },
  }),
];
