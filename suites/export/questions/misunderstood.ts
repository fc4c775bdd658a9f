/** Filters that a server cannot understand, and the rule that it does not ignore them. */

import { isServerError, type Ruling } from '../../../src/harness/rule.js';
import {
  type Criterion,
  criteriaOf,
  only,
  operators,
  takes,
  where,
} from '../../../src/protocol/export/filter.js';
import { type ProductPage, totalOf } from '../../../src/protocol/export/product-page.js';
import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import { bestColumns, fitColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { isHostile } from '../model/hostile.js';
import { type Column, type ColumnKind, hasOnlyDates, textsOf } from '../model/oracle/column.js';
import { INHERITED } from './paths.js';

/** No column has this name. */
const NO_COLUMN = 'assay_no_such_column';

/** A text that is neither a number nor a date in any language. */
const WORD = 'assay';

/** A date that does not exist. It is only compared with columns that have an earlier date. */
const NO_DATE = '2999-13-45T00:00:00Z';

/** Texts that are not numbers, although some parsers read a number from them. */
const NAN = 'NaN';
const NO_NUMBERS = [NAN, WORD, '1e400'] as const;

/**
 * Numbers that exceed the integers of most languages, and the numbers of most databases. No number
 * of the tested columns is greater. If a server lets them overflow, they may become 0 or negative.
 */
const BEYOND = [
  ['9223372036854775808', 'the number 2^63'],
  ['1e200000', 'a number of more than 200,000 digits'],
] as const;
const LEAST_BEYOND = 2 ** 63;

type Parameters = NonNullable<ProductsQuestion['extra']>;

/** Many servers read only the first 1,000 parameters, and drop the others. */
const MANY = 1000;
const MANY_PARAMETERS: Parameters = Array.from({ length: MANY }, () => ['a', '1'] as const);

const CRITERION = 'filters[0][criteria][0]';

/** The names of the parameters of a criterion that lacks the level `[criteria][0]`. */
const WITHOUT_LEVEL = /^filters\[0\]\[(?:column|operator|value)\]$/;

/** The names of the parameters of a criterion whose level `criteria` is misspelt. */
const MISSPELT = /^filters\[0\]\[criterias\]\[0\]\[(?:column|operator|value)\]$/;

/** Some parsers of query strings drop names that objects of JavaScript inherit. */
const OF_PROTOTYPE = [INHERITED, '__proto__'].map((name) => `filters[${name}][criteria][0]`);

/** SQLite reads a pattern up to the NUL, so that it matches every text. */
const NUL_PATTERN = `%\0${WORD}`;
export const NUL_BEHIND_WILDCARD = '`LIKE` with a NUL behind `%`';

/**
 * A criterion with a text of the data, in which NUL stands instead of the last zero. If a library
 * writes NUL as `\0`, `LIKE` reads it as the character 0 and finds the text. Without the NUL, or up
 * to it, the pattern matches nothing.
 */
function nulForZero(whole: Survey): Criterion | undefined {
  for (const column of fitColumns(whole, 'text').filter((one) => !hasOnlyDates(one))) {
    const texts = new Set(textsOf(column));
    for (const text of texts) {
      // The text before and behind its last zero.
      const [before = '', behind] = text.split(/0(?=[^0]*$)/);
      const isFit = behind !== undefined && !/[%_\\]/.test(text);
      if (isFit && !texts.has(before) && !texts.has(`${before}${behind}`))
        return where(column.name, 'LIKE', `${before}\0${behind}`);
    }
  }
  return undefined;
}

/**
 * Requests with a filter whose parameters cannot be understood. The budget may cut the list at its
 * end.
 */
export function misunderstood({ whole }: Known): readonly ProductsQuestion[] {
  const [column] = bestColumns(whole, 'number');
  if (column === undefined || whole.total < 2) return [];
  const { name } = column;
  const [value = 0] = column.values.keys();
  const equal = { '[column]': name, '[operator]': '=' };
  const equalTo = where(name, '=', value);
  const parameters = (parts: Readonly<Record<string, string>>): ProductsQuestion => ({
    limit: 1,
    extra: parametersOf(parts),
  });
  return [
    parameters(equal),
    parameters({ '[column]': name, '[operator]': 'CONTAINS', '[value]': String(value) }),
    { limit: 1, filter: only(where(NO_COLUMN, '=', value)) },
    { limit: 1, extra: [['filters', 'x']] },
    parameters({ '[column]': name, '[value]': String(value) }),
    parameters({ '[operator]': '=', '[value]': String(value) }),
    ...(selectsSome(equalTo, whole)
      ? [{ limit: 1, extra: MANY_PARAMETERS, filter: only(equalTo) }]
      : []),
    ...[
      'filters[0]',
      'filters[0][criterias][0]',
      ...(selectsSome(equalTo, whole) ? OF_PROTOTYPE : []),
    ].map((level) => ({
      limit: 1,
      extra: [
        [`${level}[column]`, name],
        [`${level}[operator]`, '='],
        [`${level}[value]`, String(value)],
      ] as const,
    })),
  ];
}

/** Requests with a value that cannot be understood, or that a server may read in part. */
export function misunderstoodValues({ whole }: Known): readonly ProductsQuestion[] {
  const [column] = bestColumns(whole, 'number');
  if (column === undefined || whole.total < 2) return [];
  return [
    ...NO_NUMBERS.map((text) => ({ limit: 1, filter: only(where(column.name, '=', text)) })),
    ...inOrder(whole),
    ...fitColumns(whole, 'text')
      .slice(0, 1)
      .flatMap(({ name: text, values }) => [
        { limit: 1, filter: only(where(text, 'LIKE', NUL_PATTERN)) },
        ...[...values.keys()]
          .slice(0, 1)
          .map((one) => ({ limit: 1, filter: only(where(text, '=', `${one}\0${WORD}`)) })),
      ]),
    ...[nulForZero(whole)].flatMap((one) => (one ? [{ limit: 1, filter: only(one) }] : [])),
  ];
}

const parametersOf = (parts: Readonly<Record<string, string>>): Parameters =>
  Object.entries(parts).map(([end, text]) => [`${CRITERION}${end}`, text]);

/**
 * Comparisons by order with a word, `NaN`, or a number that overflows. Some databases place every
 * number before every text, and some read the word as 0, so that `<` or `>` selects every record
 * without null.
 */
function inOrder(whole: Survey): readonly ProductsQuestion[] {
  const numbers = orderedNumbers(whole);
  const allDates = [...whole.columns.values()].filter(hasOnlyDates);
  const dates = allDates.find(({ nulls }) => nulls === 0) ?? allDates[0];
  const fractions = withFractions(whole) ?? numbers;
  const criteria = [
    ...(fractions === undefined ? [] : [where(fractions.name, '<', NAN)]),
    ...(numbers === undefined
      ? []
      : [
          where(numbers.name, '<', WORD),
          where(numbers.name, '>', WORD),
          where(numbers.name, 'BETWEEN', [Math.min(...numbersOf(numbers)), WORD]),
          ...(isBelowAll(numbers) ? BEYOND.map(([text]) => where(numbers.name, '>', text)) : []),
        ]),
    ...(dates === undefined ? [] : [where(dates.name, '>', WORD)]),
    ...(dates !== undefined && hasEarlierDate(dates) ? [where(dates.name, '>', NO_DATE)] : []),
  ];
  return criteria.map((criterion) => ({ limit: 1, filter: only(criterion) }));
}

/** A column of numbers without null, whose numbers are positive if there is such a column. */
function orderedNumbers(whole: Survey): Column | undefined {
  const complete = completeNumbers(whole);
  return complete.find((column) => numbersOf(column).every((one) => one > 0)) ?? complete[0];
}

/**
 * A column of numbers that are not all whole: types of whole numbers have no NaN. One without null
 * is preferred.
 */
const withFractions = (whole: Survey): Column | undefined =>
  [...completeNumbers(whole), ...fitColumns(whole, 'number')].find(
    (column) => !numbersOf(column).every(Number.isInteger),
  );

const completeNumbers = (whole: Survey): readonly Column[] =>
  fitColumns(whole, 'number').filter(({ nulls, blanks }) => nulls + blanks === 0);

/**
 * Whether a server that compares dates as texts, or reads the 45th of month 13 as a day of the next
 * year, leaves out a record.
 */
const hasEarlierDate = ({ values }: Column): boolean =>
  [...values.keys()].some((value) => String(value) < NO_DATE);

const isBelowAll = (column: Column): boolean =>
  numbersOf(column).every((one) => one < LEAST_BEYOND);

const numbersOf = ({ values }: Column): readonly number[] => [...values.keys()].map(Number);

/**
 * Whether the only criterion of the request has a part that cannot be understood, or comes with so
 * many other parameters that a server may not read it. Left out are values of the wrong type in a
 * list, and operators such as `!=`, which may rightly match all records.
 */
export function isMisunderstood(
  { filter, extra = [] }: ProductsQuestion,
  known: Known | undefined,
): boolean {
  if (known === undefined) return false;
  if (filter === undefined) return extra.length > 0 && extra.every(isOfFilter) && lacksPart(extra);
  const [criterion, second] = filter.groups.flatMap(({ criteria }) => criteria);
  if (criterion === undefined || second !== undefined) return false;
  if (extra.length >= MANY) return selectsSome(criterion, known.whole);
  return criterion.column === NO_COLUMN || wrongIn(criterion, known) !== undefined;
}

/** A kind of criterion whose value, or a bound of whose range, cannot be a value of its column. */
interface Wrong {
  /** What is wrong, in words. */
  readonly part: (criterion: Criterion) => string;
  readonly holds: (criterion: Criterion, column: Column) => boolean;
}

const WRONG_ON_DATES: readonly Wrong[] = [
  {
    part: () => '`>` with a date that does not exist',
    holds: ({ operator, value }, column) =>
      operator === '>' && value === NO_DATE && hasEarlierDate(column),
  },
  {
    // Compared as texts, all dates are less than the word, so `>` matches no record.
    part: () => '`>` with a text that is not a date',
    holds: ({ operator, value }) => operator === '>' && value === WORD,
  },
];

const WRONG_ON_TEXTS: readonly Wrong[] = [
  {
    part: () => NUL_BEHIND_WILDCARD,
    holds: ({ operator, value }) => operator === 'LIKE' && value === NUL_PATTERN,
  },
  {
    part: () => '`LIKE` with a NUL in the pattern',
    holds: ({ operator, value }) => operator === 'LIKE' && hasNul(value),
  },
  {
    part: () => '`=` with a NUL in the value',
    holds: ({ operator, value }) => operator === '=' && hasNul(value),
  },
];

const WRONG_ON_NUMBERS: readonly Wrong[] = [
  {
    part: ({ value }) => `a value for numbers that is \`${textOfValue(value)}\``,
    holds: ({ operator, value }) => operator === '=' && NO_NUMBERS.some((text) => text === value),
  },
  ...BEYOND.map(
    ([text, words]): Wrong => ({
      part: () => `\`>\` with ${words}`,
      holds: ({ operator, value }, column) =>
        operator === '>' && value === text && isBelowAll(column),
    }),
  ),
  {
    // PostgreSQL compares NaN as a number that is greater than all others.
    part: () => '`<` with `NaN`',
    holds: ({ operator, value }) => operator === '<' && value === NAN,
  },
  {
    part: ({ operator }) => `\`${operator}\` with a text that is not a number`,
    holds: ({ operator, value }) => ['<', '>'].includes(operator) && value === WORD,
  },
  {
    part: () => '`BETWEEN` with a bound that is not a number',
    holds: ({ operator, value }) =>
      operator === 'BETWEEN' && Array.isArray(value) && value.includes(WORD),
  },
];

const WRONG_BY_KIND: Readonly<Partial<Record<ColumnKind, readonly Wrong[]>>> = {
  number: WRONG_ON_NUMBERS,
  text: WRONG_ON_TEXTS,
};

/** The first kind of wrong criteria to which the criterion belongs. */
function wrongIn(criterion: Criterion, { whole }: Known): Wrong | undefined {
  const column = whole.columns.get(criterion.column);
  if (column === undefined) return undefined;
  const all = hasOnlyDates(column) ? WRONG_ON_DATES : WRONG_BY_KIND[column.kind];
  return all?.find(({ holds }) => holds(criterion, column));
}

const hasNul = (value: Criterion['value']): value is string =>
  typeof value === 'string' && value.includes('\0');

export const containsNul = ({ filter }: ProductsQuestion): boolean =>
  criteriaOf({ filter }).some(({ value }) => hasNul(value));

/**
 * How the server took the NUL of a value, if a record came although none has a NUL: as a zero, or
 * as the end of the value.
 */
export function nulTakenFor({
  question: { filter },
  page,
}: Pick<Exchange, 'question' | 'page'>): 'zero' | 'end' | undefined {
  const [criterion, second] = criteriaOf({ filter });
  if (criterion === undefined || second !== undefined) return undefined;
  const { column, operator, value } = criterion;
  if (!hasNul(value)) return undefined;
  const came = (text: string): boolean =>
    page?.records.some((record) => record[column] === text) === true;
  if (operator === 'LIKE' && came(value.replaceAll('\0', '0'))) return 'zero';
  return operator === '=' && came(value.split('\0')[0] ?? '') ? 'end' : undefined;
}

/** Whether the criterion surely excludes a record: it is `=` on a column with several values. */
const selectsSome = (criterion: Criterion, { columns }: Survey): boolean =>
  criterion.operator === '=' && (columns.get(criterion.column)?.values.size ?? 0) > 1;

const isOfFilter = ([name]: readonly [string, string]): boolean => name.startsWith('filters');

/** The index of a group that is the name of a member which objects of JavaScript inherit. */
const prototypeIn = (extra: Parameters): string | undefined =>
  OF_PROTOTYPE.find((level) => extra.every(([name]) => name.startsWith(level)));

const isOfPrototype = (extra: Parameters): boolean => prototypeIn(extra) !== undefined;

/** Whether the parameters do not form a complete criterion with a documented operator. */
function lacksPart(extra: Parameters): boolean {
  const [[name, value] = ['', ''], second] = extra;
  const isElsewhere =
    [WITHOUT_LEVEL, MISSPELT].some((shape) => extra.every(([at]) => shape.test(at))) ||
    isOfPrototype(extra);
  if (extra.length === 3 && isElsewhere) return true;
  if (second === undefined && name === 'filters') return value !== '';
  const ends = new Map(extra.map(([at, text]) => [at.replace(CRITERION, ''), text] as const));
  const isOfOne = [...ends.keys()].every((end) => /^\[(?:column|operator|value)\]$/.test(end));
  if (!isOfOne || ends.size < 2) return false;
  const operator = ends.get('[operator]');
  // IS and IS NOT may be sent without a value, which then means null.
  const known = operators.find((one) => one === operator?.toUpperCase());
  if (known !== undefined && takes(known, 'null')) return false;
  return ends.size < 3 || known === undefined;
}

/** What cannot be understood in the filter of the request, in words. */
export function misunderstoodPart(question: ProductsQuestion, known: Known): string | undefined {
  if (!isMisunderstood(question, known)) return undefined;
  const { filter, extra = [] } = question;
  // A server may refuse an unknown operator only because it is hostile as well.
  const mayBeRefused = isHostile(question) && !isOfPrototype(extra);
  if (filter === undefined) return mayBeRefused ? undefined : lackingPart(extra);
  if (extra.length >= MANY) return 'a filter behind 1,000 other parameters';
  const [criterion] = filter.groups.flatMap(({ criteria }) => criteria);
  if (criterion === undefined) return undefined;
  return criterion.column === NO_COLUMN
    ? 'a criterion on an unknown column'
    : wrongIn(criterion, known)?.part(criterion);
}

function lackingPart(extra: Parameters): string {
  const names = extra.map(([name]) => name);
  const lacking = ['column', 'operator', 'value'].find(
    (part) => !names.some((name) => name.endsWith(`[${part}]`)),
  );
  if (names.length === 1) return '`filters` with a text';
  if (lacking !== undefined) return `a criterion without \`[${lacking}]\``;
  if (names.every((name) => MISSPELT.test(name))) return 'a criterion under `criterias`';
  const ofPrototype = prototypeIn(extra);
  if (ofPrototype !== undefined)
    return `a criterion under \`${ofPrototype.replace('[criteria][0]', '')}\``;
  return names.every((name) => WITHOUT_LEVEL.test(name))
    ? 'a criterion without the level `[criteria][0]`'
    : 'a criterion with an unknown operator';
}

/**
 * What the page shows if the filter selected everything: the whole list, or all records with a
 * value in the column of the criterion. A total alone does not show it where the totals of filtered
 * lists are wrong.
 */
export function widenedTo(
  page: ProductPage | undefined,
  { limit = DEFAULT_LIMIT, filter }: ProductsQuestion,
  { whole, totals }: Known,
): 'list' | 'values' | undefined {
  if (page === undefined || totals.filtered !== undefined) return undefined;
  const [criterion] = criteriaOf({ filter });
  const column = whole.columns.get(criterion?.column ?? '');
  const total = totalOf(page);
  const isFull = (of: number): boolean =>
    page.records.length >= Math.max(1, Math.min(Number(limit), whole.pageSize, of));
  if (total >= whole.total && isFull(whole.total)) return 'list';
  const valued = whole.total - (column?.nulls ?? 0);
  return valued < whole.total && total === valued && isFull(valued) ? 'values' : undefined;
}

/** The whole list in response to such a filter shows that the filter was ignored. */
export function widening({ question, page, answer }: Exchange, known: Known | undefined): Ruling {
  // A server error is a warning of EXP-HARD-1.
  if (known === undefined || isServerError(answer)) return undefined;
  if (!isMisunderstood(question, known)) return undefined;
  const { total } = known.whole;
  if (total < 2) return undefined;
  const widened = widenedTo(page, question, known);
  if (widened !== undefined) {
    const list =
      widened === 'list'
        ? `a page of the whole list of ${total} records`
        : 'a page of all records with a value in the column';
    return {
      expected: 'a refusal or no records',
      actual: list,
      sentence: `${list} came; the request must be refused, or match no record`,
    };
  }
  const taken = nulTakenFor({ question, page });
  if (taken === undefined) return 'holds';
  const value = taken === 'zero' ? 'a pattern of `LIKE`' : 'a value';
  return {
    expected: 'a refusal or no records',
    actual: 'a record without a NUL',
    sentence: `a record came for ${value} with a NUL; no record has one`,
  };
}
