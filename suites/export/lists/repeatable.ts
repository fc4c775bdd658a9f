import { PLAIN } from '../../../src/protocol/export/question.js';
import { EMPTY } from '../ask.js';
import { checks } from '../check.js';
import { columnsOf } from '../survey/columns.js';

/** The same request, asked twice (EXP-LIST-11). */
export const repeatable = checks({
  'EXP-LIST-11 export.list.repeatable': {
    title: 'the same request twice gives the same answer while the data does not change',
    requests: { least: 1, most: 8 },
    take: { least: 1, each: 2 },
    again: 'each',
    lacking: EMPTY,
    questions({ survey, orderBy }) {
      const [tied] = columnsOf(survey, 'text');
      const ordered = tied === undefined ? { limit: 3 } : { orderBy: orderBy(tied) };
      return [{}, { accept: PLAIN }, ordered, { limit: 5, offset: 2 }];
    },
  },
});
