import { byEvery, holdsIf, optional, rulesOf, withoutEach } from '../../src/harness/suite.js';
import { name, type Question, read, write } from '../../src/protocol/platform/question.js';
import { pageIn, platformOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import { collectionsOf, haveChanged, readingOf } from './collections.js';
import type { Exchange, Facts } from './exchange.js';
import { generated } from './generated.js';
import { RULES } from './page-rules.js';
import { relate } from './relations.js';

export const rules = rulesOf<Question, Exchange, Facts, ClauseId>(['platform.baseUrl', 'platform.collections'], {
  request: (question, target) => write(question, platformOf(target)),
  read(answer, target) {
    const question = read(answer.request, platformOf(target));
    return question && { question, answer, target, page: pageIn(answer, target) };
  },
  facts: async (context) => ({
    collections: await collectionsOf(context),
    reading: await optional(readingOf(context)),
  }),
  shown: (_, learned) => learned ?? { collections: [], reading: undefined, shown: true },
  learnedFrom: ({ collections }, exchanges) =>
    collections.flatMap(({ name, start }) =>
      exchanges.some(({ question }) => question.collection === name) ? [start.answer] : [],
    ),
  unknown: { collections: [], reading: undefined },
  judge(exchange, facts, note) {
    const { method, anonymous, limit, cursor, previous: before } = exchange.question;
    const noPage = () => holdsIf(exchange.page === undefined, `no page for ${method}`);
    if (method !== undefined) return byEvery({ 'PLT-PAGE-10': noPage }, exchange, facts, note);
    // What other values than integers give is open (PLT-PAGE-9), and so is authentication (PLT-AUTH-1).
    if (anonymous || [limit, cursor, before].some((value) => typeof value === 'string')) return [];
    return exchange.answer.status === 429 ? [] : byEvery(RULES, exchange, facts, note);
  },
  relate,
  control: ({ method, ...right }) => (method === undefined ? undefined : right),
  isAccepted: ({ page }) => page !== undefined,
  simpler: (question) => withoutEach(question, 'reversed', 'previous', 'cursor', 'limit'),
  name,
  summary(answer, target) {
    const page = pageIn(answer, target);
    return page && `200, ${page.ids.length} entities, ${JSON.stringify(page.cursor)}`;
  },
  changed: haveChanged,
  generated,
});
