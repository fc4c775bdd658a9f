/**
 * Generates products requests from the rows of covering arrays. A row combines conditions of a
 * request, such as its route, format and filters. A covering array is a small set of rows that
 * contains every possible pair (or triple) of conditions.
 */

import { askWithinBudget } from '../../../src/harness/ask-within-budget.js';
import type { Context } from '../../../src/harness/context.js';
import type { Generated } from '../../../src/harness/rulebook.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { randomFrom } from '../../../src/random.js';
import type { Asked, Part } from '../model/comparison.js';
import type { Known } from '../model/data.js';
import { askedOf } from '../model/expected-response.js';
import { exportOf } from '../model/export-target.js';
import { mistakesIn } from '../model/mistakes.js';
import { withTypedValues } from '../model/typed.js';
import { repeatedRoutes } from '../questions/routes.js';
import { requestProducts } from '../survey/ask.js';
import type { ExportTopics, PartsRule } from '../topic.js';
import { type ClauseId, topics } from '../topics.js';
import {
  baseConditions,
  type Conditions,
  conditionsOf,
  models,
  type SentConditions,
} from './conditions.js';
import { type Material, requestFor } from './request-for.js';

/** About this many rows cover all pairs of conditions. */
const ROWS_FOR_PAIRS = 150;

/** The share of a small budget for requests with a mistake. */
const MISTAKE_SHARE_OF_SMALL_BUDGET = 1 / 12;

/**
 * This number of requests is reserved to repeat earlier requests, first in reverse order, then
 * concurrently. Only repetitions detect state that requests share.
 */
const REPEATED = 16;

const MAX_CONCURRENT_REPETITIONS = 8;

/** A page of more bytes counts as large. */
const LARGE_PAGE_BYTES = 1024 * 1024;

/** The seed is fixed, so that rows are chosen in the same way in each run. */
const SEED = 1;

const ERRORS: readonly ClauseId[] = [
  'EXP-AUTH-1',
  'EXP-AUTH-2',
  'EXP-AUTH-3',
  'EXP-AUTH-4',
  'EXP-AUTH-6',
  'EXP-AUTH-7',
  'EXP-ERR-1',
  'EXP-ERR-2',
  'EXP-ERR-3',
  'EXP-ERR-4',
  'EXP-ERR-5',
  'EXP-ROUTE-8',
];

const EVERY_LIST: readonly ClauseId[] = [
  'EXP-ROUTE-1',
  'EXP-NEG-1',
  'EXP-NEG-2',
  'EXP-NEG-3',
  'EXP-NEG-5',
  'EXP-LIST-1',
  'EXP-LIST-3',
  'EXP-LIST-11',
];

const LISTS: readonly ClauseId[] = [
  ...EVERY_LIST,
  'EXP-ROUTE-2',
  'EXP-ROUTE-3',
  'EXP-ROUTE-4',
  'EXP-ROUTE-5',
  'EXP-ROUTE-7',
  'EXP-LIST-5',
  'EXP-LIST-6',
  'EXP-LIST-7',
  'EXP-SORT-1',
  'EXP-GROUP-1',
  'EXP-FILT-1',
  'EXP-FILT-2',
  'EXP-FILT-3',
  'EXP-FILT-5',
  'EXP-FILT-6',
  'EXP-FILT-7',
  'EXP-FILT-8',
  'EXP-FILT-9',
  'EXP-FILT-10',
  'EXP-FILT-11',
  'EXP-FILT-12',
];

/** The parts of a list response that clauses may be about. */
const PARTS_OF_LISTS: readonly Part[] = ['window', 'records', 'total', 'order', 'groups'];

/** The clauses whose rules compare one of the parts for such a request. */
const clausesAbout = (asked: Asked, parts: readonly Part[]): readonly ClauseId[] =>
  (Object.entries(topics) as [ClauseId, ExportTopics[string]][]).flatMap(([id, { rule }]) => {
    const about = (rule as Partial<PartsRule> | undefined)?.parts ?? {};
    return parts.some((part) => about[part]?.(asked)) ? [id] : [];
  });

type GeneratedProducts = Generated<ProductsQuestion, Known | undefined, ClauseId>;

/** Sends generated requests until the budget is used up, and counts them. */
class Generation {
  /** How many new rows may still be sent, one request for each. */
  left: number;
  sent = 0;
  readonly random = randomFrom(SEED);
  readonly #material: Material;
  readonly #isWanted: (question: ProductsQuestion) => boolean;

  constructor(material: Material, isWanted: (question: ProductsQuestion) => boolean) {
    this.#material = material;
    this.#isWanted = isWanted;
    this.left = material.context.budget.requests - reservedOf(material.context);
  }

  /** Leaves out a row if the data has no values for it, or if its request is not wanted. */
  requestsOf(rows: readonly Conditions[]) {
    return rows.flatMap((row) => {
      const request = requestFor({ ...baseConditions, ...row }, this.#material);
      return request === undefined || !this.#isWanted(request) ? [] : [{ row, request }];
    });
  }

  /** Sends requests within the budget. Adds to `into` the rows whose requests were sent. */
  async ask(rows: readonly Conditions[], into: SentConditions[], atOnce = 1): Promise<void> {
    const made = this.left === 0 ? [] : this.requestsOf(rows).slice(0, this.left);
    const { context } = this.#material;
    const answers = await askWithinBudget(
      made,
      ({ request }) => requestProducts(context, request),
      atOnce,
    );
    into.push(...made.slice(0, answers.length).map(({ row }) => row));
    this.sent += answers.length;
    // Fewer results mean that the request budget of the check is used up.
    this.left = answers.length < made.length ? 0 : this.left - made.length;
  }

  /**
   * Rows that contain the pairs or triples of conditions that the rows `first`, which were sent, do
   * not contain.
   */
  cover(
    model: Model,
    strength: 2 | 3,
    first: readonly SentConditions[],
    most = this.left,
  ): readonly Conditions[] {
    return most === 0 ? [] : model.rows({ strength, first, most, random: this.random });
  }
}

/** A small budget reserves no requests for repetitions. */
const reservedOf = ({ budget }: Context): number =>
  budget.requests > 10 * REPEATED ? REPEATED : 0;

/**
 * Sends the generated requests. Returns a sentence about the coverage. `seen` are the questions
 * that checks have already sent, and `isWanted` selects the questions that may be sent.
 */
const askRows: GeneratedProducts['ask'] = async (context, known, seen, isWanted) => {
  // Large pages are not kept in memory, so later responses cannot be compared with them.
  const isLarge = (known?.whole.pages[0]?.page.answer.size ?? 0) > LARGE_PAGE_BYTES;
  if (known === undefined || isLarge) return 'no requests were generated';
  const target = exportOf(context);
  const { right, wrong, refusals, lists } = models(
    target,
    known.survey,
    known.nullSpelling !== undefined,
  );
  const filtered = repeatedRoutes(known.survey, known.comparisonRules);
  const material: Material = { context, known, filtered, random: randomFrom(SEED) };
  const generation = new Generation(material, isWanted);
  const askedRight: SentConditions[] = seen.flatMap(
    (question) => conditionsOf(withTypedValues(question, known), target, known) ?? [],
  );
  const askedWrong: SentConditions[] = [];
  const neighbours = oneAtATime(right);
  // With a small budget, rows with the most new combinations are sent first. With a large budget,
  // each condition is first tried alone.
  if (generation.left < neighbours.length + ROWS_FOR_PAIRS) {
    const most = Math.floor(generation.left * MISTAKE_SHARE_OF_SMALL_BUDGET);
    await generation.ask(generation.cover(wrong, 2, [], most), askedWrong);
    await generation.ask(generation.cover(right, 2, askedRight), askedRight);
  }
  await generation.ask(neighbours, askedRight);
  await generation.ask(generation.cover(refusals, 3, []), []);
  const windows: SentConditions[] = [];
  const unfiltered = askedRight.filter(({ groups }) => groups === '0');
  await generation.ask(generation.cover(lists, 3, unfiltered), windows);
  askedRight.push(...windows.map((row) => ({ ...baseConditions, ...row })));
  await generation.ask(generation.cover(right, 2, askedRight), askedRight);
  await generation.ask(generation.cover(wrong, 2, []), askedWrong);
  // These rows do not depend on earlier responses, so several are sent concurrently.
  await generation.ask(
    generation.cover(right, 3, askedRight),
    askedRight,
    context.target.concurrency,
  );
  await repeat(generation, neighbours, context);
  const share = shareOf(right, askedRight);
  const invalid = coverageIn(wrong, askedWrong, 2);
  const subject = generation.sent === 0 ? 'requests' : `${generation.sent} generated requests`;
  return `${subject} cover ${share}, and ${invalid} pairs that include an invalid input`;
};

/**
 * Repeats requests in reverse order and then concurrently. If requests share state, a repetition
 * may receive the response to another request.
 */
async function repeat(
  generation: Generation,
  neighbours: readonly Conditions[],
  context: Context,
): Promise<void> {
  const most = Math.floor((generation.left + reservedOf(context)) / 2);
  const kept = generation.requestsOf(neighbours.slice(0, most)).map(({ request }) => request);
  const askFresh = (request: ProductsQuestion) =>
    requestProducts(context, request, { fresh: true });
  await askWithinBudget(kept.toReversed(), askFresh);
  await askWithinBudget(
    kept.slice(0, MAX_CONCURRENT_REPETITIONS),
    askFresh,
    MAX_CONCURRENT_REPETITIONS,
  );
}

function coverageIn(model: Model, rows: readonly SentConditions[], strength: 2 | 3): string {
  const { covered, total } = model.coverageOf(rows, strength);
  return `${covered} of ${total}`;
}

const shareOf = (model: Model, rows: readonly SentConditions[]): string =>
  `${coverageIn(model, rows, 2)} pairs and ${coverageIn(model, rows, 3)} triples of conditions`;

/**
 * Covers each condition alone, every pair of conditions, each mistake on every route with every
 * Accept, each mistake with every other condition, and then triples of conditions as far as the
 * budget allows. The requests that checks have already sent count as the first rows.
 */
export const combinations: GeneratedProducts = {
  most: 416,
  clauses: [...ERRORS, ...LISTS],
  clausesTestedBy(question, known, target) {
    const [mistake] = mistakesIn(exportOf({ target }), question) ?? [];
    const asked = askedOf(question, known, mistake);
    return mistake === undefined
      ? [...clausesAbout(asked, PARTS_OF_LISTS), ...EVERY_LIST]
      : [...clausesAbout(asked, ['error']), ...ERRORS.filter((one) => one.startsWith('EXP-ERR'))];
  },
  ask: askRows,
};

type Model = ReturnType<typeof models>['right' | 'wrong' | 'refusals' | 'lists'];

/**
 * The simplest request, and requests that differ from it in one condition. They detect a cache that
 * confuses the responses to similar requests.
 */
function oneAtATime({
  values,
  isAllowed,
}: ReturnType<typeof models>['right']): readonly Conditions[] {
  const simple = Object.fromEntries(
    Object.entries(values).map(([name, among]) => [name, among[0]]),
  );
  const neighbours = Object.entries(values).flatMap(([name, among]) =>
    among.slice(1).map((value) => ({ ...simple, [name]: value })),
  );
  return [simple, ...neighbours].filter(isAllowed);
}
