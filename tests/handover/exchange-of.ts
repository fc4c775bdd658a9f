import { Answer } from '../../src/http/answer.js';
import type { Header } from '../../src/http/request.js';
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
  /** Header fields in addition to Content-Type. */
  readonly headers?: readonly Header[];
}

/**
 * A request of two unknown users and its response, whose body is a message or any other JSON. The
 * exchanges follow each other in the order of their numbers.
 */
export function exchangeOf(
  question: Partial<Question>,
  body: unknown,
  { status = 401, type = 'application/json', headers = [] }: Received = {},
  number = 1,
): Exchange {
  const asked = { ...ANONYMOUS, ...question };
  const json = typeof body === 'string' ? { message: body } : body;
  const request = write(asked, settings);
  const text = Buffer.from(JSON.stringify(json));
  const answer = new Answer(
    request,
    { status, headers: [['Content-Type', type], ...headers], body: text },
    { exchange: number, sentAt: 10 * number, receivedAt: 10 * number + 5 },
  );
  return { question: asked, answer, settings };
}

export const REFUSAL = 'You have to be authorized to access this resource.';
export const TRANSFERRED = 'All resources have been transferred to the new user.';
