/**
 * Request bodies that the API document does not specify for the handover. None of them names an
 * existing user.
 */

import type { Question } from '../../src/protocol/handover/question.js';
import { UNKNOWN_USERS } from './exchange.js';

/** The id of a user that does not exist. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

/**
 * Unspecified bodies by their names. They cannot transfer anything, because they name unknown users
 * or no users at all.
 */
export const UNSPECIFIED_BODIES: Readonly<Record<string, Question['body']>> = {
  'two unknown users': UNKNOWN_USERS,
  'an empty object': '{}',
  'malformed JSON': '{"from":',
  'users that are not UUIDs': { from: 'a', to: 'b' },
  'the same user twice': { from: NOBODY, to: NOBODY },
  'an empty body': '',
  'an array': '[]',
};

/** A body with two unknown users and an unknown member. */
export const MORE_MEMBERS = JSON.stringify({ ...UNKNOWN_USERS, force: true });

/**
 * Bodies whose users are lists, null, numbers or objects, and a body with members that claim
 * authorization.
 */
export const UNUSUAL_BODIES: readonly string[] = [
  { from: [UNKNOWN_USERS.from], to: [UNKNOWN_USERS.to] },
  { from: null, to: null },
  { from: 1, to: 2 },
  { from: { id: UNKNOWN_USERS.from }, to: { id: UNKNOWN_USERS.to } },
  { ...UNKNOWN_USERS, authorized: true, token: 'assay', admin: true },
].map((body) => JSON.stringify(body));
