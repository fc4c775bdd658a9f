import { expect, it } from 'vitest';
import { Answer } from '../../src/http/answer.js';
import { isTransfer } from './rules.js';

const answerOf = (message: string): Answer =>
  new Answer(
    { interface: 'handover', method: 'POST', url: 'http://127.0.0.1/handover' },
    200,
    [['Content-Type', 'application/json']],
    Buffer.from(JSON.stringify({ message })),
    1,
  );

const verdictOn = (message: string): string => {
  const ruling = isTransfer(answerOf(message));
  return typeof ruling === 'object' ? (ruling.atMost ?? 'failure') : 'success';
};

it.each([
  ['All resources have been transferred to the new user.', 'success'],
  ['120 of 120 resources have been transferred.', 'success'],
  ['Alle 12 Ressourcen wurden übertragen.', 'success'],
  ['60 of 120 resources have been transferred to the new user.', 'failure'],
  ['Es wurden 3 von 12 Ressourcen übertragen.', 'failure'],
  ['You have to be authorized to access this resource.', 'failure'],
  ['Nothing was transferred.', 'failure'],
  ['OK', 'warning'],
])('reads %j as a %s', (message, verdict) => {
  expect(verdictOn(message)).toBe(verdict);
});
