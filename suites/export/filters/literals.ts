import { type Context, skip } from '../../../src/harness/index.js';
import { type Criterion, only, type ValueOperator, where } from '../../../src/protocol/export/filter.js';
import type { Spelling } from '../../../src/protocol/export/query-string.js';
import { check } from '../check.js';
import { expectedRecords, judgeRecords, requestRecords, TooLong } from '../judge/expected-records.js';
import { kindsFor } from '../mutants/candidate-values.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { type Column, textsOf } from '../oracle/column.js';
import { columnsOf, fitColumns, nullColumn } from '../survey/columns.js';
import { keyRangeOf } from '../survey/key-range.js';
import { semanticsOf } from '../survey/semantics.js';
import { nullSpellingOf, spellingOf } from '../survey/spelling.js';
import type { Survey } from '../survey/survey.js';
import { accented, longer, marked, otherPatterns, otherwise, PROBES } from './literal-probes.js';
import { literalsOf, lookFor } from './look-for.js';
import { chunks, telling } from './telling-texts.js';

/** Questions about odd values that are there, those of most values first. */
const QUESTIONS = 8;

/**
 * The values of which it is known for every record whether it holds them: where a collation may take one for another, as it
 * may with a blank at the end, the record that may come for it would hide that it comes for the rest.
 */
async function unmistakable(context: Context, survey: Survey, column: Column, values: readonly string[]) {
  const semantics = await semanticsOf(context);
  return values.filter(
    (value) => expectedRecords(only(where(column.name, '=', value)), survey, semantics).optional.length === 0,
  );
}

export const literals = [
  check({
    id: 'export.filter.literals-absent',
    clauses: ['EXP-FILT-14'],
    title: 'values that look like SQL, wildcards or syntax match nothing but themselves',
    requests: { least: 1, most: 4 },
    async run(context) {
      const survey = await keyRangeOf(context);
      const column =
        columnsOf(survey, 'text').find(({ values }) => values.size > 1) ??
        skip('data', 'needs a column with two different texts');
      const texts = textsOf(column);
      const found = texts.find((text) => /^[\w ]{3,}$/.test(text)) ?? texts.find((text) => text.length > 2) ?? '';
      // One value that is there shows that the question was understood; not that which the others are made from.
      const there = texts.find((text) => text !== found) ?? '';
      const absent = [...PROBES, ` ${found}`, `${found} `, `${found}\t`, accented(found), `<b>${found}</b>`];
      const made = [...absent, ...marked(found), ...otherwise(texts)].filter((value) => value !== found);
      const sure = await unmistakable(context, survey, column, made);
      const witness = await lookFor(context, survey, literalsOf(column, [...sure, there]));
      for (const text of context.budget.take([longer(found)], { besides: 1 }))
        await lookFor(context, survey, literalsOf(column, [text, there])).catch((error: unknown) => {
          if (!(error instanceof TooLong)) throw error;
        });
      const others = fitColumns(survey, 'text').filter((other) => other !== column);
      const numeric = others.filter((other) => otherwise(textsOf(other)).length > 0).slice(0, 1);
      const withNulls = others.filter(({ nulls }) => nulls > 0 && column.nulls === 0).slice(0, 1);
      for (const other of context.budget.take(numeric, { besides: 2 }))
        await lookFor(context, survey, literalsOf(other, otherwise(textsOf(other))));
      for (const other of context.budget.take(withNulls, { besides: 3 }))
        await lookFor(context, survey, literalsOf(other, PROBES));
      return witness;
    },
  }),
  check({
    id: 'export.filter.literals-present',
    clauses: ['EXP-FILT-14'],
    title: 'values with quotes, wildcards, blanks, commas or other scripts are found by =',
    requests: { least: 1, most: QUESTIONS },
    async run(context) {
      const survey = await keyRangeOf(context);
      const columns = fitColumns(survey, 'text').map((column) => ({ column, odd: telling(textsOf(column)) }));
      const fit = columns.filter(({ odd }) => odd.length > 0);
      if (fit.length === 0)
        skip('data', 'needs a text with a quote, %, _, a comma, a blank at its end or a character beyond ASCII');
      const questions = fit
        .flatMap(({ column, odd }) => chunks(odd).map((some) => ({ column, some })))
        .sort((a, b) => b.some.length - a.some.length)
        .slice(0, QUESTIONS);
      const witnesses: string[] = [];
      for (const { column, some } of context.budget.take(questions))
        witnesses.push(await lookFor(context, survey, literalsOf(column, some)));
      return witnesses.join('; ');
    },
  }),
  check({
    id: 'export.filter.pattern-literals',
    clauses: ['EXP-FILT-3'],
    title: 'what other languages take for a pattern is data to LIKE and ILIKE',
    requests: { least: 1, most: 2 },
    async run(context) {
      const survey = await keyRangeOf(context);
      for (const column of fitColumns(survey, 'text')) {
        const [found, there] = textsOf(column).filter((text) => /^[\w ]{3,60}$/.test(text) && !text.includes('_'));
        if (found === undefined || there === undefined) continue;
        const asked = literalsOf(column, [...otherPatterns(found), there]);
        const witness = await lookFor(context, survey, asked, 'LIKE');
        for (const other of context.budget.take(['ILIKE'] as const, { besides: 1 }))
          await lookFor(context, survey, asked, other);
        return witness;
      }
      return skip('data', 'needs a column with two different plain words');
    },
  }),
  check({
    id: 'export.filter.blank-encoding',
    clauses: ['EXP-FILT-13'],
    title: 'operators arrive percent-encoded, with %20 and with + for a blank',
    requests: { least: 1, most: 8 },
    async run(context) {
      const survey = await keyRangeOf(context);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const example = (operator: ValueOperator): Criterion | undefined =>
        kindsFor(operator).flatMap((kind) => distinguishingCriteria(operator, kind, survey, 1))[0]?.criterion;
      const blanks = example('NOT LIKE') ?? skip('data', 'needs two records with different texts in a column');
      const column = nullColumn(survey);
      const isNot =
        column === undefined || (await nullSpellingOf(context)) === undefined
          ? undefined
          : where(column.name, 'IS NOT', null);
      const plus = { ...spelling, blank: '+' as const };
      const lower = { ...spelling, lowerCase: true };
      const written: readonly (readonly [Criterion | undefined, Spelling])[] = [
        [blanks, spelling],
        [blanks, plus],
        [example('>='), spelling],
        [example('<='), lower],
        [isNot, plus],
        [example('!='), lower],
        [example('>='), lower],
        [example('NOT IN'), plus],
        [example('NOT BETWEEN'), plus],
        [example('NOT ILIKE'), plus],
      ];
      // The first two are asked at any budget.
      const asked = [...written.slice(0, 2), ...context.budget.take(written.slice(2))];
      const witnesses: string[] = [];
      for (const [criterion, how] of asked) {
        if (criterion === undefined) continue;
        const filter = only(criterion);
        const page = await requestRecords(context, survey, { filter, spelling: how });
        witnesses.push(judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics));
      }
      return `${witnesses[0]}; ${witnesses.length} ways to write operators are understood`;
    },
  }),
];
