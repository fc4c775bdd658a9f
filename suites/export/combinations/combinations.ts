import { askWithinBudget } from '../../../src/harness/ask-within-budget.js';
import type { Generated } from '../../../src/harness/rulebook.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { randomFrom } from '../../../src/random.js';
import type { Asked, Part } from '../model/comparison.js';
import type { Known } from '../model/data.js';
import { askedBy } from '../model/expected-response.js';
import { exportOf } from '../model/export-target.js';
import { mistakesIn } from '../model/mistakes.js';
import { typed } from '../model/typed.js';
import { repeatedRoutes } from '../questions/routes.js';
import { requestProducts } from '../survey/ask.js';
import type { ExportTopics, PartsRule } from '../topic.js';
import { type ClauseId, topics } from '../topics.js';
import { baseConditions, type Conditions, conditionsOf, type Found, models } from './conditions.js';
import { type Material, requestFor } from './request-for.js';

/** Rows by which all pairs are brought together, and some to spare. */
const MANY = 150;

/** The part of few rows that make a mistake. */
const OF_MISTAKES = 1 / 12;

/**
 * Requests that are kept for what was asked before, in the other order and at once: state shows in
 * nothing else.
 */
const AGAIN = 16;

/** How many questions are asked at once, as far as the target's concurrency allows. */
const AT_ONCE = 8;

/** Bytes of a page without a limit, which is large. */
const LARGE = 1024 * 1024;

/** The same rows for the same data, whatever the seed of the run: what they find is found again. */
const SEED = 1;

/** The clauses of mistakes and of errors. */
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

/** The clauses that every list is tested by. */
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

/** The parts of a list that a clause may be about. */
const PARTS_OF_LISTS: readonly Part[] = ['window', 'records', 'total', 'order', 'groups'];

/** The clauses that are about some parts of the response to a request. */
const clausesAbout = (asked: Asked, parts: readonly Part[]): readonly ClauseId[] =>
  (Object.entries(topics) as [ClauseId, ExportTopics[string]][]).flatMap(([id, { rule }]) => {
    const about = (rule as Partial<PartsRule> | undefined)?.parts ?? {};
    return parts.some((part) => about[part]?.(asked)) ? [id] : [];
  });

type GeneratedProducts = Generated<ProductsQuestion, Known | undefined, ClauseId>;

const askRows: GeneratedProducts['ask'] = async (context, known, seen, isWanted) => {
  // Pages that are too large to be kept are judged where they are asked for, and not a hundred
  // times over.
  const isLarge = (known?.whole.pages[0]?.page.answer.size ?? 0) > LARGE;
  if (known === undefined || isLarge) return 'no requests were generated';
  const { right, wrong, doors, lists } = models(
    exportOf(context),
    known.survey,
    known.nullSpelling !== undefined,
  );
  const random = randomFrom(SEED);
  const filtered = repeatedRoutes(known.survey, known.comparisonRules);
  const material: Material = { context, known, filtered, random: randomFrom(SEED) };
  const asked: Record<'right' | 'wrong', Found[]> = {
    right: seen.flatMap(
      (question) => conditionsOf(typed(question, known), exportOf(context), known) ?? [],
    ),
    wrong: [],
  };
  const { requests } = context.budget;
  const again = requests > 10 * AGAIN ? AGAIN : 0;
  let left = requests - again;
  let sent = 0;
  const requestsOf = (rows: readonly Conditions[]) =>
    rows.flatMap((row) => {
      const request = requestFor({ ...baseConditions, ...row }, material);
      return request === undefined || !isWanted(request) ? [] : [{ row, request }];
    });
  const askAll = async (rows: readonly Conditions[], into: Found[], atOnce = 1): Promise<void> => {
    const made = left === 0 ? [] : requestsOf(rows).slice(0, left);
    const came = await askWithinBudget(
      made,
      ({ request }) => requestProducts(context, request),
      atOnce,
    );
    into.push(...made.slice(0, came.length).map(({ row }) => row));
    sent += came.length;
    left = came.length < made.length ? 0 : left - made.length;
  };
  const cover = (
    model: Model,
    strength: 2 | 3,
    first: readonly Found[],
    most = left,
  ): readonly Conditions[] => (most === 0 ? [] : model.rows({ strength, first, most, random }));

  const neighbours = oneAtATime(right);
  // With few requests, those rows that bring the most conditions together; with many, each
  // condition alone at first.
  if (left < neighbours.length + MANY) {
    await askAll(cover(wrong, 2, [], Math.floor(left * OF_MISTAKES)), asked.wrong);
    await askAll(cover(right, 2, asked.right), asked.right);
  }
  await askAll(neighbours, asked.right);
  await askAll(cover(doors, 3, []), []);
  const windows: Found[] = [];
  const unfiltered = asked.right.filter(({ groups }) => groups === '0');
  await askAll(cover(lists, 3, unfiltered), windows);
  asked.right.push(...windows.map((row) => ({ ...baseConditions, ...row })));
  await askAll(cover(right, 2, asked.right), asked.right);
  await askAll(cover(wrong, 2, []), asked.wrong);
  // The many rows of triples rest on nothing that was asked before: as many at once as the target
  // takes.
  await askAll(cover(right, 3, asked.right), asked.right, context.target.concurrency);
  // State: an answer that is another one's, kept or mixed up, contradicts what was asked before.
  const kept = requestsOf(neighbours.slice(0, Math.floor((left + again) / 2))).map(
    ({ request }) => request,
  );
  const askAgain = (request: ProductsQuestion) =>
    requestProducts(context, request, { fresh: true });
  await askWithinBudget(kept.toReversed(), askAgain);
  await askWithinBudget(kept.slice(0, AT_ONCE), askAgain, AT_ONCE);
  const share = (model: Model, rows: readonly Found[], strength: 2 | 3): string => {
    const { covered, total } = model.coverageOf(rows, strength);
    return `${covered} of ${total}`;
  };
  return `${sent} generated requests cover ${share(right, asked.right, 2)} pairs and ${share(right, asked.right, 3)} triples of conditions, and ${share(wrong, asked.wrong, 2)} pairs that include an invalid input`;
};

/**
 * The rows of covering arrays over the models of a products request: first each condition alone
 * against the simplest request, then every pair of conditions, each mistake on every route with
 * every Accept, each mistake beside every other condition, and triples of conditions as far as
 * requests are left. What checks asked before are the first rows.
 */
export const combinations: GeneratedProducts = {
  most: 416,
  clauses: [...ERRORS, ...LISTS],
  bearsOn(question, known, target) {
    const [mistake] = mistakesIn(exportOf({ target }), question) ?? [];
    const asked = askedBy(question, known, mistake);
    return mistake === undefined
      ? [...clausesAbout(asked, PARTS_OF_LISTS), ...EVERY_LIST]
      : [...clausesAbout(asked, ['error']), ...ERRORS.filter((one) => one.startsWith('EXP-ERR'))];
  },
  ask: askRows,
};

type Model = ReturnType<typeof models>['right' | 'wrong' | 'doors' | 'lists'];

/**
 * The simplest request, and each that differs from it in one condition: neighbours, between which a
 * cache shows.
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
