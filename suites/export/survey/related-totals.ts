/** Compares the totals of related filters, for example a filter and its negation. */

import type { Context } from '../../../src/harness/context.js';
import { describeAnswer, deviates, skip, warns } from '../../../src/harness/finding.js';
import { property } from '../../../src/harness/property.js';
import { describeFilter, type Filter } from '../../../src/protocol/export/filter.js';
import { type ProductPage, totalOf, tryPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
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

/** The average number of requests for one relation. */
const AVERAGE_REQUESTS = 2.6;

/** The most relations that the result of a passed check names. */
const MAX_NAMED = 3;

/**
 * Ends the check at the first violated relation. Otherwise returns a sentence about the relations.
 */
export async function compareTotals(context: Context): Promise<string> {
  const survey = await surveyOf(context);
  const found =
    survey.contradiction ??
    (await wrongTotalsIn(context)).filtered ??
    (await brokenGroupsOf(context));
  if (found !== undefined) skip('prerequisite', describeContradiction(found));
  const wireEncoding = await wireEncodingOf(context);
  const comparisonRules = await comparisonRulesOf(context);
  const nullable = (await nullSpellingOf(context)) !== undefined;
  const { values, examples } =
    relationsOn({ survey, comparisonRules, nullable }) ??
    skip('data', 'needs a column with numbers or plain words');
  const count: Count = (filter) => countMatches(context, filter, wireEncoding);
  const names = new Set<string>();
  const test = async (relation: MetamorphicRelation): Promise<void> => {
    names.add(relation.name.split(' on ')[0] ?? '');
    await testRelation(relation, count);
  };
  const tried = await property(context, values, test, { cost: AVERAGE_REQUESTS, examples });
  for (const filter of datesAsServed(survey)) await findReturnedDate(filter, count);
  return `${tried} relations hold, such as: ${[...names].slice(0, MAX_NAMED).join('; ')}`;
}

/**
 * Requests the matches of a filter. Returns undefined if the filter is refused, because other
 * checks test refusals.
 */
type Count = (filter: Filter) => Promise<ProductPage | undefined>;

/** One record is enough, because `meta.total` is the number of matches. */
async function countMatches(
  context: Context,
  filter: Filter,
  wireEncoding: WireEncoding,
): Promise<ProductPage | undefined> {
  const answer = await requestProducts(context, { filter, limit: 1, wireEncoding });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 404) return undefined;
  const expected =
    answer.status === 200 ? 'a list of products' : `status 200 for ${describeFilter(filter)}`;
  return tryPage(answer) ?? deviates(expected, describeAnswer(answer), answer);
}

/**
 * A returned date must find its record. The result is only a warning, because the date may be
 * stored with more digits than are returned.
 */
async function findReturnedDate(filter: Filter, count: Count): Promise<void> {
  const page = await count(filter);
  if (page !== undefined && totalOf(page) === 0)
    warns(`the records with this date for ${describeFilter(filter)}`, '0', page.answer);
}

function wantedBy({ sum = 0, most, least }: MetamorphicRelation) {
  if (most !== undefined)
    return { words: `${most} at most`, holds: (found: number) => found <= most };
  if (least !== undefined)
    return { words: `${least} at least`, holds: (found: number) => found >= least };
  return { words: String(sum), holds: (found: number) => found === sum };
}

/** Nothing is compared if one of the filters is refused. */
async function testRelation(relation: MetamorphicRelation, count: Count): Promise<void> {
  const { name, these, those, understood } = relation;
  const known = understood && (await count(understood.filter));
  if (understood !== undefined && (known === undefined || totalOf(known) !== understood.total))
    return;
  const pages: ProductPage[] = [];
  for (const filter of [...these, ...those]) {
    const page = await count(filter);
    if (page === undefined) return;
    pages.push(page);
  }
  const totals = pages.map(totalOf);
  const found = totals.reduce(
    (all, total, at) => (at < these.length ? all + total : all - total),
    0,
  );
  const wanted = wantedBy(relation);
  if (wanted.holds(found)) return;
  const expected = `: ${wanted.words}`;
  const shown = [...these, ...those]
    .map((filter, at) => `${totals[at]} for ${describeFilter(filter)}`)
    .join(', ');
  const answers = [...(relation.shown ?? []), ...pages.map(({ answer }) => answer)];
  deviates(`${name}${pages.length > 1 ? '' : expected}`, shown, ...answers);
}
