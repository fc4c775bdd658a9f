import { expect, it } from 'vitest';
import type { StepResult } from './step.js';
import { SharedToken } from './token.js';

const SPEC = { url: 'http://127.0.0.1:1/token', client: { id: 'a', secret: 'b' } };

/**
 * Lets users obtain a token at the same time. Each token request gets the next of these responses,
 * and afterwards the last one. Returns their tokens.
 */
function obtained(users: number, responses: readonly object[]): readonly (string | undefined)[] {
  const shared = new SharedToken(SPEC, () => 0);
  const tokens: (string | undefined)[] = Array.from({ length: users });
  const queue: (() => void)[] = [];
  let sent = 0;
  const answered = (): StepResult => {
    const json = responses[Math.min(sent, responses.length - 1)] ?? {};
    sent += 1;
    const status = 'access_token' in json ? 200 : 500;
    const body = Buffer.from(JSON.stringify(json));
    return { kind: 'answered', answer: { status, headers: [], body, size: body.length } };
  };
  const run = (user: number): void => {
    const steps = shared.get();
    const after = (result: StepResult) => () => take(steps.next(result));
    const take = ({ done, value }: ReturnType<typeof steps.next>): void => {
      if (done) tokens[user] = value;
      else if ('until' in value) value.until(() => queue.push(after({ kind: 'resumed' })));
      else queue.push(after('message' in value ? answered() : { kind: 'resumed' }));
    };
    take(steps.next());
  };
  for (let user = 0; user < users; user += 1) run(user);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) next();
  return tokens;
}

const issued = (token: string, seconds: number) => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: seconds,
});

it('requests one token for all users', () => {
  expect(new Set(obtained(10, [issued('one', 300), issued('two', 300)]))).toEqual(new Set(['one']));
});

it('gives each user a token if tokens expire at once', () => {
  expect(obtained(10, [issued('one', 0)])).toEqual(Array.from({ length: 10 }, () => 'one'));
});

it('requests a token again for the other users if a request fails', () => {
  expect(obtained(3, [{}, issued('one', 300)])).toEqual([undefined, 'one', 'one']);
});

it('gives up after three requests that failed', () => {
  expect(obtained(6, [{}])).toEqual(Array.from({ length: 6 }));
});
