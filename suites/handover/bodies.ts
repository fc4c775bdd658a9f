/**
 * Request bodies that the document does not specify. They name no existing user, so they cannot
 * transfer anything.
 */

import type { Question } from '../../src/protocol/handover/question.js';
import { UNKNOWN_USERS } from './exchange.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

export const UNSPECIFIED_BODIES: Readonly<Record<string, Question['body']>> = {
  'two unknown users': UNKNOWN_USERS,
  'an empty object': '{}',
  'malformed JSON': '{"from":',
  'users that are not UUIDs': { from: 'a', to: 'b' },
  'the same user twice': { from: NOBODY, to: NOBODY },
  'an empty body': '',
  'an array': '[]',
  'users that are null': JSON.stringify({ from: null, to: null }),
};

/** A body with a member that the document does not have. */
export const MORE_MEMBERS = JSON.stringify({ ...UNKNOWN_USERS, force: true });

/**
 * Bodies in which the users are lists, null, numbers or objects. The last body has additional
 * members that claim authorization.
 */
export const UNUSUAL_BODIES: readonly string[] = [
  { from: [UNKNOWN_USERS.from], to: [UNKNOWN_USERS.to] },
  { from: null, to: null },
  { from: 1, to: 2 },
  { from: { id: UNKNOWN_USERS.from }, to: { id: UNKNOWN_USERS.to } },
  { ...UNKNOWN_USERS, authorized: true, token: 'assay', admin: true },
].map((body) => JSON.stringify(body));
