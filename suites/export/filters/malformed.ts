import { isServerError } from '../../../src/harness/rule.js';
import { open } from '../../../src/harness/topic.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { booleanColumns } from '../model/boolean-columns.js';
import { bestColumns } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { type Column, hasOnlyDates, sortedNumbers } from '../model/oracle/column.js';
import type { ExportTopics } from '../topic.js';

/**
 * The clause about malformed filters. The document does not say how a server must respond to them.
 */
export const malformed = {
  'EXP-FILT-15': {
    clause: open(
      'the response to malformed filters: unknown column, unknown operator, missing value, BETWEEN with 1 or 3 values, scalar for IN, array for `=`, sparse indexes, lower-case operator or mode',
    )
      .in('Errors, Other, item 3')
      .judged('Only observed: the document does not specify these responses.'),
    checks: {
      'export.filter.malformed': {
        title: 'filters that the document does not specify',
        requests: { own: { least: 4, most: 24 } },
        lacking: 'needs a column with two different values',
        observes: {
          shows: 'results of filters that the document does not specify',
          cases({ facts: { whole } }) {
            const columns = [...bestColumns(whole, 'number'), ...bestColumns(whole, 'text')];
            const column = columns.find(({ values }) => values.size > 1);
            const [flags] = booleanColumns(whole);
            return {
              ...(column && casesOn(column)),
              ...(flags && casesOnBooleans(flags.name)),
              ...likeOnOtherKinds(whole),
            };
          },
          warning: ({ answer }) => (isServerError(answer) ? 'gets a server error' : undefined),
        },
      },
    },
  },
} satisfies ExportTopics;

const FIRST_CRITERION = 'filters[0][criteria][0]';

/**
 * Makes a filter from query parameters. `parts` maps the end of each parameter name to its value.
 */
const filteredByParameters = (
  parts: Readonly<Record<string, string>>,
  beginning = FIRST_CRITERION,
): ProductsQuestion => ({
  limit: 1,
  extra: pairsOf(parts, beginning),
});

const pairsOf = (
  parts: Readonly<Record<string, string>>,
  beginning = FIRST_CRITERION,
): readonly (readonly [string, string])[] =>
  Object.entries(parts).map(([part, text]) => [`${beginning}${part}`, text]);

const filteredBy = (criterion: Criterion): ProductsQuestion => ({
  limit: 1,
  filter: only(criterion),
});

/** The document does not say which order booleans have, nor whether they are texts. */
const casesOnBooleans = (name: string): Readonly<Record<string, ProductsQuestion>> => ({
  '> on booleans': filteredBy(where(name, '>', 'false')),
  'BETWEEN on booleans': filteredBy(where(name, 'BETWEEN', ['false', 'true'])),
  'LIKE on booleans': filteredBy(where(name, 'LIKE', 't%')),
});

/** The document does not say how a number or a date is written as a text. */
function likeOnOtherKinds(whole: Survey): Readonly<Record<string, ProductsQuestion>> {
  const [numbers] = bestColumns(whole, 'number');
  const dates = [...whole.columns.values()].find(hasOnlyDates);
  return {
    ...(numbers && { 'LIKE on numbers': filteredBy(where(numbers.name, 'LIKE', '1%')) }),
    ...(dates && { 'ILIKE on dates': filteredBy(where(dates.name, 'ILIKE', '%-01-%')) }),
  };
}

function casesOn(column: Column): Readonly<Record<string, ProductsQuestion>> {
  const { name, values, kind } = column;
  // Only numbers are used for reversed bounds, because the order of texts depends on the collation.
  const [low = 0, high] = kind === 'number' ? sortedNumbers(column) : [];
  const all = [...values.keys()];
  const [value = ''] = all;
  const text = String(value);
  const equal = { '[column]': name, '[operator]': '=' };
  const between = { '[column]': name, '[operator]': 'BETWEEN' };
  const unknown = { '[column]': name, '[operator]': 'CONTAINS' };
  const other = String(all[1] ?? value);
  const inList = { '[column]': name, '[operator]': 'IN' };
  const lowerCase = { '[column]': name, '[operator]': 'in' };
  return {
    'an unknown column': filteredBy(where('assay_no_such_column', '=', value)),
    'an unknown operator': filteredByParameters({ ...unknown, '[value]': text }),
    'no value': filteredByParameters(equal),
    'BETWEEN with one value': filteredByParameters({ ...between, '[value][0]': text }),
    'BETWEEN with three values': filteredBy(where(name, 'BETWEEN', [value, value, value])),
    'a scalar for IN': filteredBy(where(name, 'IN', value)),
    'an array for =': filteredBy(where(name, '=', [value, value])),
    'indexes with gaps': filteredByParameters(
      { ...equal, '[value]': text },
      'filters[7][criteria][3]',
    ),
    'a list with indexes in reverse order': filteredByParameters({
      ...inList,
      '[value][1]': text,
      '[value][0]': other,
    }),
    'a list with indexes with gaps': filteredByParameters({
      ...inList,
      '[value][3]': text,
      '[value][7]': other,
    }),
    'a list with an empty element': filteredByParameters({
      ...inList,
      '[value][0]': text,
      '[value][1]': '',
    }),
    'groups and criteria with empty brackets': filteredByParameters(
      { ...equal, '[value]': text },
      'filters[][criteria][]',
    ),
    'a value given twice': {
      limit: 1,
      extra: [...pairsOf({ ...equal, '[value]': other }), ...pairsOf({ '[value]': text })],
    },
    'a lower-case operator': filteredByParameters({ ...lowerCase, '[value][0]': text }),
    'a lower-case mode': { ...filteredBy(where(name, '=', value)), extra: [['mode', 'or']] },
    'an unknown mode': { ...filteredBy(where(name, '=', value)), extra: [['mode', 'XOR']] },
    'a group without criteria': { limit: 1, extra: [['filters[0][mode]', 'OR']] },
    'filters that are not an array': { limit: 1, extra: [['filters', 'x']] },
    ...(high !== undefined && {
      'BETWEEN with its bounds reversed': filteredBy(where(name, 'BETWEEN', [high, low])),
    }),
  };
}
