import { coveringArray } from '../../src/harness/covering-array.js';
import { type Context, type Generated, isPaid } from '../../src/harness/suite.js';
import type { Answer } from '../../src/http/answer.js';
import { tokenIn } from '../../src/protocol/templates/answer.js';
import type { CallQuestion, Question } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { randomFrom } from '../../src/random.js';
import { ask, templatesOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import type { Facts } from './facts.js';
import { forgedToken } from './forgeries.js';
import { accessToken, asTaken } from './tokens.js';

const TOKENS: readonly ClauseId[] = ['TOK-REQ-1', 'TOK-REQ-2', 'TOK-RES-1', 'TOK-RES-2', 'TOK-RES-4', 'TOK-DISC-3'];
const CALLS: readonly ClauseId[] = ['ETM-AUTH-1', 'ETM-AUTH-2', 'ETM-AUTH-4', 'ETM-AUTH-5'];

const SCHEMES = ['Bearer', 'bearer', 'BEARER'];
/** What may stand behind the path. */
const PLACES = ['', '?page=1&limit=100', '?organization=all', '/'];
const ACCEPTS = ['application/json', 'text/html', '*/*', null];
/** What opens nothing: no header, no token, none that was issued, and tokens that were changed. */
const WITHOUT_RIGHT = ['no header', 'no token', 'garbage', 'tampered-end', 'tampered-payload', 'alg-none'];

/**
 * Tokens of both clients in both ways, the last two asked for at once, and calls with each: every pair of token, scheme and place. Then every pair of what
 * gives no right, place and Accept, forged from the token that was issued last, which a server knows best.
 */
export const generated: Generated<Question, Facts, ClauseId> = {
  most: 60,
  clauses: [...TOKENS, ...CALLS],
  bearsOn: ({ ask: about }) => (about === 'token' ? [...TOKENS, ...CALLS] : CALLS),
  async ask(context, { raw }, _, isWanted) {
    await accessToken(context);
    const answers: Answer[] = [];
    const askAll = async (questions: readonly Question[], fresh: boolean, atOnce = 1): Promise<void> => {
      const taken = context.budget.take(questions.filter(isWanted), { besides: answers.length });
      for (let at = 0; at < taken.length; at += atOnce) {
        const asked = taken.slice(at, at + atOnce).map((question) => ask(context, question, { fresh }));
        if (!(await isPaid(Promise.all(asked).then((some) => answers.push(...some))))) return;
      }
    };
    const of = (client: 'first' | 'other', way: 'form' | 'basic'): TokenQuestion =>
      asTaken({ ask: 'token', client, way }, raw);
    const hasOther = templatesOf(context.target).otherClient !== undefined;
    const others = hasOther ? [of('other', 'form'), of('other', 'basic')] : [];
    await askAll([{ ...of('first', 'form'), reversed: true }, ...others], false);
    await askAll([of('first', 'basic'), of('first', 'form')], true, 2);
    const tokens = answers.flatMap((answer) => tokenIn(answer) ?? []);
    const newest = tokens.at(-1);
    if (newest !== undefined && templatesOf(context.target).baseUrl !== undefined) {
      await askAll(callsWith(tokens), true);
      await askAll(await callsWithoutRight(context, newest), false);
    }
    return `${answers.length} generated requests`;
  },
};

const all = { strength: 2, allows: () => true, most: Number.POSITIVE_INFINITY } as const;
const pathOf = (place: number): { readonly path?: string } =>
  PLACES[place] ? { path: `/V1/export-templates${PLACES[place]}` } : {};

/** Every pair of token, scheme and place, after each token as the document sends it. */
function callsWith(tokens: readonly string[]): readonly CallQuestion[] {
  const few = tokens.slice(0, 4);
  const { rows } = coveringArray(
    [
      { name: 'token', values: few },
      { name: 'scheme', values: SCHEMES },
      { name: 'place', values: PLACES },
    ],
    { ...all, random: randomFrom(1) },
  );
  return [
    ...tokens.toReversed().map((token): CallQuestion => ({ ask: 'templates', authorization: `Bearer ${token}` })),
    ...rows.map(
      ([token = 0, scheme = 0, place = 0]): CallQuestion => ({
        ask: 'templates',
        authorization: `${SCHEMES[scheme]} ${few[token]}`,
        ...pathOf(place),
      }),
    ),
  ];
}

async function callsWithoutRight(context: Context, newest: string): Promise<readonly CallQuestion[]> {
  const { rows } = coveringArray(
    [
      { name: 'authorization', values: WITHOUT_RIGHT },
      { name: 'place', values: PLACES.slice(0, -1) },
      { name: 'accept', values: ACCEPTS.map(String) },
    ],
    { ...all, random: randomFrom(1) },
  );
  const behindSlash = WITHOUT_RIGHT.map((_, authorization) => [authorization, PLACES.indexOf('/'), 0]);
  const calls: CallQuestion[] = [];
  for (const [authorization = 0, place = 0, accept = 0] of [...rows, ...behindSlash]) {
    const kind = WITHOUT_RIGHT[authorization] ?? 'no header';
    const sent =
      kind === 'no token' ? 'Bearer' : `Bearer ${kind === 'no header' ? '' : await forgedToken(context, kind, newest)}`;
    calls.push({
      ask: 'templates',
      ...(kind === 'no header' ? {} : { authorization: sent }),
      ...pathOf(place),
      ...(accept === 0 ? {} : { accept: ACCEPTS[accept] ?? null }),
    });
  }
  return calls;
}
