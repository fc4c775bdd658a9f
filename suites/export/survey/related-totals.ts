/**
 * Compares the totals of related filters. For example, the totals of a filter and its negation add
 * up to the number of all records. In each relation, the totals of `these` minus the totals of
 * `those` must be `difference`, at most `most`, or at least `least`.
 */

import type { Context } from '../../../src/harness/context.js';
import { CheckEnded, describeAnswer, deviates, skip, warns } from '../../../src/harness/finding.js';
import { property } from '../../../src/harness/property.js';
import type { SendOptions } from '../../../src/http/request.js';
import { describeFilter, type Filter } from '../../../src/protocol/export/filter.js';
import { type ProductPage, totalOf, tryPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { expectedRecords } from '../model/expected-records.js';
import { describeContradiction } from '../model/page-size.js';
import { datesAsServed } from '../questions/date-relations.js';
import type { MetamorphicRelation } from '../questions/metamorphic-relations.js';
import { relationsOn } from '../questions/related-filters.js';
import { requestProducts } from './ask.js';
import { comparisonRulesOf } from './comparison-rules.js';
import { brokenGroupsOf } from './groups.js';
import { surveyOf } from './survey.js';
import { nullSpellingOf, wireEncodingOf } from './wire-encoding.js';
import { wrongTotalsIn } from './wrong-totals.js';

/** The average number of requests that test one relation. */
const AVERAGE_REQUESTS = 2.6;

/** If the check passes, its result names at most this number of relations. */
const MAX_NAMED = 3;

/**
 * Tests relations between totals. The check fails at the first violated relation. If all relations
 * hold, returns a sentence that names some of them.
 */
export async function compareTotals(context: Context): Promise<string> {
  const survey = await surveyOf(context);
  const contradiction =
    survey.contradiction ??
    (await wrongTotalsIn(context)).filtered ??
    (await brokenGroupsOf(context));
  if (contradiction !== undefined) skip('prerequisite', describeContradiction(contradiction));
  if (survey.pages.some(({ page }) => page.meta === undefined))
    skip('prerequisite', 'needs `meta.total` in lists');
  const wireEncoding = await wireEncodingOf(context);
  const comparisonRules = await comparisonRulesOf(context);
  const canFilterNull = (await nullSpellingOf(context)) !== undefined;
  const isChanging = survey.changes !== undefined;
  // While records come and go, no total can be computed from the records.
  const stable = isChanging ? { ...survey, complete: false } : survey;
  const { values, examples } =
    relationsOn({ survey: stable, comparisonRules, canFilterNull }) ??
    skip('data', 'needs a column with numbers or plain words');
  const count: Count = (filter, options) => countMatches(context, filter, wireEncoding, options);
  const knownTotal = (filter: Filter): number | undefined => {
    if (!stable.complete) return undefined;
    const { required, optional } = expectedRecords(filter, stable, comparisonRules);
    return optional.length === 0 ? required.length : undefined;
  };
  const names = new Set<string>();
  const test = async (relation: MetamorphicRelation): Promise<void> => {
    names.add(relation.name.replace(/ on \S+(?= )/, ''));
    const found = await violationOf(relation, count, { knownTotal });
    if (found === undefined || (isChanging && (await holdsAgain(relation, count)))) return;
    throw found;
  };
  const tried = await property(context, values, test, { cost: AVERAGE_REQUESTS, examples });
  for (const filter of datesAsServed(survey)) await findReturnedDate(filter, count);
  return `${tried} relations hold, such as: ${[...names].slice(0, MAX_NAMED).join('; ')}`;
}

/**
 * Requests a page that contains the total of a filter. Returns undefined if the server refuses the
 * filter. Other checks test whether the refusal is permitted.
 */
type Count = (filter: Filter, options?: SendOptions) => Promise<ProductPage | undefined>;

/** Requests only one record, because `meta.total` is the number of all matches. */
async function countMatches(
  context: Context,
  filter: Filter,
  wireEncoding: WireEncoding,
  options?: SendOptions,
): Promise<ProductPage | undefined> {
  const answer = await requestProducts(context, { filter, limit: 1, wireEncoding }, options);
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 404) return undefined;
  const expected =
    answer.status === 200 ? 'a list of products' : `status 200 for ${describeFilter(filter)}`;
  return tryPage(answer) ?? deviates({ expected, actual: describeAnswer(answer) }, answer);
}

/**
 * Tests a filter with a date in the form in which the server returned it. The filter must find a
 * record. If it finds none, the check only warns, because the server may store the date with more
 * digits than it returns.
 */
async function findReturnedDate(filter: Filter, count: Count): Promise<void> {
  const page = await count(filter);
  if (page === undefined || totalOf(page) > 0) return;
  const about = describeFilter(filter);
  const deviation = {
    expected: `at least 1 record for ${about}`,
    actual: '0 records',
    sentence: `no record came for ${about}; the record with this value must come`,
  };
  warns(deviation, page.answer);
}

/** A condition of a difference between totals, such as `at most 3`. */
interface Condition {
  readonly bound: 'exactly' | 'at most' | 'at least';
  readonly limit: number;
}

function conditionOf({ difference = 0, most, least }: MetamorphicRelation): Condition {
  if (most !== undefined) return { bound: 'at most', limit: most };
  if (least !== undefined) return { bound: 'at least', limit: least };
  return { bound: 'exactly', limit: difference };
}

function satisfies(difference: number, { bound, limit }: Condition): boolean {
  switch (bound) {
    case 'at most':
      return difference <= limit;
    case 'at least':
      return difference >= limit;
    case 'exactly':
      return difference === limit;
  }
}

interface RelationOptions {
  /** The number of known records that match, if all records are known. */
  readonly knownTotal?: (filter: Filter) => number | undefined;
  readonly options?: SendOptions;
}

const sum = (totals: readonly number[]): number => totals.reduce((one, other) => one + other, 0);

const sumInWords = (totals: readonly number[]): string =>
  totals.length > 1 ? `${totals.join(' + ')} = ${sum(totals)}` : String(sum(totals));

/**
 * What the totals must be, such as `60 + 35 = 95 must be at most 100`, `60 must be at most 50 + 3`,
 * or `99 and 60 + 35 = 95 must be equal`.
 */
function equationOf(
  these: readonly number[],
  those: readonly number[],
  { bound, limit }: Condition,
): string {
  const boundInWords = bound === 'exactly' ? '' : `${bound} `;
  if (those.length === 0) return `${sumInWords(these)} must be ${boundInWords}${limit}`;
  if (bound === 'exactly' && limit === 0)
    return `${sumInWords(these)} and ${sumInWords(those)} must be equal`;
  const added = limit === 0 ? '' : ` + ${limit}`;
  return `${sumInWords(these)} must be ${boundInWords}${sumInWords(those)}${added}`;
}

/** Describes groups and modes, because filters with the same criteria may differ in them. */
function formInWords({ mode, groups }: Filter): string {
  const size = groups.length > 1 ? `${groups.length} groups` : '1 group';
  const modes = [...(mode === undefined ? [] : [mode]), ...groups.flatMap((one) => one.mode ?? [])];
  const isPlain = groups.length < 2 && (groups[0]?.criteria.length ?? 0) < 2;
  return isPlain && modes.length === 0
    ? ''
    : ` (in ${size}, ${modes.length === 0 ? 'without mode' : `mode ${modes.join(', ')}`})`;
}

/**
 * Requests the totals of a relation and compares them. Nothing is compared if the server refuses
 * one of the filters. `understood` is a filter with a known total. If the server returns another
 * total, it gives such filters another meaning, and nothing is compared either.
 */
async function violationOf(
  relation: MetamorphicRelation,
  count: Count,
  { knownTotal, options }: RelationOptions = {},
): Promise<CheckEnded | undefined> {
  const { these, those, understood } = relation;
  if (understood !== undefined) {
    const page = await count(understood.filter, options);
    if (page === undefined || totalOf(page) !== understood.total) return undefined;
  }
  const pages: ProductPage[] = [];
  for (const filter of [...these, ...those]) {
    const page = await count(filter, options);
    if (page === undefined) return undefined;
    pages.push(page);
  }
  const [ofThese, ofThose] = totalsOf(relation, pages);
  const isSatisfied = satisfies(sum(ofThese) - sum(ofThose), conditionOf(relation));
  return isSatisfied ? undefined : describeViolation(relation, pages, knownTotal);
}

/** The totals of `these`, and the totals of `those`. The pages have the order of the filters. */
function totalsOf({ these }: MetamorphicRelation, pages: readonly ProductPage[]) {
  const totals = pages.map(totalOf);
  return [totals.slice(0, these.length), totals.slice(these.length)] as const;
}

/**
 * The result of the check, with a sentence such as `the totals contradict each other: 134 for note
 * BETWEEN ["sale","sale"], 0 for note >= "sale" AND note <= "sale" (in 1 group, without mode); 134
 * and 0 must be equal, as BETWEEN on note has the same total as >= AND <=`. If totals are known to
 * be wrong, the right ones replace the equation: `0 for note >= "sale" AND note <= "sale" must be
 * 134 by the whole list`.
 */
function describeViolation(
  relation: MetamorphicRelation,
  pages: readonly ProductPage[],
  knownTotal: RelationOptions['knownTotal'],
): CheckEnded {
  const { name, these, those, shown = [] } = relation;
  const filters = [...these, ...those];
  const [ofThese, ofThose] = totalsOf(relation, pages);
  const totals = [...ofThese, ...ofThose];
  const corrections = filters.flatMap((filter, at) => {
    const known = knownTotal?.(filter);
    return known === undefined || known === totals[at]
      ? []
      : [`${totals[at]} for ${describeFilter(filter)} must be ${known}`];
  });
  const whatMustBe =
    corrections.length === 0
      ? equationOf(ofThese, ofThose, conditionOf(relation))
      : `${corrections.join(' and ')} by the whole list`;
  const filtersInWords = filters.map((filter) => `${describeFilter(filter)}${formInWords(filter)}`);
  const totalsInWords = filtersInWords
    .map((filter, at) => `${totals[at]} for ${filter}`)
    .join(', ');
  const whatIsWrong =
    filters.length === 1
      ? `${totals[0]} records match ${filtersInWords[0]}`
      : `the totals contradict each other: ${totalsInWords}`;
  return new CheckEnded({
    kind: 'deviates',
    expected: `${name}, so that ${whatMustBe}`,
    actual: totalsInWords,
    sentence: `${whatIsWrong}; ${whatMustBe}, as ${name}`,
    answers: [...shown, ...pages.map(({ answer }) => answer)],
  });
}

/** How often a violated relation is tested again while the data changes. */
const MAX_REPEATS = 3;

/** Tests a violated relation again, because records may have come or gone between its totals. */
async function holdsAgain(relation: MetamorphicRelation, count: Count): Promise<boolean> {
  for (let turn = 0; turn < MAX_REPEATS; turn += 1)
    if ((await violationOf(relation, count, { options: { fresh: true } })) === undefined)
      return true;
  return false;
}
