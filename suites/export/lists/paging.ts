import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { checks } from '../check.js';
import type { Known } from '../survey/data.js';

/**
 * Consecutive windows over a list, of an odd size, so that offsets are no round numbers: first two that touch, and the
 * last one, which may be short.
 */
function windowsOver({ total }: Known['whole']): readonly ProductsQuestion[] {
  const limit = Math.min(97, Math.max(1, Math.ceil(total / 4)));
  const last = Math.ceil(total / limit) - 1;
  const [first = 0, second, ...others] = Array.from({ length: Math.min(last, 10) }, (_, place) => place);
  return [first, second, last, ...others].flatMap((place) =>
    place === undefined ? [] : [{ limit, offset: place * limit }],
  );
}

/** A window with too few records, or with others than it should have, breaks the cover as well. */
const claims = (clause: string): boolean => clause === 'EXP-LIST-6' || clause === 'EXP-SORT-1';

export const paging = checks({
  'EXP-LIST-8 export.paging.windows': {
    title: 'consecutive windows ordered by a unique column',
    requests: { least: 2, most: 11 },
    lacking: 'needs two records and a column whose values are unique',
    questions: ({ whole, orderBy }) =>
      whole.key === undefined || whole.total < 2
        ? []
        : windowsOver(whole).map((window) => ({ ...window, orderBy: whole.key && orderBy(whole.key) })),
    claims,
  },
  'EXP-LIST-8 export.paging.unordered': {
    title: 'consecutive windows without orderBy',
    requests: { least: 2, most: 11 },
    lacking: 'needs two records and a column whose values are unique',
    questions: ({ whole }) => (whole.key === undefined || whole.total < 2 ? [] : windowsOver(whole)),
    claims,
  },
});
