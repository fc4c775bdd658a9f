/**
 * Generates products requests that combine conditions (route, format, paging, filters, a mistake)
 * as the rows of covering arrays. The rules of all clauses test the responses.
 */

import { askWithinBudget } from '../../../src/harness/ask-within-budget.js';
import type { Context } from '../../../src/harness/context.js';
import type { Generated } from '../../../src/harness/rulebook.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { randomFrom } from '../../../src/random.js';
import type { Asked, Part } from '../model/comparison.js';
import type { Known } from '../model/data.js';
import { askedBy } from '../model/expected-response.js';
import { exportOf } from '../model/export-target.js';
import { mistakesIn } from '../model/mistakes.js';
import { withTypedValues } from '../model/typed.js';
import { repeatedRoutes } from '../questions/routes.js';
import { requestProducts } from '../survey/ask.js';
import type { ExportTopics, PartsRule } from '../topic.js';
import { type ClauseId, topics } from '../topics.js';
import { baseConditions, type Conditions, conditionsOf, type Found, models } from './conditions.js';
import { type Material, requestFor } from './request-for.js';

/** The number of rows (generated requests) that is enough to cover all pairs of conditions. */
const ROWS_FOR_PAIRS = 150;

/** The share of the requests that contain a mistake, if the budget is small. */
const MISTAKE_SHARE = 1 / 12;

/**
 * The number of requests reserved to repeat earlier requests in reverse order and concurrently.
 * Only such repetitions detect state that requests share.
 */
const REPEATED = 16;

/**
 * The maximum number of requests that are sent concurrently, if the target's concurrency allows it.
 */
const AT_ONCE = 8;

/** The size from which a page without a limit counts as large, in bytes. */
const LARGE = 1024 * 1024;

/** The seed of the rows. It does not depend on the seed of the run, so results are repeatable. */
const SEED = 1;

/** The clauses of the API document about errors. */
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

/** The clauses that apply to every list. */
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

/** The clauses that apply to some lists or to all. */
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

/** The parts of a list to which a clause may apply. */
const PARTS_OF_LISTS: readonly Part[] = ['window', 'records', 'total', 'order', 'groups'];

/** The clauses that apply to some parts of the response to a request. */
const clausesAbout = (asked: Asked, parts: readonly Part[]): readonly ClauseId[] =>
  (Object.entries(topics) as [ClauseId, ExportTopics[string]][]).flatMap(([id, { rule }]) => {
    const about = (rule as Partial<PartsRule> | undefined)?.parts ?? {};
    return parts.some((part) => about[part]?.(asked)) ? [id] : [];
  });

type GeneratedProducts = Generated<ProductsQuestion, Known | undefined, ClauseId>;

/** Makes and sends the generated requests of a run, and counts how many requests are left. */
class Generation {
  /** The number of requests left for new rows. */
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

  /**
   * The requests for rows. A row is left out if the data has no values for it, or if its request is
   * not wanted.
   */
  requestsOf(rows: readonly Conditions[]) {
    return rows.flatMap((row) => {
      const request = requestFor({ ...baseConditions, ...row }, this.#material);
      return request === undefined || !this.#isWanted(request) ? [] : [{ row, request }];
    });
  }

  /**
   * Sends the requests of rows within the budget. `into` receives the rows of all requests that
   * were sent.
   */
  async ask(rows: readonly Conditions[], into: Found[], atOnce = 1): Promise<void> {
    const made = this.left === 0 ? [] : this.requestsOf(rows).slice(0, this.left);
    const { context } = this.#material;
    const answers = await askWithinBudget(
      made,
      ({ request }) => requestProducts(context, request),
      atOnce,
    );
    into.push(...made.slice(0, answers.length).map(({ row }) => row));
    this.sent += answers.length;
    this.left = answers.length < made.length ? 0 : this.left - made.length;
  }

  /** Returns rows of a covering array, at most `most` of them. */
  cover(
    model: Model,
    strength: 2 | 3,
    first: readonly Found[],
    most = this.left,
  ): readonly Conditions[] {
    return most === 0 ? [] : model.rows({ strength, first, most, random: this.random });
  }
}

/** The number of requests reserved for repetitions; 0 with a small budget. */
const reservedOf = ({ budget }: Context): number =>
  budget.requests > 10 * REPEATED ? REPEATED : 0;

/** Sends the generated requests of a run and returns a sentence about their coverage. */
const askRows: GeneratedProducts['ask'] = async (context, known, seen, isWanted) => {
  // Pages that are too large to be stored are compared once when they arrive, and not again for
  // each generated request.
  const isLarge = (known?.whole.pages[0]?.page.answer.size ?? 0) > LARGE;
  if (known === undefined || isLarge) return 'no requests were generated';
  const target = exportOf(context);
  const { right, wrong, refusals, lists } = models(
    target,
    known.survey,
    known.nullSpelling !== undefined,
  );
  const filtered = repeatedRoutes(known.survey, known.comparisonRules);
  const material: Material = { context, known, filtered, random: randomFrom(SEED) };
  const rows = new Generation(material, isWanted);
  const askedRight: Found[] = seen.flatMap(
    (question) => conditionsOf(withTypedValues(question, known), target, known) ?? [],
  );
  const askedWrong: Found[] = [];
  const neighbours = oneAtATime(right);
  // With few requests, rows with the most new combinations are sent first. With many requests, each
  // condition is tried alone first.
  if (rows.left < neighbours.length + ROWS_FOR_PAIRS) {
    const most = Math.floor(rows.left * MISTAKE_SHARE);
    await rows.ask(rows.cover(wrong, 2, [], most), askedWrong);
    await rows.ask(rows.cover(right, 2, askedRight), askedRight);
  }
  await rows.ask(neighbours, askedRight);
  await rows.ask(rows.cover(refusals, 3, []), []);
  const windows: Found[] = [];
  const unfiltered = askedRight.filter(({ groups }) => groups === '0');
  await rows.ask(rows.cover(lists, 3, unfiltered), windows);
  askedRight.push(...windows.map((row) => ({ ...baseConditions, ...row })));
  await rows.ask(rows.cover(right, 2, askedRight), askedRight);
  await rows.ask(rows.cover(wrong, 2, []), askedWrong);
  // The rows of triples do not depend on earlier responses, so several are sent concurrently.
  await rows.ask(rows.cover(right, 3, askedRight), askedRight, context.target.concurrency);
  await repeat(rows, neighbours, context);
  const share = shareOf(right, askedRight);
  const invalid = coverageIn(wrong, askedWrong, 2);
  return `${rows.sent} generated requests cover ${share}, and ${invalid} pairs that include an invalid input`;
};

/**
 * Repeats earlier requests in reverse order, and then the first of these requests concurrently. If
 * requests share state, a repetition may receive the response to another request.
 */
async function repeat(
  rows: Generation,
  neighbours: readonly Conditions[],
  context: Context,
): Promise<void> {
  const most = Math.floor((rows.left + reservedOf(context)) / 2);
  const kept = rows.requestsOf(neighbours.slice(0, most)).map(({ request }) => request);
  const askFresh = (request: ProductsQuestion) =>
    requestProducts(context, request, { fresh: true });
  await askWithinBudget(kept.toReversed(), askFresh);
  await askWithinBudget(kept.slice(0, AT_ONCE), askFresh, AT_ONCE);
}

/** Describes how many combinations of conditions the rows cover, such as `40 of 120`. */
function coverageIn(model: Model, rows: readonly Found[], strength: 2 | 3): string {
  const { covered, total } = model.coverageOf(rows, strength);
  return `${covered} of ${total}`;
}

/** Describes how many pairs and how many triples of conditions the rows cover. */
const shareOf = (model: Model, rows: readonly Found[]): string =>
  `${coverageIn(model, rows, 2)} pairs and ${coverageIn(model, rows, 3)} triples of conditions`;

/**
 * The generated requests. Their conditions are rows of covering arrays: each condition alone, every
 * pair of conditions, each mistake on every route with every Accept, each mistake with every other
 * condition, and then triples of conditions as far as the budget allows. The requests of checks
 * count as the first rows.
 */
export const combinations: GeneratedProducts = {
  most: 416,
  clauses: [...ERRORS, ...LISTS],
  clausesTestedBy(question, known, target) {
    const [mistake] = mistakesIn(exportOf({ target }), question) ?? [];
    const asked = askedBy(question, known, mistake);
    return mistake === undefined
      ? [...clausesAbout(asked, PARTS_OF_LISTS), ...EVERY_LIST]
      : [...clausesAbout(asked, ['error']), ...ERRORS.filter((one) => one.startsWith('EXP-ERR'))];
  },
  ask: askRows,
};

type Model = ReturnType<typeof models>['right' | 'wrong' | 'refusals' | 'lists'];

/**
 * The simplest request, and requests that differ from it in one condition. A cache may confuse
 * their responses.
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
