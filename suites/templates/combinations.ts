/**
 * Generated requests of the template suite: combinations of clients, tokens, schemes, paths and
 * invalid credentials.
 */

import { everyPair } from '../../src/harness/covering-array.js';
import {
  type Answer,
  askWithinBudget,
  type Context,
  type Generated,
} from '../../src/harness/index.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import {
  type CallQuestion,
  type Question,
  TEMPLATES_PATH,
} from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask, templatesOf } from './ask.js';
import type { Facts } from './facts.js';
import { forgedToken } from './forgeries.js';
import { accessToken } from './tokens.js';
import { withRawBasic } from './topic.js';
import type { ClauseId } from './topics.js';

const TOKEN_CLAUSES: readonly ClauseId[] = [
  'TOK-REQ-1',
  'TOK-REQ-2',
  'TOK-RES-1',
  'TOK-RES-2',
  'TOK-RES-4',
  'TOK-DISC-3',
];
const CALL_CLAUSES: readonly ClauseId[] = ['ETM-AUTH-1', 'ETM-AUTH-2', 'ETM-AUTH-4', 'ETM-AUTH-5'];

const SCHEMES = ['Bearer', 'bearer', 'BEARER'];
/** Each of these endings is appended to the path of the template list. */
const PATH_ENDINGS = ['', '?page=1&limit=100', '?organization=all', '/'];
/** No `Authorization`, `Bearer` without a token, a token that was never issued, altered tokens. */
const INVALID_CREDENTIALS = [
  'no header',
  'no token',
  'garbage',
  'tampered-end',
  'tampered-payload',
  'alg-none',
] as const;

/**
 * Requests tokens first, with the credentials in the form and in Basic. Then sends calls with valid
 * tokens and calls with invalid credentials. Forged tokens are made from the newest token, because
 * a server may have cached that token as valid.
 */
export const combinations: Generated<Question, Facts, ClauseId> = {
  most: 60,
  clauses: [...TOKEN_CLAUSES, ...CALL_CLAUSES],
  // Token requests also count for the clauses about calls, because the calls need their tokens.
  clausesTestedBy: ({ ask: kind }) =>
    kind === 'token' ? [...TOKEN_CLAUSES, ...CALL_CLAUSES] : CALL_CLAUSES,
  async ask(context, { raw }, _, isWanted) {
    await accessToken(context);
    const answers: Answer[] = [];
    const askAll = async (
      questions: readonly Question[],
      { fresh, atOnce = 1 }: { readonly fresh: boolean; readonly atOnce?: number },
    ): Promise<void> => {
      // The requests that already have a response are subtracted from the budget.
      const taken = context.budget.take(questions.filter(isWanted), { reserved: answers.length });
      const asked = await askWithinBudget(
        taken,
        (question) => ask(context, question, { fresh }),
        atOnce,
      );
      answers.push(...asked.flatMap((answer) => answer ?? []));
    };
    const questionOf = (client: 'first' | 'other', way: 'form' | 'basic'): TokenQuestion =>
      withRawBasic({ ask: 'token', client, way }, raw);
    const hasOther = templatesOf(context.target).otherClient !== undefined;
    const others = hasOther ? [questionOf('other', 'form'), questionOf('other', 'basic')] : [];
    await askAll([{ ...questionOf('first', 'form'), reversed: true }, ...others], {
      fresh: false,
    });
    await askAll([questionOf('first', 'basic'), questionOf('first', 'form')], {
      fresh: true,
      atOnce: 2,
    });
    const tokens = answers.flatMap((answer) => tokenIn(answer) ?? []);
    const newest = tokens.at(-1);
    if (newest !== undefined && templatesOf(context.target).baseUrl !== undefined) {
      await askAll(callsWith(tokens), { fresh: true });
      await askAll(await callsWithInvalid(context, newest), { fresh: false });
    }
    return `${answers.length} generated requests`;
  },
};

const withEnding = (ending: string): { readonly path?: string } =>
  ending === '' ? {} : { path: `${TEMPLATES_PATH}${ending}` };

/**
 * Each token is first sent in the documented form, the newest token first. Then each of the first
 * four tokens is sent with each scheme and with each path ending.
 */
function callsWith(tokens: readonly string[]): readonly CallQuestion[] {
  const { rows } = everyPair({ token: tokens.slice(0, 4), scheme: SCHEMES, ending: PATH_ENDINGS });
  return [
    ...tokens.toReversed().map((token) => ({ token, scheme: 'Bearer', ending: '' })),
    ...rows,
  ].map(({ token, scheme, ending }) => ({
    ask: 'templates',
    authorization: `${scheme} ${token}`,
    ...withEnding(ending),
  }));
}

/**
 * Each invalid credential is sent with each path ending and with each `Accept`. The last path
 * ending, `/`, is sent with the documented `Accept` only.
 */
async function callsWithInvalid(
  context: Context,
  newest: string,
): Promise<readonly CallQuestion[]> {
  const { rows } = everyPair({
    kind: INVALID_CREDENTIALS,
    ending: PATH_ENDINGS.slice(0, -1),
    // `undefined` is the documented value, and `null` leaves the header field out.
    accept: [undefined, 'text/html', '*/*', null],
  });
  const withSlash = INVALID_CREDENTIALS.map((kind) => ({ kind, ending: '/', accept: undefined }));
  const calls = [...rows, ...withSlash].map(
    async ({ kind, ending, accept }): Promise<CallQuestion> => {
      const call = { ask: 'templates', ...withEnding(ending), accept } as const;
      if (kind === 'no header') return call;
      const token = kind === 'no token' ? '' : ` ${await forgedToken(context, kind, newest)}`;
      return { ...call, authorization: `Bearer${token}` };
    },
  );
  return Promise.all(calls);
}
