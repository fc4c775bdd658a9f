import { expect, it } from 'vitest';
import { BudgetSpent, Lost } from '../http/lost.js';
import { askWithinBudget } from './ask-within-budget.js';

const askFrom =
  (answers: readonly (string | Error)[]) =>
  async (question: number): Promise<string> => {
    const answer = answers[question] ?? '';
    if (answer instanceof Error) throw answer;
    return answer;
  };
const lost = new Lost('timeout', 'no answer');

it('continues after a lost response, and stops when no request is left', async () => {
  const answers = ['a', lost, 'c', new BudgetSpent('no request is left'), 'e'];
  expect(await askWithinBudget([0, 1, 2, 3, 4], askFrom(answers))).toEqual(['a', undefined, 'c']);
  expect(await askWithinBudget([0, 1, 2, 3, 4], askFrom(answers), 2)).toEqual([
    'a',
    undefined,
    'c',
  ]);
  expect(await askWithinBudget([0, 1, 2], askFrom(['a', 'b', 'c']), 2)).toEqual(['a', 'b', 'c']);
});

it('throws any other error', async () => {
  await expect(askWithinBudget([0], askFrom([new Error('broken')]))).rejects.toThrow('broken');
});
