import {
  type Context,
  type Coverage,
  coverageOf,
  coveringArray,
  isAllowed,
  type PartialRow,
  type Row,
  randomFrom,
} from '../../../src/harness/index.js';
import { type Answer, BudgetSpent } from '../../../src/http/index.js';
import type { Known } from '../judge/known.js';
import type { Column } from '../oracle/column.js';
import { exportOf, type ProductsRequest, productsRequestOf, requestProducts } from '../request/products-request.js';
import { repeatedRoutes } from '../survey/filtered-route.js';
import { orderedByKnown } from '../survey/order-spelling.js';
import { semanticsOf } from '../survey/semantics.js';
import { nullSpellingOf, spellingOf } from '../survey/spelling.js';
import { surveyOf } from '../survey/survey.js';
import { baseConditions, type Conditions, together } from './conditions.js';
import { conditionsOf } from './conditions-of.js';
import { type Model, models } from './models.js';
import { type Material, requestFor } from './request-for.js';

/** What the rows brought together: requests without a mistake, and requests with one. */
export interface Asked {
  readonly questions: number;
  readonly pairs: Coverage;
  readonly triples: Coverage;
  readonly mistakes: Coverage;
}

/** Rows by which all pairs are brought together, and some to spare. */
const MANY = 150;

/** The same rows for the same data, whatever the seed of the run: what they find is found again. */
const SEED = 1;

/** What is known of the data and of the target's ways, learned once. */
export const knownOf = (context: Context): Promise<Known> =>
  context.facts.learn('export.known', async (inner) => {
    const survey = await surveyOf(inner);
    const [semantics, spelling, nullSpelling, orderSpelling] = [
      await semanticsOf(inner),
      await spellingOf(inner),
      await nullSpellingOf(inner),
      await orderedByKnown(inner),
    ];
    return { survey, semantics, spelling, nullSpelling, orderBy: (column: Column) => orderSpelling(column) };
  });

/**
 * Asks the rows of covering arrays over the models of a products request, at most as many as the check may spend: first
 * each condition alone against the simplest request, then every pair of conditions, each mistake on every route with
 * every Accept, each mistake beside every other condition, and triples of conditions as far as requests are left. What
 * other checks asked before are the first rows.
 */
export const askRows = (context: Context): Promise<Asked> =>
  context.facts.learn('export.interactions', async (inner) => {
    const known = await knownOf(inner);
    const { right, wrong, doors, lists } = models(exportOf(inner), known.survey, known.nullSpelling !== undefined);
    const random = randomFrom(SEED);
    const filtered = repeatedRoutes(known.survey, known.semantics);
    const material: Material = { context: inner, known, filtered, random };
    const asked = { right: [...rowsOf(inner.run.seen(), inner, right, known)], wrong: [] as PartialRow[] };
    const again = inner.budget.requests > 10 * AGAIN ? AGAIN : 0;
    let left = inner.budget.requests - again;
    let sent = 0;
    const askAll = async (
      rows: readonly Row[],
      model: Model,
      into: Row[] | PartialRow[],
      atOnce = 1,
    ): Promise<void> => {
      for (let start = 0; start < rows.length && left > 0; start += atOnce) {
        const made = rows.slice(start, start + Math.min(atOnce, left)).flatMap((row) => {
          const request = requestFor({ ...baseConditions, ...named(row, model) }, material);
          return request === undefined ? [] : [{ row, request }];
        });
        const answered = await Promise.all(made.map(({ request }) => isAsked(inner, request)));
        const rowsAsked = made.filter((_, at) => answered[at]).map(({ row }) => row);
        into.push(...rowsAsked);
        sent += rowsAsked.length;
        left = rowsAsked.length < made.length ? 0 : left - made.length;
      }
    };
    const cover = (model: Model, strength: 2 | 3, first: readonly PartialRow[]): readonly Row[] =>
      left === 0
        ? []
        : coveringArray(model.factors, { strength, allows: model.allows, first, most: left, random }).rows;

    const neighbours = oneAtATime(right);
    // With few requests, those rows that bring the most conditions together; with many, each condition alone at first.
    if (left < neighbours.length + MANY) await askAll(cover(right, 2, asked.right), right, asked.right);
    await askAll(neighbours, right, asked.right);
    await askAll(cover(doors, 3, []), doors, []);
    const windows: Row[] = [];
    const unfiltered = asked.right.map((row) => named(row, right)).filter(({ groups }) => groups === '0');
    const listed = unfiltered.map((conditions) => rowOf(conditions, lists));
    await askAll(cover(lists, 3, listed), lists, windows);
    asked.right.push(...windows.map((row) => rowOf({ ...baseConditions, ...named(row, lists) }, right)));
    await askAll(cover(right, 2, asked.right), right, asked.right);
    await askAll(cover(wrong, 2, []), wrong, asked.wrong);
    // The many rows of triples rest on nothing that was asked before: as many at once as the target takes.
    await askAll(cover(right, 3, asked.right), right, asked.right, inner.target.concurrency);
    await askAgain(inner, neighbours.slice(0, Math.floor((left + again) / 2)), right, material);
    return {
      questions: sent,
      pairs: coverageOf(right.factors, asked.right, { strength: 2, allows: right.allows }),
      triples: coverageOf(right.factors, asked.right, { strength: 3, allows: right.allows }),
      mistakes: coverageOf(wrong.factors, asked.wrong, { strength: 2, allows: wrong.allows }),
    };
  });

/** Requests that are kept for what was asked before: state shows in nothing else. */
const AGAIN = 16;

/** How many questions are asked at once, as far as the target's concurrency allows. */
const AT_ONCE = 8;

/**
 * State: the neighbours once more in the other order, and then at once. An answer that is another one's, kept or mixed up,
 * contradicts what was asked.
 */
async function askAgain(context: Context, rows: readonly Row[], model: Model, material: Material): Promise<void> {
  const requests = rows.flatMap((row) => requestFor({ ...baseConditions, ...named(row, model) }, material) ?? []);
  for (const request of requests.toReversed()) if (!(await isAsked(context, request, true))) return;
  await Promise.all(requests.slice(0, AT_ONCE).map((request) => isAsked(context, request, true)));
}

/** False where no request is left. A lost answer is that question's: the others are asked. */
async function isAsked(context: Context, request: ProductsRequest, fresh = false): Promise<boolean> {
  try {
    await requestProducts(context, request, { fresh });
    return true;
  } catch (error) {
    if (error instanceof BudgetSpent) return false;
    throw error;
  }
}

const named = (row: PartialRow, { factors }: Model): Conditions =>
  together(row.flatMap((value, at) => (value === undefined ? [] : (factors[at]?.stands[value] ?? []))));

/** The simplest request, and each that differs from it in one condition: neighbours, between which a cache shows. */
function oneAtATime({ factors, allows }: Model): readonly Row[] {
  const simple = factors.map(({ name, values }) => Math.max(0, values.indexOf(simplest(name))));
  const neighbours = factors.flatMap(({ values }, place) =>
    values.flatMap((_, value) => {
      const row = simple.map((level, index) => (index === place ? value : level));
      return value === simple[place] ? [] : [row];
    }),
  );
  return [simple, ...neighbours].filter((row) => isAllowed(row, allows));
}

const simplest = (name: string): string => Object.entries(baseConditions).find(([key]) => key === name)?.[1] ?? '';

/** What other checks asked without a mistake, as rows; a condition that is none of the model's is left out. */
function rowsOf(answers: readonly Answer[], context: Context, model: Model, { survey }: Known): readonly PartialRow[] {
  const target = exportOf(context);
  return answers.flatMap((answer) => {
    const request = productsRequestOf(answer);
    const conditions = request && conditionsOf(request, target, survey);
    if (conditions === undefined) return [];
    return [rowOf(conditions, model)];
  });
}

function rowOf(conditions: Conditions, { factors }: Model): PartialRow {
  const values = new Map<string, string>(Object.entries(conditions));
  return factors.map(({ name, values: among }) => {
    const value = among.indexOf(values.get(name) ?? '');
    return value < 0 ? undefined : value;
  });
}
