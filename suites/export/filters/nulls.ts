import { deviates, observes, skip } from '../../../src/harness/suite.js';
import { describeFilter, only, where } from '../../../src/protocol/export/filter.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { nullColumn } from '../survey/columns.js';
import { NEGATIONS, nullProbe, nullsLetIn } from '../survey/nulls-in-negations.js';
import { surveyOf } from '../survey/survey.js';
import { wireEncodingOf } from '../survey/wire-encoding.js';
import { filtered } from './filtered.js';

/** Null, as SQL has it. */
export const nulls = [
  check({
    id: 'export.filter.null',
    clauses: ['EXP-FILT-8'],
    title: 'IS NULL and IS NOT NULL on columns with null in some records',
    requests: { least: 2, most: 6 },
    take: { least: 2 },
    lacking: 'needs a column with null in some records only',
    questions(known, context) {
      // A rare null may stand outside of the key range.
      const survey = nullColumn(known.survey) === undefined ? known.whole : known.survey;
      const column = nullColumn(survey);
      if (column === undefined) return [];
      if (known.nullSpelling === undefined)
        observes(
          `no known encoding of null is accepted for ${column.name} IS (tried NULL, null and empty); set the encoding of the target in export.dialect.nullSpelling`,
        );
      const others = [...survey.columns.values()].filter(
        ({ nulls, kind }) => nulls > 0 && nulls < survey.records.length && kind !== 'other' && kind !== column.kind,
      );
      return context.budget
        .take([column, ...others], { least: 1, each: 2 })
        .flatMap(({ name }) => (['IS', 'IS NOT'] as const).map((operator) => only(where(name, operator, null))))
        .map((filter) => filtered({ ...known, survey }, filter));
    },
  }),
  check({
    id: 'export.filter.null-left-out',
    clauses: ['EXP-FILT-18'],
    title: 'negations on a column with nulls',
    requests: 0,
    async run(context) {
      const survey = await surveyOf(context);
      const { asked, letIn } = await nullsLetIn(context);
      if (asked.length === 0) return skip('data', 'needs a column with nulls and several values');
      const [probe] = NEGATIONS.flatMap((operator) =>
        letIn.includes(operator) ? (nullProbe(survey, operator) ?? []) : [],
      );
      if (probe !== undefined) {
        const filter = only(probe);
        const wireEncoding = await wireEncodingOf(context);
        const answer = await requestProducts(context, { filter, limit: survey.pageSize, wireEncoding });
        deviates(
          `records in which ${probe.column} is null left out of ${describeFilter(filter)}`,
          letIn.length === asked.length
            ? 'them included, as by every negation'
            : `them included, as by ${letIn.join(', ')} but not by ${asked.filter((operator) => !letIn.includes(operator)).join(', ')}`,
          answer,
        );
      }
      return `left out of ${asked.join(', ')}`;
    },
  }),
];
