import { everyPair } from '../../src/harness/covering-array.js';
import { askWithinBudget, type Generated } from '../../src/harness/index.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { ask } from './ask.js';
import { MORE_MEMBERS, UNSPECIFIED_BODIES } from './bodies.js';
import { invalidCredentials, MOST_CREDENTIALS } from './credentials.js';
import type { Facts } from './exchange.js';
import type { ClauseId } from './topics.js';

/**
 * Media types of a request. Undefined stands for `application/json`, and null for a request without
 * Content-Type.
 */
const TYPES = [
  undefined,
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  null,
];

const CLAUSES: readonly ClauseId[] = ['HND-AUTH-1', 'HND-AUTH-2'];

/**
 * Generates requests that cover every pair of authorization, body, media type and Accept. No
 * generated request may transfer resources.
 */
export const combinations: Generated<Question, Facts, ClauseId> = {
  most: 120,
  clauses: CLAUSES,
  clausesTestedBy: ({ authorization }) => [
    authorization === undefined ? 'HND-AUTH-1' : 'HND-AUTH-2',
  ],
  async ask(context, _, __, isWanted) {
    const { rows } = everyPair({
      authorization: [
        undefined,
        ...invalidCredentials(context).slice(0, MOST_CREDENTIALS.combined),
      ],
      body: [...Object.values(UNSPECIFIED_BODIES), MORE_MEMBERS],
      contentType: TYPES,
      accept: [undefined, 'text/html', null],
    });
    const wanted = context.budget.take(rows.filter(isWanted));
    const sent = await askWithinBudget(wanted, (question) =>
      ask(context, question, { fresh: true }),
    );
    return `${sent.length} generated requests`;
  },
};
