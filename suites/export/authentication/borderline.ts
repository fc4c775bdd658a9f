import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { checks } from '../check.js';

const legacy = (destinationId: string): ProductsQuestion => ({
  route: 'legacy',
  destinationId,
  accept: PLAIN,
  limit: 1,
});

/** What the document leaves open about tokens and destinations (EXP-AUTH-10, EXP-AUTH-11). */
export const authOpen = checks({
  'EXP-AUTH-10 export.auth.two-mistakes': {
    title: 'requests with several mistakes: which error is returned',
    requests: 3,
    shows: 'error returned for several mistakes',
    cases: () => ({
      'legacy without token and destination': { route: 'legacy', token: null, destinationId: null, accept: PLAIN },
      'legacy with malformed token and destination': {
        route: 'legacy',
        token: 'a.b',
        destinationId: 'abc',
        accept: PLAIN,
      },
      'v2 of an unknown destination without token': { token: null, destinationId: '999999999', accept: PLAIN },
    }),
  },
  'EXP-AUTH-11 export.auth.borderline': {
    title: 'borderline destination ids and an empty token',
    requests: { least: 2, most: 6 },
    shows: 'borderline destination ids and an empty token',
    cases(context) {
      const id = exportOf(context).destination?.id;
      const ids = ['-1', '0', `${id}.0`, `00${id}`, '99999999999999999999'];
      return {
        'an empty token': { token: '', accept: PLAIN, limit: 1 },
        ...Object.fromEntries(ids.map((written) => [`destination ${written}`, legacy(written)])),
      };
    },
  },
});
