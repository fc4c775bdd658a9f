/**
 * Compares the totals of related filters. For example, the totals of a filter and its negation add
 * up to the number of all records.
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
  const wrongTotals =
    survey.contradiction ??
    (await wrongTotalsIn(context)).filtered ??
    (await brokenGroupsOf(context));
  if (wrongTotals !== undefined) skip('prerequisite', describeContradiction(wrongTotals));
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
    names.add(relation.name.split(' on ')[0] ?? '');
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

/**
 * Returns the condition of a relation. It limits the difference that remains if the totals of
 * `those` are subtracted from the totals of `these`.
 */
function conditionOf({ difference = 0, most, least }: MetamorphicRelation) {
  if (most !== undefined)
    return { words: `at most ${most}`, holds: (found: number) => found <= most };
  if (least !== undefined)
    return { words: `at least ${least}`, holds: (found: number) => found >= least };
  return { words: String(difference), holds: (found: number) => found === difference };
}

interface RelationOptions {
  /** The number of known records that match, if all records are known. */
  readonly knownTotal?: (filter: Filter) => number | undefined;
  readonly options?: SendOptions;
}

/** What the first sum of totals must be, such as `199 and 57 + 35 = 92 must be equal`. */
function equationOf(
  [these, those]: readonly [readonly number[], readonly number[]],
  words: string,
): string {
  const sumOf = (totals: readonly number[]): string => {
    const sum = totals.reduce((one, other) => one + other, 0);
    return totals.length > 1 ? `${totals.join(' + ')} = ${sum}` : String(sum);
  };
  const bound = /^at \w+ /.exec(words)?.[0] ?? '';
  if (those.length === 0) return `${sumOf(these)} must be ${words}`;
  const added = words.slice(bound.length) === '0' ? '' : ` + ${words.slice(bound.length)}`;
  return bound === '' && added === ''
    ? `${sumOf(these)} and ${sumOf(those)} must be equal`
    : `${sumOf(these)} must be ${bound}${sumOf(those)}${added}`;
}

/** Filters with the same criteria may differ in their groups and modes. */
function formOf({ mode, groups }: Filter): string {
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
  const { name, these, those, understood } = relation;
  const known = understood && (await count(understood.filter, options));
  if (understood !== undefined && (known === undefined || totalOf(known) !== understood.total))
    return undefined;
  const pages: ProductPage[] = [];
  for (const filter of [...these, ...those]) {
    const page = await count(filter, options);
    if (page === undefined) return undefined;
    pages.push(page);
  }
  const totals = pages.map(totalOf);
  const difference = totals.reduce(
    (sum, total, at) => (at < these.length ? sum + total : sum - total),
    0,
  );
  const condition = conditionOf(relation);
  if (condition.holds(difference)) return undefined;
  const sums = [totals.slice(0, these.length), totals.slice(these.length)] as const;
  const wrong = [...these, ...those].flatMap((filter, at) => {
    const known = knownTotal?.(filter);
    return known === undefined || known === totals[at]
      ? []
      : [`${totals[at]} for ${describeFilter(filter)} must be ${known}`];
  });
  const must =
    wrong.length === 0
      ? equationOf(sums, condition.words)
      : `${wrong.join(' and ')} by the whole list`;
  const inWords = [...these, ...those].map(
    (filter) => `${describeFilter(filter)}${formOf(filter)}`,
  );
  const actual = inWords.map((filter, at) => `${totals[at]} for ${filter}`).join(', ');
  const wrongTotals =
    inWords.length === 1
      ? `${totals[0]} records match ${inWords[0]}`
      : `the totals contradict each other: ${actual}`;
  return new CheckEnded({
    kind: 'deviates',
    expected: `${name}, so that ${must}`,
    actual,
    sentence: `${wrongTotals}; ${must}, as ${name}`,
    answers: [...(relation.shown ?? []), ...pages.map(({ answer }) => answer)],
  });
}

/** How often a violated relation is tested again while the data changes. */
const MAX_REPEATS = 3;

/** Records may have come or gone between two totals. */
async function holdsAgain(relation: MetamorphicRelation, count: Count): Promise<boolean> {
  for (let turn = 0; turn < MAX_REPEATS; turn += 1)
    if ((await violationOf(relation, count, { options: { fresh: true } })) === undefined)
      return true;
  return false;
}
