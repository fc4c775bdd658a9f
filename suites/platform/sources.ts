import { from, type Sources } from '../../src/harness/index.js';
import type { clauses } from './clauses.js';

/** Where the clauses of the platform API come from, and how they are judged. */
export const sources: Sources<keyof typeof clauses & string> = {
  'PLT-PAGE-1': from(
    'Resources, cursor pagination response',
    'Types are checked by a JSON Schema; at the end `next` may be 0 or null, and ids may be text of digits.',
  ),
  'PLT-PAGE-2': from('Resources, cursor pagination response', 'The entities of the answer are counted.'),
  'PLT-PAGE-3': from('Endpoints, C. Platform API, item 2', 'The entities are counted, with a limit and without one.'),
  'PLT-PAGE-4': from('Endpoints, C. Platform API, item 3', 'The ids of the answer are compared with the cursor.'),
  'PLT-PAGE-5': from('Endpoints, C. Platform API, item 3', 'The pages are joined and compared with one large page.'),
  'PLT-PAGE-6': from(
    'Resources, cursor pagination response',
    'It may be the last id of the page or the first of the next, but the same on every page.',
  ),
  'PLT-PAGE-7': from(
    'Resources, cursor pagination response',
    'Compared with the cursor that was sent; 0 on the first page.',
  ),
  'PLT-PAGE-8': from(
    'Resources, cursor pagination response',
    'It may be an id before the page or an echo of what was sent; never negative, and never an id in the page or after it.',
  ),
  'PLT-PAGE-9': from('Errors, Other, item 4', 'Only observed: the document does not say it.'),
  'PLT-PAGE-10': from(
    'Endpoints, C. Platform API, item 1',
    'Sent only where the target allows methods that may write.',
  ),
  'PLT-PAGE-11': from(
    'Endpoints, C. Platform API, items 2 to 4',
    'Each combination with integers must be answered with a page.',
  ),
  'PLT-AUTH-1': from('Authentication, last paragraph', 'Only observed; entities without authentication are a warning.'),
};
