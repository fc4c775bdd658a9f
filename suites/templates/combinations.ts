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
} from '../../src/harness/suite.js';
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

const TOKENS: readonly ClauseId[] = [
  'TOK-REQ-1',
  'TOK-REQ-2',
  'TOK-RES-1',
  'TOK-RES-2',
  'TOK-RES-4',
  'TOK-DISC-3',
];
const CALLS: readonly ClauseId[] = ['ETM-AUTH-1', 'ETM-AUTH-2', 'ETM-AUTH-4', 'ETM-AUTH-5'];

const SCHEMES = ['Bearer', 'bearer', 'BEARER'];
/** Each of these endings is appended to the path of the template list. */
const PATH_ENDINGS = ['', '?page=1&limit=100', '?organization=all', '/'];
/** No credentials, a token that was never issued, and altered tokens. */
const INVALID_CREDENTIALS = [
  'no header',
  'no token',
  'garbage',
  'tampered-end',
  'tampered-payload',
  'alg-none',
] as const;

/**
 * Both clients first send token requests by form and by Basic. Then follow calls with every pair of
 * token, scheme and path, and calls with every pair of invalid credential, path and Accept. Forged
 * tokens are made from the newest token, because a server may have cached it.
 */
export const combinations: Generated<Question, Facts, ClauseId> = {
  most: 60,
  clauses: [...TOKENS, ...CALLS],
  clausesTestedBy: ({ ask: about }) => (about === 'token' ? [...TOKENS, ...CALLS] : CALLS),
  async ask(context, { raw }, _, isWanted) {
    await accessToken(context);
    const answers: Answer[] = [];
    const askAll = async (
      questions: readonly Question[],
      fresh: boolean,
      atOnce = 1,
    ): Promise<void> => {
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
    await askAll([{ ...questionOf('first', 'form'), reversed: true }, ...others], false);
    await askAll([questionOf('first', 'basic'), questionOf('first', 'form')], true, 2);
    const tokens = answers.flatMap((answer) => tokenIn(answer) ?? []);
    const newest = tokens.at(-1);
    if (newest !== undefined && templatesOf(context.target).baseUrl !== undefined) {
      await askAll(callsWith(tokens), true);
      await askAll(await callsWithInvalid(context, newest), false);
    }
    return `${answers.length} generated requests`;
  },
};

const withEnding = (place: string): { readonly path?: string } =>
  place === '' ? {} : { path: `${TEMPLATES_PATH}${place}` };

/**
 * Each token is first sent in the documented form. Then follow all pairs of token, scheme and path.
 */
function callsWith(tokens: readonly string[]): readonly CallQuestion[] {
  const { rows } = everyPair({ token: tokens.slice(0, 4), scheme: SCHEMES, place: PATH_ENDINGS });
  return [
    ...tokens.toReversed().map((token) => ({ token, scheme: 'Bearer', place: '' })),
    ...rows,
  ].map(({ token, scheme, place }) => ({
    ask: 'templates',
    authorization: `${scheme} ${token}`,
    ...withEnding(place),
  }));
}

async function callsWithInvalid(
  context: Context,
  newest: string,
): Promise<readonly CallQuestion[]> {
  const { rows } = everyPair({
    kind: INVALID_CREDENTIALS,
    place: PATH_ENDINGS.slice(0, -1),
    accept: [undefined, 'text/html', '*/*', null],
  });
  const behindSlash = INVALID_CREDENTIALS.map((kind) => ({ kind, place: '/', accept: undefined }));
  const calls = [...rows, ...behindSlash].map(
    async ({ kind, place, accept }): Promise<CallQuestion> => {
      const call = { ask: 'templates', ...withEnding(place), accept } as const;
      if (kind === 'no header') return call;
      const token = kind === 'no token' ? '' : ` ${await forgedToken(context, kind, newest)}`;
      return { ...call, authorization: `Bearer${token}` };
    },
  );
  return Promise.all(calls);
}
