/**
 * Filters on a column of booleans. How a boolean is written in a filter is learned first. The
 * numbers of records with each value are known, so the total of each filter is known, too.
 */

import type { Context } from '../../../src/harness/context.js';
import { describeAnswer, deviates, observes, skip } from '../../../src/harness/finding.js';
import { needed } from '../../../src/harness/optional.js';
import {
  describeFilter,
  isNegation,
  type Operator,
  only,
  where,
} from '../../../src/protocol/export/filter.js';
import { type ProductPage, totalOf, tryPage } from '../../../src/protocol/export/product-page.js';
import { type BooleanColumn, booleanColumns } from '../model/boolean-columns.js';
import type { Known } from '../model/data.js';
import { filtered } from '../questions/filtered.js';
import { requestProducts } from './ask.js';
import { knownOf } from './facts.js';
import { isArrayEncodingKnown } from './wire-encoding.js';

/** How true and false may be written in a filter. */
const SPELLINGS = [
  ['true', 'false'],
  ['1', '0'],
  ['t', 'f'],
] as const;

/** Ends the check at the first wrong total. Otherwise returns what was compared, in words. */
export async function compareBooleans(context: Context): Promise<string> {
  const known = needed(await knownOf(context), 'facts');
  // Of large data, only a range of keys is completely known.
  const { survey } = known;
  const [column] = booleanColumns(survey);
  if (column === undefined) return skip('data', 'needs a column of booleans, with both values');
  if (!survey.complete) return skip('data', `needs the whole dataset: ${survey.whyIncomplete}`);
  const spelling = await spellingOn(column, known, context);
  const tried = SPELLINGS.map(([one]) => one).join(', ');
  if (spelling === undefined)
    return observes(`no known encoding of true is accepted for ${column.name} = (tried ${tried})`);
  const { written, misread } = spelling;
  const opposite = misread.map((one) => `${one} selects the records that are false`).join(', ');
  context.facts.recordDialect({
    booleans: `${written.join(' and ')}${opposite === '' ? '' : ` (${opposite})`}`,
  });
  const filters = filtersOn(column, written, known).filter(
    ([, value]) => !Array.isArray(value) || isArrayEncodingKnown(context, survey),
  );
  for (const filter of filters) await compareTotal(filter, column, known, context);
  return `${filters.length} filters on ${column.name}, written as ${written.join(' and ')}${opposite === '' ? '' : `; ${opposite}`}`;
}

type Value = string | readonly string[] | null;

/** A filter and the number of records that it must match. */
type Expected = readonly [operator: Operator, value: Value, total: number];

/**
 * Returns how a boolean is written, if a filter with this text finds exactly the true records.
 * `misread`: texts for true with which a filter finds exactly the false records.
 */
async function spellingOn({ name, counts }: BooleanColumn, known: Known, context: Context) {
  const misread: string[] = [];
  for (const written of SPELLINGS) {
    const answer = await requestProducts(context, questionOf(name, '=', written[0], known));
    const page = tryPage(answer);
    const finds = (value: boolean): boolean =>
      page?.records.every((record) => record[name] === value) === true &&
      totalOf(page) === counts[value ? 'true' : 'false'];
    if (finds(true)) return { written, misread };
    if (finds(false)) misread.push(written[0]);
  }
  return undefined;
}

function questionOf(name: string, operator: Operator, value: Value, known: Known) {
  const { wireEncoding, nullSpelling } = known;
  return filtered(known, only(where(name, operator, value)), {
    wireEncoding: { ...wireEncoding, ...(nullSpelling === undefined ? {} : { nullSpelling }) },
  });
}

function filtersOn(
  { counts }: BooleanColumn,
  [yes, no]: readonly [string, string],
  { nullSpelling }: Known,
): readonly Expected[] {
  const all: readonly Expected[] = [
    ['!=', yes, counts.false],
    ['=', no, counts.false],
    ['!=', no, counts.true],
    ['IN', [yes], counts.true],
    ['NOT IN', [yes], counts.false],
    ['IN', [yes, no], counts.true + counts.false],
  ];
  if (nullSpelling === undefined || counts.null === 0) return all;
  return [...all, ['IS', null, counts.null], ['IS NOT', null, counts.true + counts.false]];
}

/** Further records may follow a full page without `meta`. */
const hasUnknownTotal = ({ meta, records }: ProductPage, { survey }: Known): boolean =>
  meta === undefined && records.length >= survey.pageSize;

async function compareTotal(
  [operator, value, total]: Expected,
  { name, counts }: BooleanColumn,
  known: Known,
  context: Context,
): Promise<void> {
  const filter = only(where(name, operator, value));
  const question = questionOf(name, operator, value, known);
  const answer = await requestProducts(context, question);
  const page = tryPage(answer);
  const expected = `${total} records, for ${describeFilter(filter)}`;
  if (page === undefined) return deviates({ expected, actual: describeAnswer(answer) }, answer);
  const actual = totalOf(page);
  if (actual === total || hasUnknownTotal(page, known)) return undefined;
  // Whether nulls match a negation is tested by EXP-FILT-18.
  const withNulls = isNegation(operator) && actual === total + counts.null;
  if (withNulls) return undefined;
  const sentence = sentenceOf(actual, total, describeFilter(filter), counts);
  return deviates({ expected, actual: String(actual), sentence }, answer);
}

/** States what the number of records shows. Undefined if it is the number of no known value. */
function sentenceOf(
  actual: number,
  total: number,
  filter: string,
  counts: BooleanColumn['counts'],
): string | undefined {
  const must = `${total} must come`;
  if (actual === counts.true + counts.false + counts.null)
    return `${filter} is ignored: all ${actual} records came; ${must}`;
  const value = (['true', 'false', 'null'] as const).find((one) => counts[one] === actual);
  return value && `${filter} selects ${actual} records, as many as are ${value}; ${must}`;
}
