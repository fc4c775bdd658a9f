import { type Check, type Context, coveringArray, deviates, randomFrom, skip } from '../../src/harness/index.js';
import { type Answer, BudgetSpent } from '../../src/http/index.js';
import { askHandover, handoverOf, nobodies } from './ask.js';
import { check } from './check.js';
import { invalidCredentials } from './invalid-credentials.js';
import { speaksOfTransfer } from './messages.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Bodies that can move nothing: they name nobody, or no users at all. */
const BODIES: Readonly<Record<string, () => string>> = {
  'two users that nobody has': nobodies,
  'an empty object': () => '{}',
  'malformed JSON': () => '{"from":',
  'users that are no UUID': () => '{"from":"a","to":"b"}',
  'the same user twice': () => JSON.stringify({ from: NOBODY, to: NOBODY }),
  'an empty body': () => '',
  'an array': () => '[]',
  'more members': () => JSON.stringify({ ...JSON.parse(nobodies()), force: true }),
};
const TYPES: Readonly<Record<string, string | null>> = {
  'application/json': 'application/json',
  'application/json; charset=utf-8': 'application/json; charset=utf-8',
  'text/plain': 'text/plain',
  'a form': 'application/x-www-form-urlencoded',
  'no media type': null,
};
const ACCEPTS = ['application/json', 'text/html', null];
const NONE = 'no authorization';

/** The most requests of the rows where nothing limits a run. */
const MOST = 120;

/** Asks every pair of authorization, body, media type and Accept, as far as the budget allows. */
const askRows = (context: Context): Promise<number> =>
  context.facts.learn('handover.interactions', async (inner) => {
    const credentials = new Map<string, string | undefined>([[NONE, undefined], ...invalidCredentials(inner)]);
    const [bodies, types] = [Object.keys(BODIES), Object.keys(TYPES)];
    const { rows: all } = coveringArray(
      [
        { name: 'authorization', values: [...credentials.keys()] },
        { name: 'body', values: bodies },
        { name: 'media type', values: types },
        { name: 'accept', values: ACCEPTS.map(String) },
      ],
      { strength: 2, allows: () => true, most: Number.POSITIVE_INFINITY, random: randomFrom(1) },
    );
    const rows = inner.budget.take(all);
    for (const [who = 0, what = 0, how = 0, accepts = 0] of rows) {
      const authorization = [...credentials.values()][who];
      const body = BODIES[bodies[what] ?? '']?.() ?? nobodies();
      try {
        const contentType = TYPES[types[how] ?? ''] ?? null;
        await askHandover(inner, { authorization, body, contentType, accept: ACCEPTS[accepts] ?? null });
      } catch (error) {
        if (error instanceof BudgetSpent) break;
        throw error;
      }
    }
    return rows.length;
  });

const sentOf = ({ request }: Answer, name: string): string | undefined =>
  request.headers?.find(([header]) => header.toLowerCase() === name)?.[1];

/** What an answer was asked with, in words. */
const named = (answer: Answer): string =>
  `${answer.request.method ?? 'GET'} ${sentOf(answer, 'authorization') === undefined ? 'without authorization' : 'with invalid credentials'}, ${sentOf(answer, 'content-type') ?? 'no media type'}, body ${(answer.request.body ?? '').slice(0, 30) || 'empty'}`;

/** No answer of the run to those who may not hand over says that something was transferred, whatever else was sent. */
export const interactions: readonly Check[] = (
  [
    ['without-authorization', 'HND-AUTH-1', 'without authorization nothing is transferred, whatever is sent', true],
    ['invalid', 'HND-AUTH-2', 'with invalid credentials nothing is transferred, whatever is sent', false],
  ] as const
).map(([name, clause, title, anonymous]) =>
  check({
    id: `handover.interaction.${name}`,
    clauses: [clause],
    title,
    requests: { least: 0, most: MOST },
    together: 'handover.interaction',
    last: true,
    async run(context) {
      const rows = await askRows(context);
      const { baseUrl, token } = handoverOf(context);
      const mine = context.run
        .seen()
        .filter((answer) => answer.request.url === `${baseUrl}/handover`)
        .filter((answer) => {
          const authorization = sentOf(answer, 'authorization');
          return anonymous
            ? authorization === undefined
            : authorization !== undefined && authorization !== `Bearer ${token}`;
        });
      const moved = mine.filter(speaksOfTransfer);
      const [first] = moved;
      if (first !== undefined) {
        const others = moved.length > 1 ? `; likewise in ${moved.length - 1} more answers` : '';
        deviates(
          `nothing transferred for ${named(first)}`,
          `${first.status} ${first.text.slice(0, 120)}${others}`,
          first,
        );
      }
      if (mine.length === 0) skip('budget', 'no request was made');
      return `${mine.length} answers of the run move nothing; ${rows} rows asked for this`;
    },
  }),
);
