/**
 * Learns how the server under test compares text and treats null. Expected results of filters are
 * computed with these rules.
 */

import type { Context, Dialect } from '../../../src/harness/context.js';
import { optional } from '../../../src/harness/optional.js';
import { memoized } from '../../../src/memoized.js';
import { type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { totalOf } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { freeColumns } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { expectedRecords } from '../model/expected-records.js';
import { type Column, cellValue, isNull, textsOf } from '../model/oracle/column.js';
import { type ComparisonRules, sqlComparison } from '../model/oracle/criterion.js';
import { type Equality, TRAITS, UNLEARNED } from '../model/oracle/equality.js';
import { membershipsOf } from '../model/oracle/filter.js';
import { isShort } from '../model/page-size.js';
import { NEGATIONS, nullProbe } from '../questions/null-probe.js';
import { readPage } from './ask.js';
import { learnEquality } from './equality.js';
import { surveyOf } from './survey.js';
import { arrayEncodingOf } from './wire-encoding.js';

/**
 * Tests whether the result of a negated operator, such as `!=`, contains records with null. The
 * result is `in` if it contains them, `out` if not, and `unknown` if no response shows it.
 */
async function nullsOf(
  context: Context,
  survey: Survey,
  operator: (typeof NEGATIONS)[number],
): Promise<Nulls> {
  const probe = nullProbe(survey, operator);
  if (probe === undefined) return 'unknown';
  const arrayEncoding =
    typeof probe.value === 'object' ? await arrayEncodingOf(context) : 'indexed';
  const wireEncoding: WireEncoding = { arrayEncoding, nullSpelling: 'NULL' };
  const request = { filter: only(probe), limit: survey.pageSize, wireEncoding };
  const page = await readPage(context, request);
  if (page === undefined) return 'unknown';
  const rulesWith = (nulls: 'in' | 'out'): ComparisonRules => ({
    ...sqlComparison,
    nulls: () => nulls,
  });
  // If the response contains a record whose value does not match the filter, the filter does not
  // work and shows nothing about nulls.
  const memberships = membershipsOf(only(probe), page.records, survey.columns, rulesWith('in'));
  if (memberships.includes('out')) return 'unknown';
  const counts = (nulls: 'in' | 'out'): number =>
    expectedRecords(only(probe), survey, rulesWith(nulls)).required.length;
  const column = survey.columns.get(probe.column);
  const returnsNull = column !== undefined && page.records.some((record) => isNull(record, column));
  const countsNulls =
    survey.complete &&
    !isShort(page) &&
    totalOf(page) === counts('in') &&
    counts('in') > counts('out');
  if (returnsNull || countsNulls) return 'in';
  const mayFollow = page.meta === undefined && page.records.length >= survey.pageSize;
  return mayFollow ? 'unknown' : 'out';
}

type Nulls = ReturnType<ComparisonRules['nulls']>;

/**
 * Learns for each negated operator whether its result contains nulls. If the user limited the
 * number of requests, the first operator is tested alone. Unless its result contains nulls, the
 * other operators stay unknown.
 */
async function nullsIn(context: Context, survey: Survey): Promise<ComparisonRules['nulls']> {
  const mayHideNulls = [...survey.columns.values()].some(({ nulls, blanks }) => nulls + blanks > 0);
  if (!mayHideNulls) return () => 'out';
  const first = NEGATIONS.find((operator) => nullProbe(survey, operator) !== undefined);
  if (first === undefined) return () => 'unknown';
  const learn = async (one: (typeof NEGATIONS)[number]) =>
    (await optional(nullsOf(context, survey, one))) ?? 'unknown';
  if (context.budget.isLimited) {
    const nulls = await learn(first);
    if (nulls !== 'in') return (negation) => (negation === first ? nulls : 'unknown');
  }
  const learned = new Map<Operator, Nulls>();
  for (const operator of NEGATIONS) learned.set(operator, await learn(operator));
  const includingNulls = NEGATIONS.filter((operator) => learned.get(operator) === 'in');
  context.facts.recordDialect({
    nullsInNegations:
      includingNulls.length > 0 ? `in the result of ${includingNulls.join(', ')}` : 'out',
  });
  return (negation) => learned.get(negation) ?? 'unknown';
}

/** Learns the comparison rules once in a run. */
export const comparisonRulesOf = (context: Context): Promise<ComparisonRules> =>
  context.facts.learn('export.comparisonRules', async (inner) => {
    const survey = await surveyOf(inner);
    const [equals, like, ilike] = await Promise.all(
      (['=', 'LIKE', 'ILIKE'] as const).map((operator) => learnEquality(inner, survey, operator)),
    );
    inner.facts.recordDialect(dialectOf(equals));
    await optional(describeIlike(inner, survey));
    return {
      equals: (column) => equals?.get(column) ?? UNLEARNED,
      like: (column) => like?.get(column) ?? UNLEARNED,
      ilike: memoized((column: string) => ({
        ...UNLEARNED,
        case: 'folded',
        dots: ilike?.get(column)?.dots ?? 'unknown',
      })),
      nulls: await nullsIn(inner, survey),
      emptyMayBeNull: mayServeNullAsEmpty,
    };
  });

/**
 * The traits that `=` ignores in each column, and those about which nothing was learned. For
 * example, the member `equality of name` is `case ignored; accents unknown`.
 */
const dialectOf = (learned: ReadonlyMap<string, Equality> = new Map()): Dialect =>
  Object.fromEntries(
    [...learned].map(([name, equality]) => [`equality of ${name}`, describeEquality(equality)]),
  );

export function describeEquality(equality: Equality): string {
  const treated = (treatment: Equality['case']): readonly string[] =>
    TRAITS.filter((trait) => trait !== 'dots' && equality[trait] === treatment);
  const parts = [
    [treated('folded').join(', '), 'ignored'],
    [treated('unknown').join(', '), 'unknown'],
  ];
  const known = parts.filter(([traits]) => traits !== '').map((part) => part.join(' '));
  return known.length === 0 ? 'exact' : known.join('; ');
}

/**
 * A server may serve null as an empty text. This is possible if the column has empty texts and no
 * other nulls. In a column of numbers, empty texts are counted as nulls.
 */
const mayServeNullAsEmpty = ({ kind, blanks, nulls }: Column): boolean =>
  blanks > 0 && (kind === 'number' ? nulls === blanks : nulls === 0);

/** These letters have an upper and a lower case in every collation. */
const ACCENTED_LETTER = /[äöüéèñçåø]/iu;

/**
 * Learns with one request whether ILIKE treats ü and Ü as equal, which EXP-FILT-5 leaves open. The
 * result is recorded in the dialect, a list of the behaviours that the specification leaves open.
 */
async function describeIlike(context: Context, survey: Survey): Promise<void> {
  const found = freeColumns(survey, 'text')
    .flatMap((column) => textsOf(column).map((text) => ({ column, text })))
    .find(({ text }) => text.length <= 60 && ACCENTED_LETTER.test(text) && !/[%_\\[\]]/.test(text));
  if (found === undefined || context.budget.isLimited) return;
  const { column, text } = found;
  const swappedCase = text.replace(new RegExp(ACCENTED_LETTER, 'giu'), (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const filter = only(where(column.name, 'ILIKE', swappedCase));
  const page = await readPage(context, { filter, limit: survey.pageSize });
  if (page === undefined) return;
  const isFound = page.records.some((record) => cellValue(record, column.name) === text);
  context.facts.recordDialect({
    ilikeBeyondAscii: isFound ? 'without regard to case' : 'distinguishes ü from Ü',
  });
}
