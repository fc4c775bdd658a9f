import type { Context, ProductRecord } from '../../../src/harness/suite.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { type Known, nothing } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { unknownAmong } from '../model/expected-records.js';
import { type Column, cellValue, learnColumns } from '../model/oracle/column.js';
import { unlearnedComparison } from '../model/oracle/criterion.js';
import { firstPage } from './ask.js';
import { comparisonRulesOf } from './comparison-rules.js';
import { brokenGroupsOf } from './groups.js';
import { keyRangeOf } from './key-range.js';
import { surveyOf } from './survey.js';
import { nullSpellingOf, orderEncodingOf, wireEncodingOf } from './wire-encoding.js';
import { wrongTotalsIn } from './wrong-totals.js';

/** What is known of the data and of the target's ways, learned once. */
export const knownOf = (context: Context): Promise<Known> =>
  context.facts.learn('export.known', async (inner) => {
    const { records, meta } = await firstPage(inner);
    if (records.length === 0 && meta !== undefined) return knownToBeEmpty;
    const [whole, survey] = [await surveyOf(inner), await keyRangeOf(inner)];
    return {
      totals: await wrongTotalsIn(inner),
      groups: await brokenGroupsOf(inner),
      survey,
      // Records of the sample and of the key range, each once.
      whole:
        survey === whole
          ? whole
          : {
              ...whole,
              records: [...whole.records, ...unknownAmong(survey.records, whole.records, whole)],
            },
      comparisonRules: await comparisonRulesOf(inner),
      wireEncoding: await wireEncodingOf(inner),
      nullSpelling: await nullSpellingOf(inner),
      orderBy: (await orderEncodingOf(inner)).by,
    };
  });

/**
 * Of a destination whose envelope is empty: every list of it is, and there is no value to ask for.
 */
const knownToBeEmpty: Known = {
  totals: {},
  survey: nothing,
  whole: nothing,
  comparisonRules: unlearnedComparison,
  wireEncoding: { arrayEncoding: 'indexed', nullSpelling: 'NULL' },
  nullSpelling: undefined,
  orderBy: ({ name }) => name,
};

/**
 * What exchanges of others show: the columns of their records. Each page was asked for at another
 * time, so that nothing is said of the whole; how texts compare, how lists and nulls are written
 * and whether null matches a negation is not known, and what rests on it is left open.
 */
export function shownBy(exchanges: readonly Exchange[]): Known | undefined {
  const pages = exchanges.flatMap(({ page, question }) =>
    page === undefined || question.groupBy !== undefined || question.destination !== undefined
      ? []
      : [page],
  );
  const records = pages.flatMap((page) => page.records);
  if (records.length === 0) return undefined;
  const columns = new Map(
    learnColumns(records).map((column) => [column.name, mayBeOfAType(column)]),
  );
  const survey = {
    ...nothing,
    records,
    complete: false,
    incomplete: 'only requested data was seen',
    shown: { lists: encodingOfLists(exchanges, records) },
    columns,
  };
  return {
    ...knownToBeEmpty,
    survey,
    whole: survey,
    comparisonRules: { ...unlearnedComparison, nulls: () => 'unknown', emptyMayBeNull: () => true },
    orderBy: ({ name, kind }) => (kind === 'number' ? name : ''),
  };
}

/**
 * Few records do not tell text from a type that is served as text: such values have no order that
 * is sure.
 */
const mayBeOfAType = (column: Column): Column =>
  column.kind === 'text'
    ? {
        ...column,
        values: new Map([...column.values].map(([value, count]) => [value, Math.max(3, count)])),
      }
    : column;

/** The encoding of a list that was answered with its values alone, although there are others. */
function encodingOfLists(
  exchanges: readonly Exchange[],
  records: readonly ProductRecord[],
): WireEncoding['arrayEncoding'] | undefined {
  const told = exchanges.find(({ question: { filter, groupBy }, page }) => {
    const [group, another] = filter?.groups ?? [];
    const [criterion, second] = group?.criteria ?? [];
    if (criterion?.operator !== 'IN' || (another ?? second ?? groupBy) !== undefined) return false;
    const { column, value } = criterion;
    const wanted = new Set((Array.isArray(value) ? value : []).map(String));
    const isWanted = (record: ProductRecord): boolean =>
      wanted.has(String(cellValue(record, column)));
    return (
      page !== undefined &&
      page.records.length > 0 &&
      page.records.every(isWanted) &&
      !records.every(isWanted)
    );
  });
  return told?.question.wireEncoding?.arrayEncoding;
}
