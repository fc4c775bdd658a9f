import { type Check, type Context, deviates, Found, skip } from '../../../src/harness/index.js';
import { BudgetSpent, keyOf, Lost } from '../../../src/http/index.js';
import { check } from '../check.js';
import type { ClauseId } from '../clauses.js';
import { judgeAnswer } from '../judge/any-answer.js';
import type { Known } from '../judge/known.js';
import { exportOf, productsRequestOf } from '../request/products-request.js';
import { fewestConditions, type Interaction, nameConditions } from './failing.js';
import { type Asked, askRows, knownOf } from './rows.js';

/** What is held against every answer of a run, whoever asked, clause by clause. */
const table: readonly (readonly [name: string, clause: ClauseId, title: string])[] = [
  ['combined', 'EXP-FILT-12', 'filters hold together with every other parameter'],
  ['token-missing', 'EXP-AUTH-1', 'no request without a token is let in, whatever else it asks'],
  ['token-format', 'EXP-AUTH-2', 'no malformed token is let in, whatever else is asked'],
  ['token-foreign', 'EXP-AUTH-3', "no token that is not the destination's is let in, whatever else is asked"],
  ['token-other', 'EXP-AUTH-4', "another destination's token opens nothing, whatever else is asked"],
  ['destination-missing', 'EXP-AUTH-6', 'no legacy request without a destination is let in, whatever else it asks'],
  ['destination-format', 'EXP-AUTH-7', 'no malformed destination is let in, whatever else is asked'],
  ['errors-plain', 'EXP-ERR-1', 'every plain error is an object with a string member error'],
  ['no-data', 'EXP-ERR-2', 'a destination without data says so, whatever else is asked'],
  ['errors-jsonapi', 'EXP-ERR-3', 'every error of the JSON:API format has its shape'],
  ['errors-titles', 'EXP-ERR-4', 'every error of the JSON:API format has its documented texts'],
  ['unknown-path', 'EXP-ERR-5', 'every 404 of an unknown route names the path, whatever else is asked'],
  ['unknown-route', 'EXP-ROUTE-8', 'a route that does not exist answers 404, whatever else is asked'],
  ['envelope', 'EXP-NEG-1', 'the envelope comes with every combination of parameters'],
  ['array', 'EXP-NEG-2', 'the array comes with every combination of parameters'],
  ['array-by-default', 'EXP-NEG-3', 'the array comes without Accept, whatever else is asked'],
  ['legacy-formats', 'EXP-NEG-5', 'the legacy routes negotiate with every combination of parameters'],
  ['meta-types', 'EXP-LIST-1', 'every envelope has its members and their types'],
  ['array-of-objects', 'EXP-LIST-3', 'every list of the legacy format is a bare array'],
  ['defaults', 'EXP-LIST-5', 'every list without limit and offset is the first 100 records'],
  ['window', 'EXP-LIST-6', 'limit and offset hold together with every other parameter'],
  ['total', 'EXP-LIST-7', 'every list says the same total'],
  ['repeatable', 'EXP-LIST-11', 'every question has one answer, whenever it is asked'],
  ['order', 'EXP-SORT-1', 'orderBy holds together with every other parameter'],
  ['groups', 'EXP-GROUP-1', 'groupBy holds together with every other parameter'],
  ['v2-list', 'EXP-ROUTE-1', 'the v2 route answers every list'],
  ['legacy-list', 'EXP-ROUTE-2', 'the legacy route gives the same list, whatever else is asked'],
  ['filtered-value', 'EXP-ROUTE-3', 'the legacy filtered route gives the records of its value, whatever else is asked'],
  [
    'filtered-values',
    'EXP-ROUTE-4',
    'the legacy filtered route gives the records of its values, whatever else is asked',
  ],
  ['filtered-parameters', 'EXP-ROUTE-5', 'the legacy filtered route honours its parameters together'],
  ['legacy-parameters', 'EXP-ROUTE-7', 'the legacy route honours its parameters together'],
  ['equality', 'EXP-FILT-1', '= and != hold in every answer'],
  ['comparison', 'EXP-FILT-2', '>, <, >= and <= hold in every answer'],
  ['like', 'EXP-FILT-3', 'LIKE and NOT LIKE hold in every answer'],
  ['ilike', 'EXP-FILT-5', 'ILIKE and NOT ILIKE hold in every answer'],
  ['in', 'EXP-FILT-6', 'IN and NOT IN hold in every answer, however long the list'],
  ['between', 'EXP-FILT-7', 'BETWEEN and NOT BETWEEN hold in every answer'],
  ['null', 'EXP-FILT-8', 'IS and IS NOT hold in every answer'],
  ['criteria', 'EXP-FILT-9', 'criteria are combined in every group, however many'],
  ['group-modes', 'EXP-FILT-10', 'groups are combined by mode, however many'],
  ['both-modes', 'EXP-FILT-11', 'both modes hold in every filter, however large'],
];

/** The most rows that a run asks where nothing limits it. */
const MOST = 416;
/** Rows asked before any clause alone is asked for again: they hold many clauses, and bring most pairs together. */
const EARLY = 24;

export const interactions: readonly Check[] = table.map(([name, clause, title]) =>
  check({
    id: `export.interaction.${name}`,
    clauses: [clause],
    title,
    requests: name === 'combined' ? { least: 0, most: MOST, early: EARLY } : 0,
    last: true,
    async run(context) {
      const asked = await unlessFound(askRows(context));
      const { judged, interactions } = await reviewOf(context);
      const found = interactions.find(({ violation }) => violation.clause === clause);
      if (found !== undefined)
        deviates(
          `${found.violation.expected}, for ${nameConditions(found.request)}`,
          `${found.violation.actual}${found.repeats ? '' : ', and the right answer when it is asked again'}`,
          found.answer,
        );
      const count = judged.get(clause) ?? 0;
      if (count === 0) skip('data', 'no answer of the run has to do with it');
      return `${count} answers of the run keep to it${asked === undefined ? '' : `; ${describe(asked)}`}`;
    },
  }),
);

const share = ({ covered, total }: Asked['pairs']): string => `${covered} of ${total}`;

const describe = ({ questions, pairs, triples, mistakes }: Asked): string =>
  `${questions} rows asked for this, which bring together ${share(pairs)} pairs and ${share(triples)} triples of conditions, and ${share(mistakes)} pairs with a mistake`;

/** Contradictions of one clause that are traced to their conditions, and of all clauses. */
const TRACED = { each: 2, all: 8 } as const;

interface Review {
  /** Answers that were held against each clause. */
  readonly judged: ReadonlyMap<ClauseId, number>;
  /** What contradicts a clause, in the fewest conditions. */
  readonly interactions: readonly Interaction[];
}

/** Every answer of the run, judged by what is known of the data now, once for all clauses. */
const reviewOf = (context: Context): Promise<Review> =>
  context.facts.learn('export.review', async (inner) => {
    const known = await knownOrNone(inner);
    const judged = new Map<ClauseId, number>();
    const traced = new Map<ClauseId, number>();
    const interactions: Interaction[] = [];
    const asked = new Set<string>();
    for (const answer of inner.run.seen()) {
      const request = productsRequestOf(answer);
      if (request === undefined) continue;
      const notes = new Set<ClauseId>();
      const violation = judgeAnswer(answer, request, exportOf(inner), known, (clause) => notes.add(clause));
      if (answer.ok && notes.size > 0) {
        const key = keyOf(answer.request);
        if (asked.has(key)) notes.add('EXP-LIST-11');
        asked.add(key);
      }
      for (const clause of notes) judged.set(clause, (judged.get(clause) ?? 0) + 1);
      if (violation === undefined) continue;
      const count = traced.get(violation.clause) ?? 0;
      if (count >= TRACED.each || interactions.length >= TRACED.all) continue;
      traced.set(violation.clause, count + 1);
      interactions.push(await fewestConditions(inner, request, answer, violation, known));
    }
    return { judged, interactions };
  });

/** Where the data cannot be surveyed, what does not rest on it is judged all the same. */
const knownOrNone = (context: Context): Promise<Known | undefined> => unlessFound(knownOf(context));

async function unlessFound<T>(learned: Promise<T>): Promise<T | undefined> {
  try {
    return await learned;
  } catch (error) {
    if (error instanceof Found || error instanceof Lost || error instanceof BudgetSpent) return undefined;
    throw error;
  }
}
