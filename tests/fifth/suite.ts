import { checksFor, describeAnswer, observed, type Suite } from '../../src/index.js';
import { clauses } from './clauses.js';
import { write } from './question.js';
import { rules } from './rules.js';

const check = checksFor('stock', clauses, rules);

const checks = [
  check({
    id: 'stock.item.level',
    clauses: ['STK-ITEM-1'],
    title: 'the configured article',
    requests: 1,
    withoutFacts: () => [{}],
  }),
  check({
    id: 'stock.auth.key',
    clauses: ['STK-AUTH-1'],
    title: 'the configured article without the key, and with another one',
    requests: 2,
    withoutFacts: () => [{ key: null }, { key: 'another' }],
  }),
  check({
    id: 'stock.item.unknown',
    clauses: ['STK-ITEM-2'],
    title: 'an article that there is none of',
    requests: 1,
    withoutFacts: () => [{ article: 'no-such-article' }],
  }),
  check({
    id: 'stock.item.methods',
    clauses: ['STK-ITEM-3'],
    title: 'a POST of the configured article',
    requests: 1,
    permission: 'unsafeMethods',
    async run({ target, ask }) {
      const { stock } = target.interfaces;
      const answer = await ask(write({ method: 'POST' }, stock ?? { baseUrl: '' }));
      return observed('other methods', [{ question: 'POST', answer: describeAnswer(answer) }]);
    },
  }),
];

/** The stock API. */
export const stockSuite: Suite = { interface: 'stock', clauses, rules, checks, preparation: 0 };
