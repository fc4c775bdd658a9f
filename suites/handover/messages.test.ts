import { expect, it } from 'vitest';
import { Found } from '../../src/harness/index.js';
import { Answer } from '../../src/http/index.js';
import { expectTransferred } from './messages.js';

const answerOf = (message: string): Answer =>
  new Answer(
    { interface: 'handover', method: 'POST', url: 'http://127.0.0.1/handover' },
    200,
    [['Content-Type', 'application/json']],
    Buffer.from(JSON.stringify({ message })),
    1,
  );

const verdictOn = (message: string): string => {
  try {
    expectTransferred(answerOf(message));
    return 'success';
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    return error.finding.kind === 'deviates' ? (error.finding.atMost ?? 'failure') : error.finding.kind;
  }
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
