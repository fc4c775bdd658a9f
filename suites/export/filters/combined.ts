import { describeAnswer, deviates, observed, skip } from '../../../src/harness/index.js';
import type { ProductRecord } from '../../../src/target/index.js';
import { check } from '../check.js';
import { expectedRecords } from '../judge/expected-records.js';
import { filterOfSeveral } from '../judge/filter-of-several.js';
import { inside, judgeWindow } from '../judge/ordered-window.js';
import { groupsOf, mergedBy } from '../lists/grouping.js';
import { describeFilter, only, where } from '../request/filter.js';
import { expectPage } from '../request/product-page.js';
import { PLAIN, requestProducts } from '../request/products-request.js';
import { fewGroups, orderColumn, sortable } from '../survey/columns.js';
import { semanticsOf, spellingOf } from '../survey/dialect.js';
import { surveyOf } from '../survey/survey.js';

export const combined = [
  // EXP-FILT-12: filters combine with limit, offset, orderBy, groupBy; `total` counts the matches
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
      if (context.allowance >= 2)
        await judgeWindow(context, survey, by, { filter, matching, ...window, accept: PLAIN }, spelling);
      if (context.allowance >= 3 && survey.complete)
        await judgeWindow(context, survey, by, { filter, matching, limit: 10, offset: matching.length - 1 }, spelling);
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
      const by = sortable(survey).find(({ kind, name }) => kind === 'number' && name !== column?.name);
      if (column === undefined || by === undefined)
        return skip('data', 'needs a column to group by and another of numbers');
      const numbers = [...by.values.keys()].map(Number).sort((a, b) => a - b);
      const filter = only(
        where(by.name, '<', numbers[Math.min(numbers.length - 1, Math.max(1, Math.floor(numbers.length / 20)))] ?? 0),
      );
      const { required } = expectedRecords(filter, survey, semantics);
      const merge = mergedBy(semantics, column);
      const values = (list: readonly ProductRecord[]): ReadonlySet<string> =>
        new Set(groupsOf(list, column).map(merge));
      const answer = await requestProducts(context, { filter, groupBy: column.name, limit: 100, spelling });
      // What groupBy does together with filters is open (EXP-GROUP-2) as far as refusing it goes.
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 404)
        return observed(`filters with groupBy answer ${describeAnswer(answer)}`);
      const { records } = expectPage(answer);
      const [wanted, found] = [values(required), values(records)];
      const foreign = [...found].filter((value) => !wanted.has(value));
      const missing = [...wanted].filter((value) => !found.has(value));
      const held = groupsOf(records, column);
      const name = `${column.name} among records for which ${describeFilter(filter)}`;
      if (foreign.length > 0 && survey.complete)
        deviates(`the ${wanted.size} values of ${name}`, `also ${foreign.slice(0, 3).join(', ')}`, answer);
      if (missing.length > 0 && (records.length < 100 || (survey.complete && wanted.size <= 100)))
        deviates(`the ${wanted.size} values of ${name}`, `without ${missing.slice(0, 3).join(', ')}`, answer);
      if (held.length > new Set(held).size)
        deviates(`one record for each of the ${wanted.size} values of ${name}`, `${held.length} records`, answer);
      return `${found.size} values of ${name}`;
    },
  }),
];
