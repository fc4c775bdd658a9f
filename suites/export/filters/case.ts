import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { checks } from '../check.js';
import { textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';
import { filtered } from './filtered.js';

/** A text that the data holds, asked for with its case changed (EXP-FILT-4); undefined where no text has a case. */
function caseProbe(survey: Survey, operator: '=' | 'LIKE', change: (text: string) => string): Criterion | undefined {
  for (const column of columnsOf(survey, 'text')) {
    const texts = new Set(textsOf(column));
    const fit = [...texts].filter((text) => change(text) !== text && !/[%_\\[\]]|[^\x20-\x7e]|^\s|\s$/.test(text));
    const chosen = fit.find((text) => !texts.has(change(text))) ?? fit[0];
    if (chosen !== undefined) return where(column.name, operator, change(chosen));
  }
  return undefined;
}

/** The case of the first and of the last letter alone. */
const swapFirst = (text: string): string => `${swapCase(text.slice(0, 1))}${text.slice(1)}`;
const swapLast = (text: string): string => `${text.slice(0, -1)}${swapCase(text.slice(-1))}`;

/** Upper and lower case: what SQL says and the document only implies. */
export const letterCase = checks({
  'EXP-FILT-4 export.filter.case': {
    title: '= and LIKE with values of the data in another case',
    requests: { least: 0, most: 2 },
    // The first two are asked at any budget: other checks rest on them.
    take: { least: 2, besides: -2 },
    lacking: 'needs a text of letters A to Z',
    questions: (known) =>
      (
        [
          ['=', swapCase],
          ['LIKE', swapCase],
          ['=', swapFirst],
          ['LIKE', swapLast],
        ] as const
      ).map(([operator, change]) => {
        const probe = caseProbe(known.survey, operator, change);
        return probe && filtered(known, only(probe));
      }),
  },
});
