import { PLAIN } from '../../../src/protocol/export/question.js';
import { EMPTY } from '../ask.js';
import { checks } from '../check.js';

/** The same request, asked twice (EXP-LIST-11). */
export const repeatable = checks({
  'EXP-LIST-11 export.list.repeatable': {
    title: 'the same request twice gives the same answer while the data does not change',
    requests: { least: 1, most: 8 },
    take: { least: 1, each: 2 },
    again: 'each',
    lacking: EMPTY,
    questions({ survey, orderBy }) {
      const { key } = survey;
      return [key === undefined ? {} : { orderBy: orderBy(key) }, { accept: PLAIN }, { limit: 5, offset: 2 }, {}];
    },
  },
});
