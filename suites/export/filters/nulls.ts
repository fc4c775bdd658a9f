import { deviates, observed, skip } from '../../../src/harness/index.js';
import { describeFilter, only, where } from '../../../src/protocol/export/filter.js';
import { check } from '../check.js';
import { expectedRecords, judgeRecords, requestRecords } from '../judge/expected-records.js';
import { nullColumn } from '../survey/columns.js';
import { keyRangeOf } from '../survey/key-range.js';
import { NEGATIONS, nullProbe, nullsLetIn } from '../survey/nulls-in-negations.js';
import { semanticsOf } from '../survey/semantics.js';
import { nullSpellingOf, spellingOf } from '../survey/spelling.js';
import { surveyOf } from '../survey/survey.js';

/** Null, as SQL has it. */
export const nulls = [
  check({
    id: 'export.filter.null',
    clauses: ['EXP-FILT-8'],
    title: 'IS and IS NOT split the records in those where a column is null and the rest',
    requests: { least: 2, most: 6 },
    async run(context) {
      const range = await keyRangeOf(context);
      const survey = nullColumn(range) === undefined ? await surveyOf(context) : range;
      const column = nullColumn(survey);
      if (column === undefined) return skip('data', 'needs a column that is null in some records and not in others');
      if ((await nullSpellingOf(context)) === undefined) {
        return observed(
          `no known spelling of null is accepted for ${column.name} IS (tried NULL, null and empty); name the target's own in export.dialect.nullSpelling`,
        );
      }
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const others = [...survey.columns.values()].filter(
        (other) =>
          other.nulls > 0 &&
          other.nulls < survey.records.length &&
          other.kind !== 'other' &&
          other.kind !== column.kind,
      );
      const columns = context.budget.take([column, ...others], { least: 1, each: 2 });
      const witnesses: string[] = [];
      for (const { name } of columns) {
        for (const operator of ['IS', 'IS NOT'] as const) {
          const filter = only(where(name, operator, null));
          const page = await requestRecords(context, survey, { filter, spelling });
          witnesses.push(judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics));
        }
      }
      return witnesses.join('; ');
    },
  }),
  check({
    id: 'export.filter.null-left-out',
    clauses: ['EXP-FILT-18'],
    title: 'null satisfies neither an operator nor its negation',
    requests: { least: 0, most: 4 },
    async run(context) {
      const survey = await surveyOf(context);
      const { asked, letIn } = await nullsLetIn(context);
      if (asked.length === 0) return skip('data', 'needs a column with nulls and several values');
      const probe = NEGATIONS.map((operator) =>
        letIn.includes(operator) ? nullProbe(survey, operator) : undefined,
      ).find((criterion) => criterion !== undefined);
      if (probe !== undefined) {
        const spelling = await spellingOf(context);
        const page = await requestRecords(context, survey, { filter: only(probe), spelling });
        deviates(
          `records in which ${probe.column} is null left out of ${describeFilter(only(probe))}`,
          letIn.length === asked.length
            ? 'them let in, as by every negation'
            : `them let in, as by ${letIn.join(', ')} but not by ${asked.filter((operator) => !letIn.includes(operator)).join(', ')}`,
          page.answer,
        );
      }
      return `left out of ${asked.join(', ')}`;
    },
  }),
];
