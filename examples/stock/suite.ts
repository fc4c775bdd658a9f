import {
  byEvery,
  type OtherSettings,
  type Rulebook,
  relateBy,
  rulesIn,
  type Suite,
  suiteOf,
  type Target,
} from 'assay';
import { name, type Question, read, write } from './question.js';
import { type ClauseId, type Exchange, type StockKinds, topics } from './topics.js';

const RULES = rulesIn<StockKinds, ClauseId>(topics);

const stockOf = ({ interfaces }: Target): OtherSettings => {
  if (interfaces.stock === undefined) throw new Error('the target has no stock settings');
  return interfaces.stock;
};

/** How requests to the stock API are written, and how its exchanges are read and tested. */
const rulebook: Rulebook<Question, Exchange, object, ClauseId> = {
  request: (question, target) => write(question, stockOf(target)),
  read(answer, target) {
    const question = read(answer.request, stockOf(target));
    return question && { question, answer };
  },
  facts: async () => ({}),
  unknown: {},
  judge: (exchange, facts, note) =>
    exchange.question.method === undefined ? byEvery(RULES, exchange, facts, note) : [],
  relate: relateBy<StockKinds, ClauseId>(topics),
  // A refusal proves something only where the same request with the key is accepted.
  control: ({ key, ...right }) => (key === undefined ? undefined : right),
  isAccepted: ({ answer }) => answer.status === 200,
  simpler: () => [],
  name,
};

/** The stock API. */
export const stockSuite: Suite = suiteOf<StockKinds, ClauseId>('stock', topics, {
  needs: ['interfaces.stock', 'interfaces.stock.article'],
  rulebook,
  learning: { settings: stockOf, learned: {} },
  preparation: 0,
});
