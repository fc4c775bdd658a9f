/**
 * Collects everything that a run learns about the data and the behaviour of the server under test.
 */

import type { Context } from '../../../src/harness/context.js';
import { optional } from '../../../src/harness/optional.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { emptySurvey, type Known, type Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { unknownAmong } from '../model/expected-records.js';
import { type Column, cellValue, learnColumns } from '../model/oracle/column.js';
import { unlearnedComparison } from '../model/oracle/criterion.js';
import { firstPage } from './ask.js';
import { comparisonRulesOf } from './comparison-rules.js';
import { brokenGroupsOf } from './groups.js';
import { keyRangeOf } from './key-range.js';
import { KNOWN, readTwice } from './renew.js';
import { surveyOf } from './survey.js';
import { nullSpellingOf, orderEncodingOf, wireEncodingOf } from './wire-encoding.js';
import { wrongTotalsIn } from './wrong-totals.js';

/**
 * Learns the facts once in a run. Without products, nothing can be learned. `readTwice` then reads
 * the data again, because it may have changed while the other facts were learned.
 */
export const knownOf = (context: Context): Promise<Known> =>
  context.facts.learn(KNOWN, async (inner) => {
    const { records, meta } = await firstPage(inner);
    if (records.length === 0 && meta !== undefined) return unlearnedFacts;
    const whole = await surveyOf(inner);
    const survey = await keyRangeOf(inner);
    const totals = await wrongTotalsIn(inner);
    const brokenGroups = await brokenGroupsOf(inner);
    const comparisonRules = await comparisonRulesOf(inner);
    const wireEncoding = await wireEncodingOf(inner);
    const nullSpelling = await nullSpellingOf(inner);
    const order = await orderEncodingOf(inner);
    return readTwice(inner, {
      totals,
      brokenGroups,
      survey,
      whole: survey === whole ? whole : withRecordsOf(whole, survey),
      comparisonRules,
      wireEncoding,
      nullSpelling,
      orderBy: order.by,
      orderInstead: order.instead,
    });
  });

/**
 * The facts for checks of unspecified behaviour. These checks need only the data and the order, so
 * they run even if other facts cannot be learned. Skips the check if there are no products.
 */
export const surveyedOf = (context: Context): Promise<Known> =>
  context.facts.learn('export.surveyed', async (inner) => {
    const survey = await surveyOf(inner);
    const order = await optional(orderEncodingOf(inner));
    const orderBy = order?.by ?? unlearnedFacts.orderBy;
    return { ...unlearnedFacts, survey, whole: survey, orderBy };
  });

/** Adds the records of the key range to the sample of the whole data. */
const withRecordsOf = (whole: Survey, keyRange: Survey): Survey => ({
  ...whole,
  records: [...whole.records, ...unknownAmong(keyRange.records, whole.records, whole)],
});

/** What is assumed of a target of which nothing was learned. */
const unlearnedFacts: Known = {
  totals: {},
  survey: emptySurvey,
  whole: emptySurvey,
  comparisonRules: unlearnedComparison,
  wireEncoding: { arrayEncoding: 'indexed', nullSpelling: 'NULL' },
  nullSpelling: undefined,
  orderBy: ({ name }) => name,
};

/** A client may send an empty `orderBy`, but not this one. */
const NEVER_SENT = '\0';

/**
 * Recorded traffic shows only the columns and an encoding of arrays. Collations, null handling and
 * the whole data stay unknown, because each page was requested at another time.
 */
export function factsFromTraffic(exchanges: readonly Exchange[]): Known | undefined {
  const pages = exchanges.flatMap(({ page, question }) =>
    page === undefined || question.groupBy !== undefined || question.destination !== undefined
      ? []
      : [page],
  );
  const records = pages.flatMap((page) => page.records);
  if (records.length === 0) return undefined;
  const columns = new Map(
    learnColumns(records).map((column) => [column.name, countAsEnumeration(column)]),
  );
  const survey = {
    ...emptySurvey,
    records,
    complete: false,
    whyIncomplete: 'only requested data was seen',
    foreignTraffic: { lists: encodingOfLists(exchanges, records) },
    columns,
  };
  return {
    ...unlearnedFacts,
    survey,
    whole: survey,
    comparisonRules: { ...unlearnedComparison, nulls: () => 'unknown', emptyMayBeNull: () => true },
    // Without known collations, only orders by numbers are compared.
    orderBy: ({ name, kind }) => (kind === 'number' ? name : NEVER_SENT),
  };
}

/**
 * Lets a text column with few different texts count as a possible enumeration, because its type and
 * its order are unknown. An enumeration needs at least 3 records for each text, so each text gets
 * at least this count.
 */
const countAsEnumeration = (column: Column): Column =>
  column.kind === 'text'
    ? {
        ...column,
        values: new Map([...column.values].map(([value, count]) => [value, Math.max(3, count)])),
      }
    : column;

/**
 * Returns the encoding of arrays that the server accepted. It is taken from a request with a list,
 * whose response contains only values of the list although other values exist.
 */
function encodingOfLists(
  exchanges: readonly Exchange[],
  records: readonly ProductRecord[],
): WireEncoding['arrayEncoding'] | undefined {
  const request = exchanges.find(({ question: { filter, groupBy }, page }) => {
    const [group, another] = filter?.groups ?? [];
    const [criterion, second] = group?.criteria ?? [];
    if (criterion?.operator !== 'IN' || (another ?? second ?? groupBy) !== undefined) return false;
    const { column, value } = criterion;
    const wanted = new Set((Array.isArray(value) ? value : []).map(textOfValue));
    const isWanted = (record: ProductRecord): boolean =>
      wanted.has(String(cellValue(record, column)));
    return (
      page !== undefined &&
      page.records.length > 0 &&
      page.records.every(isWanted) &&
      !records.every(isWanted)
    );
  });
  return request?.question.wireEncoding?.arrayEncoding;
}
