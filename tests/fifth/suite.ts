import {
  type Check,
  checksFor,
  describeAnswer,
  expectStatus,
  Found,
  observed,
  type Suite,
  skip,
} from '../../src/index.js';
import { ask, readLevel } from './ask.js';
import { clauses } from './clauses.js';

const check = checksFor('stock', clauses, ['interfaces.stock', 'interfaces.stock.article']);

const checks: readonly Check[] = [
  check({
    id: 'stock.item.level',
    clauses: ['STK-ITEM-1'],
    title: 'an article has a number of pieces',
    requests: 1,
    async run(context) {
      const { article, pieces } = await readLevel(context);
      return `${pieces} pieces of ${article}`;
    },
  }),
  check({
    id: 'stock.auth.key',
    clauses: ['STK-AUTH-1'],
    title: 'nobody reads the stock without the key',
    requests: 2,
    async run(context) {
      await readLevel(context).catch((error: unknown) => {
        if (error instanceof Found) skip('prerequisite', 'the same request with the key must be answered');
        throw error;
      });
      expectStatus(await ask(context, { headers: {} }), 401, 'without a key');
      expectStatus(await ask(context, { headers: { 'X-Stock-Key': 'another' } }), 401, 'with another key');
      return 'refused without a key and with another one';
    },
  }),
  check({
    id: 'stock.item.unknown',
    clauses: ['STK-ITEM-2'],
    title: 'an unknown article is not found',
    requests: 1,
    async run(context) {
      expectStatus(await ask(context, { article: 'no-such-article' }), 404);
      return '404';
    },
  }),
  check({
    id: 'stock.item.methods',
    clauses: ['STK-ITEM-3'],
    title: 'what a POST does',
    requests: 1,
    permission: 'unsafeMethods',
    async run(context) {
      const answer = await ask(context, { method: 'POST' });
      return observed('other methods', [{ question: 'POST', answer: describeAnswer(answer) }]);
    },
  }),
];

/** The stock API. */
export const stockSuite: Suite = { interface: 'stock', clauses, checks, preparation: 0 };
