import { type Cases, skip } from '../../../src/harness/suite.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { columnsOf } from '../model/columns.js';
import type { Column } from '../model/oracle/column.js';
import { checks } from '../survey/ask.js';
import { surveyOf } from '../survey/survey.js';

/** The parts of a criterion as they stand in the query. */
const written = (
  parts: Readonly<Record<string, string>>,
  at = 'filters[0][criteria][0]',
): ProductsQuestion => ({
  limit: 1,
  extra: Object.entries(parts).map(([part, text]) => [`${at}${part}`, text]),
});

const asking = (criterion: Criterion): ProductsQuestion => ({ limit: 1, filter: only(criterion) });

function casesOn({ name, values }: Column): Cases<ProductsQuestion> {
  const held = [...values.keys()];
  const [value = ''] = held;
  const text = String(value);
  const equal = { '[column]': name, '[operator]': '=' };
  return {
    'an unknown column': asking(where('assay_no_such_column', '=', value)),
    'an unknown operator': written({ '[column]': name, '[operator]': 'CONTAINS', '[value]': text }),
    'no value': written(equal),
    'BETWEEN with one value': written({
      '[column]': name,
      '[operator]': 'BETWEEN',
      '[value][0]': text,
    }),
    'BETWEEN with three values': asking(where(name, 'BETWEEN', [value, value, value])),
    'a scalar for IN': asking(where(name, 'IN', value)),
    'an array for =': asking(where(name, '=', [value, value])),
    'indexes with gaps': written({ ...equal, '[value]': text }, 'filters[7][criteria][3]'),
    'a lower-case operator': written({ '[column]': name, '[operator]': 'in', '[value][0]': text }),
    'a lower-case mode': { ...asking(where(name, '=', value)), extra: [['mode', 'or']] },
    'an unknown mode': { ...asking(where(name, '=', value)), extra: [['mode', 'XOR']] },
    'a group without criteria': { limit: 1, extra: [['filters[0][mode]', 'OR']] },
    'filters that are not an array': { limit: 1, extra: [['filters', 'x']] },
    'BETWEEN with its bounds reversed': asking(where(name, 'BETWEEN', held.slice(0, 2).reverse())),
  };
}

/** Filters that break the rules of the document, which leaves open what they give. */
export const malformedFilters = checks({
  'EXP-FILT-15 export.filter.malformed': {
    title: 'filters that the document does not specify',
    requests: { least: 4, most: 14 },
    shows: 'results of filters that the document does not specify',
    async cases(context) {
      const survey = await surveyOf(context);
      const [column] = [...columnsOf(survey, 'number'), ...columnsOf(survey, 'text')];
      return casesOn(column ?? skip('data', 'needs a column with two different values'));
    },
  },
});
