import { type Context, coveringArray, randomFrom } from '../../../src/harness/index.js';
import { type Answer, BudgetSpent } from '../../../src/http/index.js';
import { clientOf, type NamedClient, otherClientOf, templatesOf } from '../endpoint.js';
import { forgedToken } from '../forgeries.js';
import { accessToken, type Issued, isAlive, tokenIn, tokenOf, type Way } from '../issued-tokens.js';
import { askTemplates } from '../templates.js';

/** A token that was asked for in a way of its own. */
interface Obtained {
  readonly owner: 'first' | 'other';
  readonly way: 'form' | 'basic';
  readonly issued: Issued;
}

/** A call with one of them, while it had time left. */
export interface Call {
  readonly by: Obtained;
  readonly scheme: string;
  readonly place: string;
  readonly answer: Answer;
}

export interface Asked {
  readonly obtained: readonly Obtained[];
  readonly calls: readonly Call[];
}

const SCHEMES = ['Bearer', 'bearer', 'BEARER'];
/** What may stand behind the path. */
const QUERIES = ['', '?page=1&limit=100', '?organization=all'];
const PLACES = [...QUERIES, '/'];

/** All rows are made, and those asked that there is room for. */
const EVERY = Number.POSITIVE_INFINITY;

const ACCEPTS = ['application/json', 'text/html', '*/*', null];
/** What opens nothing: no header, no token, none that was issued, and tokens that were changed. */
const WITHOUT_RIGHT = ['no header', 'no token', 'garbage', 'tampered-end', 'tampered-payload', 'alg-none'];

/** Each of them with every place, and with every Accept where a target must know the path; forged from the token that was issued last, which a server knows best. */
async function askWithoutRight(
  context: Context,
  newest: string | undefined,
  spend: (ask: () => Promise<Answer>) => Promise<Answer | undefined>,
): Promise<void> {
  const { rows } = coveringArray(
    [
      { name: 'authorization', values: WITHOUT_RIGHT },
      { name: 'place', values: QUERIES },
      { name: 'accept', values: ACCEPTS.map(String) },
    ],
    { strength: 2, allows: () => true, most: EVERY, random: randomFrom(1) },
  );
  const behindSlash = WITHOUT_RIGHT.map((_, authorization) => [authorization, PLACES.indexOf('/'), 0]);
  for (const [authorization = 0, place = 0, accept = 0] of [...rows, ...behindSlash]) {
    const kind = WITHOUT_RIGHT[authorization] ?? 'no header';
    await spend(async () => {
      const sent =
        kind === 'no header'
          ? undefined
          : kind === 'no token'
            ? 'Bearer'
            : `Bearer ${await forgedToken(context, kind, newest)}`;
      return askTemplates(context, sent, PLACES[place], { accept: ACCEPTS[accept] ?? null });
    });
  }
}

type Spend = <T>(ask: () => Promise<T>) => Promise<T | undefined>;

/** Asks for tokens of both clients in both ways, and calls with each: every pair of token, scheme and place. */
async function obtainAndCall(context: Context, spend: Spend): Promise<Asked> {
  const obtained: Obtained[] = [];
  const calls: Call[] = [];
  const obtain = async (client: NamedClient | undefined, way: Way): Promise<readonly Obtained[]> => {
    const issued = client && (await spend(() => tokenOf(context, client, way)));
    const owner = client?.variable === 'ETM_CLIENT' ? 'first' : 'other';
    return issued === undefined ? [] : [{ owner, way: way === 'basic' ? 'basic' : 'form', issued }];
  };
  const [first, other] = [clientOf(context), otherClientOf(context)];
  for (const [client, way] of [
    [first, 'form in another order'],
    [other, 'form'],
    [first, 'basic'],
  ] as const)
    obtained.push(...(await obtain(client, way)));
  // The last two at once.
  const last = await Promise.all([obtain(other, 'basic'), obtain(first, 'form')]);
  obtained.push(...last.flat());
  if (templatesOf(context).baseUrl === undefined) return { obtained, calls };
  const usable = obtained.filter(({ issued }) => tokenIn(issued.answer) !== undefined);
  const call = async (by: Obtained, scheme: string, place: string): Promise<void> => {
    const token = tokenIn(by.issued.answer);
    const answer = await spend(() => askTemplates(context, `${scheme} ${token}`, place, { fresh: true }));
    if (answer !== undefined && isAlive(by.issued, context.run.clock.now())) calls.push({ by, scheme, place, answer });
  };
  for (const by of usable.toReversed()) await call(by, 'Bearer', '');
  const { rows } = coveringArray(
    [
      { name: 'token', values: usable.slice(0, 4).map((_, at) => String(at)) },
      { name: 'scheme', values: SCHEMES },
      { name: 'place', values: PLACES },
    ],
    { strength: 2, allows: () => true, most: EVERY, random: randomFrom(1) },
  );
  for (const [token = 0, scheme = 0, place = 0] of rows) {
    const by = usable[token];
    if (by !== undefined) await call(by, SCHEMES[scheme] ?? 'Bearer', PLACES[place] ?? '');
  }
  return { obtained, calls };
}

/** Refused, although what it asks is plain and its token has time left. */
const isRefused = ({ scheme, place, answer }: Call): boolean =>
  scheme === 'Bearer' && place === '' && answer.status === 401;

/** The calls without those that are refused only once: a deploy may forget what was issued. */
async function confirmed(context: Context, calls: readonly Call[]): Promise<readonly Call[]> {
  if (!calls.some(isRefused)) return calls;
  const again = await obtainAndCall(context, unlessSpent);
  const isAlike = (one: Call, other: Call): boolean => one.by.owner === other.by.owner && one.by.way === other.by.way;
  return calls.filter(
    (call) => !isRefused(call) || again.calls.some((other) => isRefused(other) && isAlike(call, other)),
  );
}

const unlessSpent: Spend = async (ask) => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
};

/**
 * The rows of tokens and calls, and the same without a token. The first token is called with last, when two others have
 * been issued to its client.
 */
export const askRows = (context: Context): Promise<Asked> =>
  context.facts.learn('templates.interactions', async (inner) => {
    await accessToken(inner);
    let spent = 0;
    const spend: Spend = async (ask) => {
      if (inner.budget.take([ask], { besides: spent }).length === 0) return undefined;
      spent += 1;
      return unlessSpent(ask);
    };
    const { obtained, calls } = await obtainAndCall(inner, spend);
    const newest = obtained.findLast(({ issued }) => tokenIn(issued.answer) !== undefined);
    if (templatesOf(inner).baseUrl !== undefined)
      await askWithoutRight(inner, newest && tokenIn(newest.issued.answer), spend);
    return { obtained, calls: await confirmed(inner, calls) };
  });
