/** Filters that a server cannot understand, and the rule that it does not ignore them. */

import type { Ruling } from '../../../src/harness/rule.js';
import { type Criterion, only, operators, where } from '../../../src/protocol/export/filter.js';
import { totalOf } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { bestColumns } from '../model/columns.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';

/** No column has this name. */
const NO_COLUMN = 'assay_no_such_column';

/** Texts that are not numbers, although some parsers read a number from them. */
const NO_NUMBERS = ['NaN', 'assay', '1e400'] as const;

export function misunderstood({ whole }: Known): readonly ProductsQuestion[] {
  const [column] = bestColumns(whole, 'number');
  if (column === undefined || whole.total < 2) return [];
  const { name } = column;
  const [value = 0] = column.values.keys();
  const parameters = (parts: Readonly<Record<string, string>>): ProductsQuestion => ({
    limit: 1,
    extra: Object.entries(parts).map(([end, text]) => [`filters[0][criteria][0]${end}`, text]),
  });
  return [
    ...NO_NUMBERS.map((text) => ({ limit: 1, filter: only(where(name, '=', text)) })),
    parameters({ '[column]': name, '[operator]': '=' }),
    parameters({ '[column]': name, '[operator]': 'CONTAINS', '[value]': String(value) }),
    { limit: 1, filter: only(where(NO_COLUMN, '=', value)) },
    { limit: 1, extra: [['filters', 'x']] },
    parameters({ '[column]': name, '[value]': String(value) }),
    parameters({ '[operator]': '=', '[value]': String(value) }),
  ];
}

/**
 * Whether the only criterion of the request has a part that cannot be understood. A value of the
 * wrong type in a list, and operators that match what another value does not, are left out.
 */
function isMisunderstood({ filter, extra = [] }: ProductsQuestion, known: Known): boolean {
  if (filter === undefined) return extra.length > 0 && extra.every(isOfFilter) && lacksPart(extra);
  const [criterion, second] = filter.groups.flatMap(({ criteria }) => criteria);
  if (criterion === undefined || second !== undefined) return false;
  return criterion.column === NO_COLUMN || comparesNoNumber(criterion, known);
}

const comparesNoNumber = ({ column, operator, value }: Criterion, { whole }: Known): boolean =>
  operator === '=' &&
  typeof value === 'string' &&
  whole.columns.get(column)?.kind === 'number' &&
  NO_NUMBERS.some((text) => text === value);

const isOfFilter = ([name]: readonly [string, string]): boolean => name.startsWith('filters');

/** Whether the parameters are no complete criterion with a documented operator. */
function lacksPart(extra: NonNullable<ProductsQuestion['extra']>): boolean {
  const [[name, value] = ['', ''], second] = extra;
  if (second === undefined && name === 'filters') return value !== '';
  const ends = new Map(
    extra.map(([at, text]) => [at.replace('filters[0][criteria][0]', ''), text] as const),
  );
  const isOfOne = [...ends.keys()].every((end) => /^\[(?:column|operator|value)\]$/.test(end));
  if (!isOfOne || ends.size < 2) return false;
  const operator = ends.get('[operator]');
  // IS and IS NOT may be sent without a value, which then means null.
  if (operator?.startsWith('IS')) return false;
  const isKnown = operators.some((one) => one === operator?.toUpperCase());
  return ends.size < 3 || !isKnown;
}

/** The whole list in response to such a filter shows that the filter was ignored. */
export function widening({ question, page }: Exchange, known: Known | undefined): Ruling {
  if (known === undefined || !isMisunderstood(question, known)) return undefined;
  const { total } = known.whole;
  if (total < 2) return undefined;
  const isWhole = page !== undefined && page.records.length > 0 && totalOf(page) >= total;
  if (!isWhole) return 'holds';
  return { expected: 'a refusal or no records', actual: `all ${total} records` };
}
