import { PLAIN } from '../../../src/protocol/export/question.js';
import { checks } from '../check.js';
import { inside, severalOf } from '../judge/filter-of-several.js';
import { narrowFilter } from '../judge/narrow-filter.js';
import { fewGroups, orderColumn } from '../survey/columns.js';
import { filtered } from './filtered.js';

const EITHER = {
  mode: 'OR',
  groups: [
    [undefined, 1],
    [undefined, 1],
  ],
} as const;

export const combined = checks({
  'EXP-FILT-12 export.filter.paged': {
    title: 'filters with orderBy, limit and offset',
    requests: { least: 1, most: 3 },
    questions(known) {
      const { filter, matching } = severalOf(known.survey, known.comparisonRules, EITHER);
      const window = { ...inside(matching), orderBy: known.orderBy(orderColumn(known.survey)) };
      return [
        filtered(known, filter, window),
        filtered(known, filter, { ...window, accept: PLAIN }),
        filtered(known, filter, { ...window, limit: 10, offset: matching - 1 }),
      ];
    },
  },
  'EXP-FILT-12 export.filter.grouped': {
    title: 'filters with groupBy',
    requests: 1,
    lacking: 'needs a column to group by and another of numbers',
    questions(known) {
      const column = fewGroups(known.survey);
      const filter = column && narrowFilter(known.survey, column);
      return [column && filter && filtered(known, filter, { groupBy: column.name, limit: 100 })];
    },
  },
});
