/**
 * Defines how platform requests are written, read back from recorded exchanges, tested by rules,
 * and simplified.
 */

import { byEvery, optional, withoutEach } from '../../src/harness/index.js';
import type { Rulebook } from '../../src/harness/rulebook.js';
import { relateBy, rulesIn } from '../../src/harness/suite.js';
import { name, type Question, read, write } from '../../src/protocol/platform/question.js';
import { pageIn, platformOf } from './ask.js';
import { authentication } from './authentication.js';
import { combinations } from './combinations.js';
import type { Exchange, Facts, PlatformKinds } from './exchange.js';
import { hostileValues } from './hostile-values.js';
import { methods } from './methods.js';
import { mistakes } from './readings/index.js';
import { collectionsOf, describeChange, readingOf } from './survey.js';
import { type ClauseId, topics } from './topics.js';

const RULES = rulesIn<PlatformKinds, ClauseId>(topics);
const relate = relateBy<PlatformKinds, ClauseId>(topics);
const RULES_OF_REFUSALS = rulesIn<PlatformKinds, 'PLT-AUTH-2'>(authentication);
const HOSTILE_RULES = rulesIn<PlatformKinds, 'PLT-HARD-1'>(hostileValues);
const RULES_OF_METHODS = rulesIn<PlatformKinds, 'PLT-PAGE-10'>(methods);

export const rulebook: Rulebook<Question, Exchange, Facts, ClauseId> = {
  request: (question, target) => write(question, platformOf(target)),
  read(answer, target) {
    const settings = platformOf(target);
    const question = read(answer.request, settings);
    return question && { question, answer, settings, page: pageIn(answer, target) };
  },
  facts: async (context) => ({
    collections: await collectionsOf(context),
    reading: await optional(readingOf(context)),
  }),
  // Recorded requests of other clients do not show which entities a collection has.
  shown: (_, learned) => learned ?? { collections: [], reading: undefined, foreign: true },
  learnedFrom: ({ collections }, exchanges) =>
    collections.flatMap(({ name: collection, start }) =>
      exchanges.some(({ question }) => question.collection === collection) ? [start.answer] : [],
    ),
  unknown: { collections: [], reading: undefined },
  judge(exchange, facts, note) {
    const { method, anonymous, limit, cursor, previous, search } = exchange.question;
    if (method !== undefined) return byEvery(RULES_OF_METHODS, exchange, facts, note);
    if (exchange.answer.status === 429) return [];
    if (search !== undefined) return byEvery(HOSTILE_RULES, exchange, facts, note);
    // The document does not specify authentication (PLT-AUTH-1).
    if (anonymous) return byEvery(RULES_OF_REFUSALS, exchange, facts, note);
    // The document does not specify parameters that are not integers (PLT-PAGE-9).
    const hasText = [limit, cursor, previous].some((value) => typeof value === 'string');
    if (hasText) return [];
    return byEvery(RULES, exchange, facts, note);
  },
  relate: (exchanges, facts, note) =>
    relate(
      exchanges.filter(({ question }) => question.search === undefined),
      facts,
      note,
    ),
  control({ method, search, client, ...right }) {
    // The fields of a browser or a proxy stay in the control. Those of another client are left out.
    const isOfBrowserOrProxy = client === 'browser' || client === 'proxy';
    if (client !== undefined && !isOfBrowserOrProxy) return right;
    if (method === undefined && search === undefined) return undefined;
    return client === undefined ? right : { ...right, client };
  },
  isAccepted: ({ page }) => page !== undefined,
  simpler: (question) => withoutEach(question, 'client', 'reversed', 'previous', 'cursor', 'limit'),
  name,
  summary(answer, target) {
    const page = pageIn(answer, target);
    return page && `200, ${page.ids.length} entities, ${JSON.stringify(page.cursor)}`;
  },
  changed: describeChange,
  generated: combinations,
  mistakes,
};
