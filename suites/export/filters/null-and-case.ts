import { observes } from '../../../src/harness/suite.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { columnsOf, nullColumn } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { textsOf } from '../model/oracle/column.js';
import { checks } from '../survey/ask.js';
import { NEGATIONS, nullProbe } from '../survey/comparison-rules.js';
import { filtered } from './filtered.js';

/**
 * A text that the data holds, asked for with its case changed (EXP-FILT-4); undefined where no text
 * has a case.
 */
function caseProbe(
  survey: Survey,
  operator: '=' | 'LIKE',
  change: (text: string) => string,
): Criterion | undefined {
  for (const column of columnsOf(survey, 'text')) {
    const texts = new Set(textsOf(column));
    const fit = [...texts].filter(
      (text) => change(text) !== text && !/[%_\\[\]]|[^\x20-\x7e]|^\s|\s$/.test(text),
    );
    const chosen = fit.find((text) => !texts.has(change(text))) ?? fit[0];
    if (chosen !== undefined) return where(column.name, operator, change(chosen));
  }
  return undefined;
}

/** The case of the first and of the last letter alone. */
const swapFirst = (text: string): string => `${swapCase(text.slice(0, 1))}${text.slice(1)}`;
const swapLast = (text: string): string => `${text.slice(0, -1)}${swapCase(text.slice(-1))}`;

/** Null, and upper and lower case, as SQL has them; the document only implies it. */
export const nullAndCase = checks({
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
        ({ nulls, kind }) =>
          nulls > 0 && nulls < survey.records.length && kind !== 'other' && kind !== column.kind,
      );
      return context.budget
        .take([column, ...others], { least: 1, each: 2 })
        .flatMap(({ name }) =>
          (['IS', 'IS NOT'] as const).map((operator) => only(where(name, operator, null))),
        )
        .map((filter) => filtered({ ...known, survey }, filter));
    },
  },
  'EXP-FILT-18 export.filter.null-left-out': {
    title: 'negations on a column with nulls',
    lacking: 'needs a column with nulls and several values',
    questions(known, { budget }) {
      const probes = NEGATIONS.flatMap((operator) => nullProbe(known.survey, operator) ?? []);
      // What is asked at any budget, for other checks rest on it.
      return (budget.isLimited ? probes.slice(0, 1) : probes).map((probe) =>
        filtered(known, only(probe)),
      );
    },
  },
  'EXP-FILT-4 export.filter.case': {
    title: '= and LIKE with values of the data in another case',
    requests: { least: 1, most: 4 },
    lacking: 'needs a text of letters A to Z',
    questions: (known) =>
      [
        caseProbe(known.survey, 'LIKE', swapCase),
        caseProbe(known.survey, '=', swapCase),
        caseProbe(known.survey, '=', swapFirst),
        caseProbe(known.survey, 'LIKE', swapLast),
      ].map((probe) => probe && filtered(known, only(probe))),
  },
});
