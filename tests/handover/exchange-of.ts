import { Answer } from '../../src/http/answer.js';
import { type Question, write } from '../../src/protocol/handover/question.js';
import type { HandoverTarget } from '../../src/settings/target.js';
import { ANONYMOUS, type Exchange } from '../../suites/handover/exchange.js';

export const settings: HandoverTarget = {
  baseUrl: 'http://handover.test',
  token: 'valid-token',
  from: 'giver',
  to: 'receiver',
};

interface Received {
  readonly status?: number;
  readonly type?: string;
}

/** A request of two unknown users and its response, whose body is a message or any other JSON. */
export function exchangeOf(
  question: Partial<Question>,
  body: unknown,
  { status = 401, type = 'application/json' }: Received = {},
): Exchange {
  const asked = { ...ANONYMOUS, ...question };
  const json = typeof body === 'string' ? { message: body } : body;
  const request = write(asked, settings);
  const text = Buffer.from(JSON.stringify(json));
  const answer = new Answer(
    request,
    { status, headers: [['Content-Type', type]], body: text },
    { exchange: 1 },
  );
  return { question: asked, answer, settings };
}

export const REFUSAL = 'You have to be authorized to access this resource.';
export const TRANSFERRED = 'All resources have been transferred to the new user.';
