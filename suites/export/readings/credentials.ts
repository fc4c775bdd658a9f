/**
 * Credentials that are accepted although they are wrong. Each mistake changes the question to one
 * with the right credentials: `token` or `destinationId` becomes undefined.
 */

import { COMPARISONS } from '../../../src/protocol/shapes/comparisons.js';
import type { Known } from '../model/data.js';
import { isWellFormedToken } from '../model/mistakes.js';
import { PARTS, routeOf } from './parts.js';
import type { ExportReading } from './reading.js';

type Acceptance = readonly [
  id: string,
  sentence: string,
  clause: string,
  isAccepted: (token: string | null, right: string) => boolean,
];

/** Comparisons that accept only malformed tokens, besides the right one. */
const MALFORMED = ['after-scheme', 'quotes', 'in-list', 'parameter', 'line', 'decoded'];

const isFilled = (token: string | null | undefined): boolean => token !== null && token !== '';

const ACCEPTANCES: readonly Acceptance[] = [
  ['no-token', 'a request without a token gets products', 'EXP-AUTH-1', (token) => token === null],
  ['any-token', 'any token is accepted, also none', 'EXP-AUTH-3', () => true],
  ['any-sent-token', 'any token is accepted', 'EXP-AUTH-3', (token) => token !== null],
  // A server may read an empty field as none.
  ['any-sent-token-filled', 'any token is accepted', 'EXP-AUTH-3', isFilled],
  [
    'any-well-formed',
    'any well-formed token is accepted',
    'EXP-AUTH-3',
    (token) => token !== null && isWellFormedToken(token),
  ],
  // The two comparisons that accept any text are stated above.
  ...COMPARISONS.filter(({ id }) => !['any', 'filled'].includes(id)).flatMap(
    ({ id, words, accepts }): readonly Acceptance[] => [
      [
        id,
        `the token ${words}`,
        MALFORMED.includes(id) ? 'EXP-AUTH-2' : 'EXP-AUTH-3',
        (token, right) => token !== null && accepts(token, right),
      ],
      [
        `${id}-well-formed`,
        `the token ${words}`,
        'EXP-AUTH-3',
        (token, right) => token !== null && isWellFormedToken(token) && accepts(token, right),
      ],
    ],
  ),
];

/** A mistake in all requests comes before the same mistake in a part of them. */
const tokens: readonly ExportReading[] = PARTS.flatMap((part) =>
  ACCEPTANCES.map(
    ([id, sentence, clause, isAccepted]): ExportReading => ({
      id: `access.${id}.${part.id}`,
      mistake: `access ${id.replace(/-(?:well-formed|filled)$/, '')}`,
      clause,
      sentence: `${sentence}${part.name}`,
      touches: (question) => question.token !== undefined && part.has(question),
      question: (question, known) => {
        const right = question.destination?.token ?? tokenOf(known);
        return question.token !== undefined &&
          right !== undefined &&
          isAccepted(question.token, right)
          ? { ...question, token: undefined }
          : question;
      },
    }),
  ),
);

/** The server uses the token of one destination for all requests. */
const constantToken: ExportReading = {
  id: 'access.constant-token',
  clause: 'EXP-AUTH-3',
  also: ['EXP-AUTH-2', 'EXP-AUTH-4', 'EXP-AUTH-5', 'EXP-AUTH-8', 'EXP-ERR-2'],
  sentence:
    'the token of a request is not read: any token gives access to one destination, and none to another',
  touches: ({ token, destination }) => isFilled(token) && (token ?? destination) !== undefined,
  question: (question, known) => ({
    ...question,
    token: question.destination === undefined ? undefined : tokenOf(known),
  }),
};

/** The token of the configured destination, from the request that read the data. */
const tokenOf = ({ whole }: Known): string | undefined => {
  const [first] = whole.pages;
  const sent = first?.page.answer.request.headers?.find(
    ([name]) => name.toLowerCase() === 'x-ea-auth-token',
  );
  return sent?.[1];
};

const destinations: readonly ExportReading[] = (
  [
    [
      'missing',
      'without `X-Destination-Id` the products come all the same',
      'EXP-AUTH-6',
      (id) => id === null,
    ],
    [
      'malformed',
      'a malformed `X-Destination-Id` is accepted',
      'EXP-AUTH-7',
      (id) => id !== null && !/^\d+$/.test(id),
    ],
    ['ignored', '`X-Destination-Id` is ignored', 'EXP-AUTH-8', () => true],
  ] satisfies readonly (readonly [string, string, string, (id: string | null) => boolean])[]
).flatMap(([id, sentence, clause, isAccepted]) =>
  PARTS.filter((part) => ['everywhere', 'on-legacy', 'on-filtered'].includes(part.id)).map(
    (part): ExportReading => ({
      id: `access.destination-${id}.${part.id}`,
      mistake: `destination ${id}`,
      clause,
      sentence: `${sentence}${part.name}`,
      touches: (question) =>
        question.destinationId !== undefined &&
        ['legacy', 'filtered'].includes(routeOf(question)) &&
        part.has(question) &&
        isAccepted(question.destinationId),
      question: (question) => ({ ...question, destinationId: undefined }),
    }),
  ),
);

export const credentialReadings: readonly ExportReading[] = [
  ...tokens,
  constantToken,
  ...destinations,
];
