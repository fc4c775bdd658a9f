import { deviates, skip, warns } from '../../src/harness/index.js';
import { unfinished } from './ending.js';
import { answersOf, bearerOf, mostAtOnce, type Recording, templateCalls, tokenRequests } from './recording.js';
import { needCalls, type Scenario } from './scenario.js';
import { expectTokenForms, expectTokenRequests } from './token-requests.js';

const AT_ONCE = 8;

/** How a client obtains its token, keeps it, and shows it. */
export const tokenUse: readonly Scenario[] = [
  {
    id: 'clients.token.reuse',
    clauses: ['CLI-TOK-1'],
    title: 'Five calls in a row cost one token request',
    task: 'list-templates 5',
    script: {},
    judge(recording) {
      const witness = oneToken(recording);
      needCalls(recording, 5);
      return witness;
    },
  },
  {
    id: 'clients.token.at-once',
    clauses: ['CLI-TOK-1'],
    title: 'Calls that start at once share one token request',
    task: `list-templates-at-once ${AT_ONCE}`,
    script: { tokens: { delayMs: 150 }, templates: { delayMs: 100 } },
    judge(recording) {
      const witness = oneToken(recording);
      needCalls(recording, AT_ONCE);
      return `${witness}, up to ${togetherIn(recording)} at once`;
    },
  },
  {
    id: 'clients.token.forbidden',
    clauses: ['CLI-TOK-1'],
    title: 'A 403 is no reason for a new token',
    task: 'list-templates 3',
    script: { templates: { forbids: [2] } },
    hopeless: true,
    judge(recording) {
      const calls = templateCalls(recording);
      const forbidden = calls.findIndex(({ answer }) => answer.status === 403);
      if (forbidden < 0) return unfinished('two calls of the template list', `${calls.length}`, recording, calls);
      const asked = tokenRequests(recording);
      // What a 403 of this API means is not in the document: no more than a warning.
      if (asked.length > 1)
        warns('one token request, for only a 401 ends a token', `${asked.length}`, ...answersOf(asked));
      return `a call was answered 403, and ${calls.length} calls cost one token request`;
    },
  },
  {
    id: 'clients.token.request',
    clauses: ['CLI-TOK-2'],
    title: 'The token request is a form with the client-credentials grant and without a scope',
    task: 'list-templates 1',
    script: {},
    judge: (recording) => expectTokenRequests(recording),
    everywhere: expectTokenForms,
  },
  {
    id: 'clients.token.request-encoded',
    clauses: ['CLI-TOK-2'],
    title: 'A secret with reserved characters arrives whole in the token request',
    task: 'list-templates 1',
    script: { tokens: { reservedSecret: true } },
    judge(recording) {
      const witness = expectTokenRequests(recording);
      const asked = tokenRequests(recording);
      if (!asked.some(({ answer }) => answer.ok))
        deviates(
          'the secret form-encoded in the body, or whole in Basic',
          'another one: the token endpoint refused it',
          ...answersOf(asked),
        );
      needCalls(recording, 1);
      return `${witness}, the secret read as it was given`;
    },
  },
  {
    id: 'clients.token.bearer',
    clauses: ['CLI-TOK-7'],
    title: 'Every call carries its bearer token',
    task: 'list-templates 2',
    script: {},
    judge(recording) {
      expectBearer(recording);
      needCalls(recording, 2);
      return `${templateCalls(recording).length} calls with a bearer token`;
    },
    everywhere: expectBearer,
  },
];

/** Every call of the template API carries a token of the token endpoint as the document writes it. */
function expectBearer(recording: Recording): void {
  for (const call of templateCalls(recording)) {
    const token = bearerOf(call);
    if (recording.tokens.some(({ value }) => value === token)) continue;
    const value = call.header('authorization');
    const shown =
      value === undefined
        ? 'no Authorization header'
        : token === undefined
          ? `Authorization: ${value}`
          : 'Bearer with a token that was not issued to this client';
    deviates('Authorization: Bearer with a token of the token endpoint', shown, call.answer);
  }
}

function oneToken(recording: Recording): string {
  const asked = tokenRequests(recording);
  const calls = templateCalls(recording);
  if (asked.length > 1) deviates(`one token request for ${calls.length} calls`, `${asked.length}`, ...answersOf(asked));
  return `${calls.length} calls with one token request`;
}

/** How many calls were under way at once. A client that makes them one after the other has nothing to share: a skip. */
function togetherIn(recording: Recording): number {
  const together = mostAtOnce(templateCalls(recording));
  if (together < 2) skip('configuration', 'the client makes its calls one after the other, so that they share nothing');
  return together;
}
