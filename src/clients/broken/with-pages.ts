import type { BrokenClient } from './broken-client.js';
import * as paging from './paging-clients.js';

/** Broken clients that page wrongly through lists of the platform API. */
export const WITH_PAGES: readonly BrokenClient[] = [
  {
    id: 'clients.follows-next-blindly',
    clause: 'CLI-PLT-1',
    sentence:
      'sends next unchanged as the cursor, which is right only if next is the last id of the page',
    scenarios: [
      'platform.first-of-next-zero',
      'platform.first-of-next-null',
      'platform.first-of-next-last-id',
      'platform.first-of-next-empty-page',
      'platform.first-of-next-short',
    ],
    Client: paging.FollowsNextBlindly,
  },
  {
    id: 'clients.steps-back-always',
    clause: 'CLI-PLT-1',
    sentence:
      'sends next minus one as the cursor, which is right only if next is the first id of the next page',
    scenarios: [
      'platform.last-of-page-zero',
      'platform.last-of-page-null',
      'platform.last-of-page-last-id',
      'platform.last-of-page-empty-page',
    ],
    Client: paging.StepsBackAlways,
  },
  {
    id: 'clients.ends-at-null-alone',
    clause: 'CLI-PLT-1',
    sentence: 'ends its walk only if next is null',
    scenarios: ['platform.last-of-page-zero', 'platform.last-of-page-last-id', 'platform.empty'],
    Client: paging.EndsAtNullAlone,
  },
  {
    id: 'clients.ends-at-zero-alone',
    clause: 'CLI-PLT-1',
    sentence: 'ends its walk only if next is 0',
    scenarios: [
      'platform.last-of-page-null',
      'platform.last-of-page-last-id',
      'platform.endless-empty',
    ],
    Client: paging.EndsAtZeroAlone,
  },
  {
    id: 'clients.walks-in-circles',
    clause: 'CLI-PLT-1',
    sentence: 'follows a cursor that does not advance',
    scenarios: ['platform.endless'],
    Client: paging.WalksInCircles,
  },
  {
    id: 'clients.drops-short-page',
    clause: 'CLI-PLT-1',
    sentence: 'drops the records of a page that is not full',
    scenarios: ['platform.last-of-page-short', 'platform.first-of-next-short'],
    Client: paging.DropsShortPage,
  },
  {
    id: 'clients.starts-at-one',
    clause: 'CLI-PLT-1',
    sentence: 'starts its walk at cursor 1',
    scenarios: ['platform.last-of-page-zero', 'platform.first-of-next-null'],
    Client: paging.StartsAtOne,
  },
  {
    id: 'clients.ten-pages-walk',
    clause: 'CLI-PLT-1',
    sentence: 'reads ten pages at most',
    scenarios: ['platform.many-pages'],
    Client: paging.TenPagesWalk,
  },
];
