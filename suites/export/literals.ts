import { type Context, Found, skip } from '../../src/harness/index.js';
import { check } from './check.js';
import { semanticsOf, spellingOf } from './dialect.js';
import { columnsOf, examplesOf } from './examples.js';
import { type Filter, only, where } from './filter.js';
import { type Column, textsOf } from './oracle/column.js';
import { expected, judgeSelection, select } from './selection.js';
import { type Survey, surveyOf } from './survey.js';

/** Texts that are data, and that careless servers take for SQL, wildcards, syntax of the query string, or keywords. */
const PROBES: readonly string[] = [
  "' OR '1'='1",
  "x' OR 'a' LIKE 'a",
  '" OR ""="',
  "'; SELECT pg_sleep(0); --",
  "x' UNION SELECT NULL --",
  '1 OR 1=1',
  "') OR ('1'='1",
  '/* comment */',
  '-- comment',
  '%',
  '%%',
  '_',
  '____',
  '\\',
  "\\' OR 1=1 --",
  'a&b=c',
  '#fragment',
  '[0]',
  '+',
  '%27',
  '*',
  '.*',
  'é',
  'e\u0301',
  '漢字',
  '😀',
  'assay-absent-value',
];

/** A 2,000 character value must be looked for like any other. */
const LONG = 'x'.repeat(2000);

const oneGroup = (column: Column, values: readonly string[]): Filter => ({
  groups: [{ mode: 'OR', criteria: values.map((value) => where(column.name, '=', value)) }],
});

/** Texts of the data that hold a character with a meaning elsewhere. */
const ODD = /['"%_\\;,&=#+[\]()<>/*-]|\s$|^\s|[^\x20-\x7e]/;

/**
 * Looks for all values at once, joined by OR; where that goes wrong, for one at a time, so that the report names the
 * value and OR itself is not accused here.
 */
async function lookFor(context: Context, survey: Survey, column: Column, values: readonly string[]): Promise<string> {
  const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
  const judge = async (some: readonly string[]): Promise<string> => {
    const filter = oneGroup(column, some);
    const page = await select(context, survey, { filter, spelling });
    return judgeSelection(page, expected(filter, survey, semantics), survey, semantics);
  };
  try {
    const witness = await judge(values);
    return `${values.length} values of ${column.name}${witness.slice(witness.indexOf(': kept'))}`;
  } catch (error) {
    if (!(error instanceof Found) || error.finding.kind !== 'deviates') throw error;
    for (const value of values) await judge([value]);
    return `${values.length} values of ${column.name}, one at a time`;
  }
}

export const literals = [
  check({
    id: 'export.filter.literals-absent',
    clauses: ['EXP-FILT-14'],
    title: 'values that look like SQL, wildcards or syntax match nothing but themselves',
    requests: { least: 1, most: 2 },
    async run(context) {
      const survey = await surveyOf(context);
      const column =
        columnsOf(survey, 'text').find(({ values }) => values.size > 1) ??
        skip('data', 'needs a column with two different texts');
      const found = textsOf(column).find((text) => /^[\w ]+$/.test(text)) ?? textsOf(column)[0] ?? '';
      // One value that is there shows that the question was understood.
      const witness = await lookFor(context, survey, column, [...PROBES, found]);
      if (context.allowance >= 2) await lookFor(context, survey, column, [LONG, found]);
      return witness;
    },
  }),
  check({
    id: 'export.filter.literals-present',
    clauses: ['EXP-FILT-14'],
    title: 'values with quotes, wildcards, blanks, commas or other scripts are found by =',
    requests: { least: 1, most: 3 },
    async run(context) {
      const survey = await surveyOf(context);
      const columns = columnsOf(survey, 'text').map((column) => ({ column, odd: telling(textsOf(column)) }));
      const fit = columns.filter(({ odd }) => odd.length > 0).sort((a, b) => b.odd.length - a.odd.length);
      if (fit.length === 0)
        skip('data', 'needs a text with a quote, %, _, a comma, a blank at its end or a character beyond ASCII');
      const witnesses: string[] = [];
      for (const { column, odd } of fit.slice(0, context.allowance))
        witnesses.push(await lookFor(context, survey, column, odd));
      return witnesses.join('; ');
    },
  }),
  check({
    id: 'export.filter.blank-encoding',
    clauses: ['EXP-FILT-13'],
    title: 'both %20 and + mean a blank in NOT LIKE',
    requests: 1,
    async run(context) {
      const survey = await surveyOf(context);
      const example =
        examplesOf('NOT LIKE', 'text', survey, 1)[0] ??
        skip('data', 'needs two records with different texts in a column');
      const filter = only(example.criterion);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const want = expected(filter, survey, semantics);
      const witnesses: string[] = [];
      for (const blank of [{}, { blank: '+' as const }]) {
        const page = await select(context, survey, { filter, spelling: { ...spelling, ...blank } });
        witnesses.push(judgeSelection(page, want, survey, semantics));
      }
      return `${witnesses[0]}, with %20 and with +`;
    },
  }),
];

/** At most one text for each odd character, so that all fit in one question. */
function telling(texts: readonly string[]): readonly string[] {
  const met = new Set<string>();
  const chosen: string[] = [];
  for (const text of texts) {
    if (text.length > 200 || !ODD.test(text)) continue;
    const odd = [...text].filter((c) => ODD.test(c)).concat(/^\s|\s$/.test(text) ? ['blank at an end'] : []);
    if (odd.every((c) => met.has(c)) || chosen.length >= 16) continue;
    for (const c of odd) met.add(c);
    chosen.push(text);
  }
  return chosen;
}
