import { observes } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { checks } from '../check.js';
import { nullColumn } from '../survey/columns.js';
import { NEGATIONS, nullProbe } from '../survey/nulls-in-negations.js';
import { filtered } from './filtered.js';

/** Null, as SQL has it. */
export const nulls = checks({
  'EXP-FILT-8 export.filter.null': {
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
  },
  'EXP-FILT-18 export.filter.null-left-out': {
    title: 'negations on a column with nulls',
    requests: 0,
    lacking: 'needs a column with nulls and several values',
    questions: (known) =>
      NEGATIONS.flatMap((operator) => nullProbe(known.survey, operator) ?? []).map((probe) =>
        filtered(known, only(probe)),
      ),
  },
});
