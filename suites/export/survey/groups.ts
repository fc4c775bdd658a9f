/** Finds out whether a group of criteria returns the records of each criterion. */

import type { Context } from '../../../src/harness/context.js';
import {
  type Criterion,
  describeFilter,
  type Filter,
  only,
  where,
} from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { bestColumns } from '../model/columns.js';
import type { Contradiction, Survey } from '../model/data.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { readPage } from './ask.js';
import { surveyOf } from './survey.js';

/** A criterion with the plain value that occurs in the fewest records. */
function rareValue({ name, values }: Column): readonly Criterion[] {
  const plain = [...values].filter(([value]) =>
    /^[A-Za-z0-9][A-Za-z0-9 ]{0,40}[A-Za-z0-9]$/.test(String(value)),
  );
  const [rarest] = plain.sort(([, a], [, b]) => a - b);
  return rarest === undefined ? [] : [where(name, '=', rarest[0])];
}

function twoValues(survey: Survey): readonly Criterion[] {
  const columns = [...bestColumns(survey, 'text'), ...bestColumns(survey, 'number')];
  return columns.flatMap(rareValue).slice(0, 2);
}

/**
 * Combines two criteria by OR. Returns a contradiction if this filter returns no record for one of
 * the criteria, although each criterion alone returns records. Filters with several criteria in a
 * group are then not tested.
 */
export const brokenGroupsOf = (context: Context): Promise<Contradiction | undefined> =>
  context.facts.learn('export.groups', async (inner) => {
    const survey = await surveyOf(inner);
    const criteria = twoValues(survey);
    if (criteria.length < 2 || survey.contradiction !== undefined) return undefined;
    const ask = (filter: Filter) => readPage(inner, { filter, limit: survey.pageSize });
    const filter: Filter = { groups: [{ mode: 'OR', criteria }] };
    const together = await ask(filter);
    // A full page may leave out the records of a criterion.
    if (together === undefined || together.records.length >= survey.pageSize) return undefined;
    const missing = criteria.filter((criterion) => !returnsMatch(together, criterion));
    if (missing.length === 0) return undefined;
    for (const criterion of criteria) {
      const alone = await ask(only(criterion));
      if (alone === undefined || !returnsMatch(alone, criterion)) return undefined;
    }
    const lacking = missing.map((criterion) => describeFilter(only(criterion))).join(' and ');
    const either = describeFilter(filter);
    return {
      clause: 'EXP-FILT-9',
      expected: `the records of each criterion alone for ${either}`,
      actual: `nothing for which ${lacking}`,
      sentence: `no record with ${lacking} came for ${either}; it must come, as it does for this criterion alone`,
      answers: [together.answer],
    };
  });

const returnsMatch = ({ records }: ProductPage, { column, value }: Criterion): boolean =>
  records.some((record) => String(cellValue(record, column)) === String(value));
