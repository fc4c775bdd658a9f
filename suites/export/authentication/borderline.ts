/**
 * The clauses about unusual requests: header names in another letter case (EXP-AUTH-9), several
 * mistakes at once, and borderline values.
 */

import { open, type Ruling, should } from '../../../src/harness/topic.js';
import {
  DESTINATION_HEADER,
  PLAIN,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import type { Exchange } from '../model/exchange.js';
import { isNamed } from '../model/mistakes.js';
import type { ExportTopics } from '../topic.js';

const legacy = (destinationId: string | null): ProductsQuestion => ({
  route: 'legacy',
  destinationId,
  accept: PLAIN,
  limit: 1,
});

export const borderline = {
  'EXP-AUTH-9': {
    clause: should('header field names are case-insensitive (RFC 9110 5.1)')
      .in('RFC 9110, section 5.1')
      .judged('Sends the token with its header name in lower and upper case.'),
    rule: namesInOtherCase,
    checks: {
      'export.auth.header-case': {
        title: 'header field names in lower and in upper case',
        requests: 4,
        asks({ settings: { target } }) {
          const { token = '', id } = target.destination ?? {};
          const changes = [
            (name: string) => name.toLowerCase(),
            (name: string) => name.toUpperCase(),
          ];
          return [
            ...changes.map((change) => ({
              route: 'v2' as const,
              token: null,
              accept: PLAIN,
              headers: [[change(TOKEN_HEADER), token] as const],
            })),
            ...changes.map((change) => ({
              route: 'legacy' as const,
              token: null,
              destinationId: null,
              accept: PLAIN,
              headers: [
                [change(TOKEN_HEADER), token] as const,
                [change(DESTINATION_HEADER), String(id)] as const,
              ],
            })),
          ];
        },
      },
    },
  },
  'EXP-AUTH-10': {
    clause: open(
      'which error is returned if several apply (no token and no destination; malformed token and unknown route; …)',
    )
      .in('Errors, Export API, table')
      .judged('Only observed: any of the documented errors is accepted.'),
    checks: {
      'export.auth.two-mistakes': {
        title: 'requests with several mistakes: which error is returned',
        requests: 3,
        observes: {
          shows: 'error returned for several mistakes',
          cases: () => ({
            'legacy without token and destination': { ...legacy(null), token: null },
            'legacy with malformed token and destination': { ...legacy('abc'), token: 'a.b' },
            'v2 of an unknown destination without token': {
              token: null,
              destinationId: '999999999',
              accept: PLAIN,
            },
          }),
        },
      },
    },
  },
  'EXP-AUTH-11': {
    clause: open('borderline destination ids; an empty token value')
      .in('Authentication, Export API, item 5')
      .judged('Only observed: ids such as -1, 0, 1.0, 007 and huge numbers, and an empty token.'),
    checks: {
      'export.auth.borderline': {
        title: 'borderline destination ids and an empty token',
        requests: { own: { least: 2, most: 6 } },
        observes: {
          shows: 'borderline destination ids and an empty token',
          cases({ settings: { target } }) {
            const id = target.destination?.id;
            const ids = ['-1', '0', `${id}.0`, `00${id}`, '99999999999999999999'];
            return {
              'an empty token': { token: '', accept: PLAIN, limit: 1 },
              ...Object.fromEntries(
                ids.map((written) => [`destination ${written}`, legacy(written)]),
              ),
            };
          },
        },
      },
    },
  },
} satisfies ExportTopics;

function namesInOtherCase({ question, target, page }: Exchange): Ruling {
  const { route = 'v2', token, destinationId, headers = [] } = question;
  const sentToken = headers.find((field) => isNamed(field, TOKEN_HEADER));
  if (token !== null || sentToken === undefined || sentToken[1] !== target.destination?.token)
    return undefined;
  const sentDestination = headers.find((field) => isNamed(field, DESTINATION_HEADER));
  const isOwnDestination =
    destinationId === null && sentDestination?.[1] === String(target.destination.id);
  if (route !== 'v2' && !isOwnDestination) return undefined;
  const names = headers.map(([name]) => name).join(' and ');
  if (page === undefined) return { expected: `status 200 with ${names}` };
  // An empty list is no evidence: some servers return an empty list for any request.
  return !page.isEnvelope && page.records.length === 0 ? undefined : 'holds';
}
