import { everyPair } from '../../src/harness/every-pair.js';
import { type Generated, whilePaid } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { ask, UNKNOWN_USERS } from './ask.js';
import type { ClauseId } from './clauses.js';
import type { Facts } from './exchange.js';
import { invalidCredentials, MOST_CREDENTIALS } from './invalid-credentials.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Bodies that can move nothing: they name nobody, or no users at all. */
export const BODIES: Readonly<Record<string, Question['body']>> = {
  'two unknown users': UNKNOWN_USERS,
  'an empty object': '{}',
  'malformed JSON': '{"from":',
  'users that are not UUIDs': { from: 'a', to: 'b' },
  'the same user twice': { from: NOBODY, to: NOBODY },
  'an empty body': '',
  'an array': '[]',
  'more members': JSON.stringify({ ...UNKNOWN_USERS, force: true }),
};
/** Users that are no texts, and members that nobody documents. */
export const ODD_BODIES: Readonly<Record<string, Question['body']>> = Object.fromEntries(
  Object.entries({
    'users that are lists': { from: [UNKNOWN_USERS.from], to: [UNKNOWN_USERS.to] },
    'users that are null': { from: null, to: null },
    'users that are numbers': { from: 1, to: 2 },
    'users that are objects': { from: { id: UNKNOWN_USERS.from }, to: { id: UNKNOWN_USERS.to } },
    'members that claim authorization': { ...UNKNOWN_USERS, authorized: true, token: 'assay', admin: true },
  }).map(([what, body]) => [what, JSON.stringify(body)]),
);
/** Undefined stands for `application/json`, and null for none. */
const TYPES = [undefined, 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', null];

const CLAUSES: readonly ClauseId[] = ['HND-AUTH-1', 'HND-AUTH-2'];

/** Every pair of authorization, body, media type and Accept, none of which may hand over. */
export const generated: Generated<Question, Facts, ClauseId> = {
  most: 120,
  clauses: CLAUSES,
  bearsOn: ({ authorization }) => [authorization === undefined ? 'HND-AUTH-1' : 'HND-AUTH-2'],
  async ask(context, _, __, isWanted) {
    const { rows } = everyPair({
      authorization: [undefined, ...invalidCredentials(context).slice(0, MOST_CREDENTIALS.combined)],
      body: Object.values(BODIES),
      contentType: TYPES,
      accept: [undefined, 'text/html', null],
    });
    const wanted = context.budget.take(rows.filter(isWanted));
    const asked = await whilePaid(wanted, (question) => ask(context, question, { fresh: true }));
    return `${asked.length} generated requests`;
  },
};
