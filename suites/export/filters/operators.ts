import { type Check, type Context, skip } from '../../../src/harness/index.js';
import {
  isNegation,
  NEGATED,
  type Operator,
  only,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import type { Spelling } from '../../../src/protocol/export/query-string.js';
import { check } from '../check.js';
import type { ClauseId } from '../clauses.js';
import { expectedRecords, judgeRecords, requestRecords } from '../judge/expected-records.js';
import { kindsFor } from '../mutants/candidate-values.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { distinguishingCriteria, type Example } from '../mutants/distinguishing-criteria.js';
import { mayBeEnumeration, sortedNumbers, textsOf } from '../oracle/column.js';
import { fitColumns } from '../survey/columns.js';
import { keyRangeOf } from '../survey/key-range.js';
import { semanticsOf } from '../survey/semantics.js';
import { spellingOf } from '../survey/spelling.js';
import type { Survey } from '../survey/survey.js';
import { type Literal, lookFor } from './look-for.js';
import { tellingTogether } from './telling-texts.js';

/** Each operator with its clause, its name in ids, and what the data must hold to show it. */
const table: readonly (readonly [ValueOperator, ClauseId, string, string])[] = [
  ['=', 'EXP-FILT-1', 'equal', 'two records with different values in a column'],
  ['!=', 'EXP-FILT-1', 'not-equal', 'two records with different values in a column'],
  ['>', 'EXP-FILT-2', 'greater', 'three records with numbers such as 9, 10 and 100 in a column'],
  ['<', 'EXP-FILT-2', 'less', 'three records with numbers such as 9, 10 and 100 in a column'],
  ['>=', 'EXP-FILT-2', 'greater-or-equal', 'three records with numbers such as 9, 10 and 100 in a column'],
  ['<=', 'EXP-FILT-2', 'less-or-equal', 'three records with numbers such as 9, 10 and 100 in a column'],
  ['LIKE', 'EXP-FILT-3', 'like', 'two records with different texts of several letters in a column'],
  ['NOT LIKE', 'EXP-FILT-3', 'not-like', 'two records with different texts of several letters in a column'],
  ['ILIKE', 'EXP-FILT-5', 'ilike', 'two records with different texts of several letters in a column'],
  ['NOT ILIKE', 'EXP-FILT-5', 'not-ilike', 'two records with different texts of several letters in a column'],
  ['IN', 'EXP-FILT-6', 'in', 'three records with different values in a column'],
  ['NOT IN', 'EXP-FILT-6', 'not-in', 'three records with different values in a column'],
  ['BETWEEN', 'EXP-FILT-7', 'between', 'three records with different numbers in a column'],
  ['NOT BETWEEN', 'EXP-FILT-7', 'not-between', 'three records with different numbers in a column'],
];

/** Examples worth asking: text has more wrong readings than numbers have. */
const MOST: Partial<Record<Operator, number>> = {
  '=': 11,
  '!=': 12,
  '>': 3,
  '<': 3,
  '>=': 3,
  '<=': 3,
  LIKE: 6,
  'NOT LIKE': 6,
  ILIKE: 6,
  'NOT ILIKE': 6,
  IN: 8,
  'NOT IN': 7,
  BETWEEN: 7,
  'NOT BETWEEN': 3,
};

/**
 * Examples for each kind of column in turn, the most telling first. A negation is mostly made of what it negates: after
 * the first it is asked what the other had no room for.
 */
async function examples(context: Context, operator: ValueOperator): Promise<readonly Example[]> {
  const survey = await keyRangeOf(context);
  const kinds = kindsFor(operator);
  const perKind = kinds.map((kind) => {
    const all = distinguishingCriteria(operator, kind, survey);
    if (!isNegation(operator)) return all;
    const asked = Math.ceil((MOST[NEGATED[operator]] ?? 2) / kinds.length);
    return [...all.slice(0, 1), ...all.slice(asked), ...all.slice(1, asked)];
  });
  const longest = Math.max(...perKind.map((list) => list.length));
  if (longest === 0) return contrastsOf(operator, survey);
  const inTurn = Array.from({ length: longest }, (_, index) => perKind.flatMap((list) => list[index] ?? [])).flat();
  return context.budget.take(inTurn);
}

/** Between a text and itself, both ends included, lies that text: the one thing that all collations agree on. */
function textItself(survey: Survey): readonly Example[] {
  // Of lists that are written with commas, one that holds a comma cannot be written.
  return distinguishingCriteria('=', 'text', survey, 1, (text) => !text.includes(',')).flatMap(
    ({ criterion: { column, value } }) =>
      typeof value === 'string' ? [{ criterion: where(column, 'BETWEEN', [value, value]), rulesOut: [] }] : [],
  );
}

/** A text that holds a comma is one value of a list, where lists are not written with commas. */
function textWithComma(survey: Survey): readonly Example[] {
  for (const column of fitColumns(survey, 'text')) {
    const [text, other] = [textsOf(column).find((value) => /\w, ?\w/.test(value)), textsOf(column)[0]];
    if (text === undefined || other === undefined || text.length > 100) continue;
    const rulesOut = ['splits the values at commas'];
    return [{ criterion: where(column.name, 'IN', text === other ? [text] : [text, other]), rulesOut }];
  }
  return [];
}

/** Lists that begin alike: an answer that is kept for the first of their values is another one's. */
function alikeAtFirst(survey: Survey): readonly Example[] {
  const column = fitColumns(survey, 'number').find(({ values }) => values.size > 3);
  const [first, second, third] = column === undefined ? [] : sortedNumbers(column);
  if (column === undefined || first === undefined || second === undefined || third === undefined) return [];
  const rulesOut = ['answers by the first value of a list'];
  return [second, third].map((last) => ({ criterion: where(column.name, 'BETWEEN', [first, last]), rulesOut }));
}

function furtherExamples(operator: Operator, survey: Survey, { arrayEncoding }: Spelling): readonly Example[] {
  if (operator === 'BETWEEN') return [...textItself(survey), ...alikeAtFirst(survey)];
  return operator === 'IN' && arrayEncoding !== 'comma' ? textWithComma(survey) : [];
}

/**
 * Texts that careless servers stumble over, in one question: each operator comes to its values in a way of its own. To a
 * pattern `%`, `_` and what may escape them are no data; a blank at the end may be nothing to a list (EXP-FILT-1).
 */
function oddTexts(
  operator: ValueOperator,
  survey: Survey,
  { arrayEncoding }: Spelling,
): readonly (readonly Literal[])[] {
  if (operator === '=' || !kindsFor(operator).includes('text')) return [];
  const isData = operator.includes('LIKE')
    ? (text: string) => !/[%_\\]|\s$/.test(text)
    : (text: string) => !(operator.endsWith('IN') && arrayEncoding === 'comma' && text.includes(','));
  const free = fitColumns(survey, 'text').filter((column) => !mayBeEnumeration(column));
  const literals = tellingTogether(free, isData);
  return literals.length === 0 ? [] : [literals];
}

/** One check for each operator: values that the survey chose to tell the right reading from wrong ones. */
export const operatorChecks: readonly Check[] = table.map(([operator, clause, name, needed]) =>
  check({
    id: `export.filter.${name}`,
    clauses: [clause],
    title: `${operator} gives exactly the records that satisfy it`,
    requests: { least: 1, most: MOST[operator] ?? 2 },
    async run(context) {
      const survey = await keyRangeOf(context);
      const telling = await examples(context, operator);
      if (telling.length === 0) skip('data', `needs ${needed}`);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const all = survey.total < 2 ? [] : furtherExamples(operator, survey, spelling);
      const further = context.budget.take(all, { besides: 1 });
      const odd = context.budget.take(oddTexts(operator, survey, spelling), { besides: 2 + further.length });
      const asked = context.budget.take(telling, { least: 2, besides: further.length + odd.length });
      const chosen = [...asked, ...further];
      const witnesses: string[] = [];
      for (const { criterion } of chosen) {
        const filter = only(criterion);
        const page = await requestRecords(context, survey, { filter, spelling });
        witnesses.push(judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics));
      }
      for (const literals of odd) witnesses.push(await lookFor(context, survey, literals, operator));
      const ruledOut = [...new Set(chosen.flatMap(({ rulesOut }) => rulesOut))];
      return `${witnesses.join('; ')}. Ruled out that it ${ruledOut.join(', ')}`;
    },
  }),
);
