import {
  type Answer,
  byEvery,
  checkSchema,
  describeAnswer,
  describeProblems,
  holdsIf,
  type OtherSettings,
  type RuleTable,
  rulesOf,
  type Target,
} from '../../src/index.js';
import type { ClauseId } from './clauses.js';
import { name, type Question, read, write } from './question.js';
import stockLevel from './stock.schema.json' with { type: 'json' };

interface Exchange {
  readonly question: Question;
  readonly answer: Answer;
}

const stockOf = ({ interfaces }: Target): OtherSettings => {
  if (interfaces.stock === undefined) throw new Error('a stock check ran on a target without stock settings');
  return interfaces.stock;
};

/** Each clause as a function of one exchange: it holds, it is violated, or it says nothing. */
const RULES: RuleTable<Exchange, unknown, ClauseId> = {
  'STK-ITEM-1': ({ question: { article, key }, answer }) => {
    if (article !== undefined || key !== undefined) return undefined;
    if (answer.status !== 200) return { expected: 'status 200 with the key', actual: describeAnswer(answer) };
    const result = checkSchema(stockLevel, answer.json);
    if ('value' in result) return 'holds';
    return { expected: `a body that satisfies ${stockLevel.title}`, actual: describeProblems(result.problems) };
  },
  'STK-AUTH-1': ({ question: { key }, answer }) =>
    key === undefined ? undefined : holdsIf(answer.status === 401, 'status 401', describeAnswer(answer)),
  'STK-ITEM-2': ({ question: { article, key }, answer }) =>
    article === undefined || key !== undefined
      ? undefined
      : holdsIf(answer.status === 404, 'status 404', describeAnswer(answer)),
};

export const rules = rulesOf<Question, Exchange, unknown, ClauseId>(['interfaces.stock', 'interfaces.stock.article'], {
  request: (question, target) => write(question, stockOf(target)),
  read(answer, target) {
    const question = read(answer.request, stockOf(target));
    return question && { question, answer };
  },
  facts: async () => undefined,
  unknown: undefined,
  judge: ({ question, answer }, facts, note) =>
    question.method === undefined ? byEvery(RULES, { question, answer }, facts, note) : [],
  // A refusal proves something only where the same request with the key is accepted.
  control: ({ key, ...right }) => (key === undefined ? undefined : right),
  isAccepted: ({ answer }) => answer.status === 200,
  simpler: () => [],
  name,
});
