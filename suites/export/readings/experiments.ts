/**
 * Chooses questions that test a mistake: they resemble those that it explains, and the mistake
 * predicts other records than the document requires.
 */

import type { Explanation, Reading } from '../../../src/harness/reading.js';
import {
  type Criterion,
  criteriaOf,
  type Filter,
  isNegation,
  type Operator,
  only,
  operators,
  positiveOf,
  takenBy,
  takes,
  where,
} from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { type Random, randomFrom } from '../../../src/random.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import { bestColumns, sortable } from '../model/columns.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { isHostile } from '../model/hostile.js';
import { mistakesIn } from '../model/mistakes.js';
import { parametersAreOpen } from '../model/open-parameters.js';
import type { Column } from '../model/oracle/column.js';
import { withTypedValues } from '../model/typed.js';
import { type Draw, valuesOn } from '../questions/random-filters.js';
import { chooseScored } from '../wrong-readings/fewest-questions.js';
import { featuresOf } from './features.js';
import { isEmptyList, predictionOf } from './prediction.js';
import { type ExportReading, valuesOf } from './reading.js';
import { storedTexts } from './served-texts.js';

/** New questions are made from this many of the simplest questions that the mistake explains. */
const MOST_BASES = 6;
/** The number of new questions from each of them. */
const VARIANTS = 40;
/** With more records, fewer questions are tried. */
const MOST_EVALUATED = 60_000;
/** More questions than are sent, because some may not be offered. */
const MOST_CHOSEN = 6;
/** A fixed seed: the same explanation is always tested by the same questions. */
const SEED = 1;

/**
 * Returns the questions that best tell the predictions apart: of each reading of the explanation,
 * of its rivals, and of the document.
 */
export function experiments(
  { readings, alike, rivals, exchanges }: Explanation<Exchange>,
  known: Known,
): readonly ProductsQuestion[] {
  const all = [...readings, ...alike, ...rivals].filter(isPredicting);
  const [example] = exchanges;
  if (all.length === 0 || all.some(({ isFact }) => isFact) || example === undefined) return [];
  const { target } = example;
  const most = Math.ceil(MOST_EVALUATED / Math.max(1, known.survey.records.length));
  const tried: ProductsQuestion[] = [];
  for (const question of questionsLike([...exchanges], known)) {
    if (tried.length >= most) break;
    if (isDefinite(question, known, target) && all.some((one) => mayDiffer(one, question, known)))
      tried.push(question);
  }
  const scored = tried.flatMap((question) => {
    const right = predictionOf(question, target, known, []);
    const predicted = all.map((one) => predictionOf(question, target, known, [one]));
    if (right === undefined || predicted.every((one) => (one ?? right) === right)) return [];
    // Records that must not come are stronger evidence than missing ones.
    const finds = all.filter((_, at) => isEmptyList(right) && !isEmptyList(predicted[at] ?? right));
    const rulesOut = [...pairsApart([right, ...predicted]), ...featuresOf(question)];
    return [{ question, rulesOut: [...rulesOut, ...finds.map(({ id }) => `${id} finds`)] }];
  });
  return chooseScored(scored, MOST_CHOSEN);
}

/** New questions that resemble these, as long as they are wanted. */
function* questionsLike(
  exchanges: readonly Exchange[],
  known: Known,
): Generator<ProductsQuestion, void> {
  const random = randomFrom(SEED);
  const bases = exchanges.slice(0, MOST_BASES).map(({ question }) => question);
  for (const base of bases) yield* grafted(base, known);
  for (const base of bases)
    for (const one of [...alone(base), ...onPath(base)]) yield* variants(one, known, random);
  for (const base of bases) yield* variants(base, known, random);
}

/** The pairs of predictions that differ, as pairs of their positions. */
const pairsApart = (predicted: readonly (string | undefined)[]): readonly string[] =>
  predicted.flatMap((one, at) =>
    predicted.flatMap((other, after) =>
      after <= at || one === undefined || other === undefined || one === other
        ? []
        : [`${at} ${after}`],
    ),
  );

/** The most texts of the data, and characters of a value, from which values are made. */
const MOST_GRAFTED = 3;
const MOST_CHARACTERS = 6;

/**
 * The first criterion, or the path, with other values: texts of its column with characters of its
 * value. If a server cuts, removes or replaces these characters, it finds records, although none
 * match. The same for texts that may have been changed when they were served.
 */
function grafted(base: ProductsQuestion, { survey }: Known): readonly ProductsQuestion[] {
  const { limit, route } = base;
  const inPath = typeof route === 'object' && !isUnknown(route) ? route : undefined;
  const [criterion = inPath && where(inPath.column, '=', inPath.value)] = criteriaOf(base);
  const column = survey.columns.get(criterion?.column ?? '');
  if (criterion === undefined || column?.kind !== 'text') return [];
  if (!takes(criterion.operator, 'value', 'pattern', 'list')) return [];
  const given = valuesOf(criterion).join('');
  const special = [...new Set(given.match(/[^\p{L}\p{N}]/gu))];
  const made = [column, ...bestColumns(survey, 'text')].flatMap(({ name, values }) => {
    const all = [...values.keys()].map(String);
    // It is known which texts equal a text of ordinary characters.
    const texts = all.filter((text) => /^[\w ]+$/.test(text)).slice(0, MOST_GRAFTED);
    const stored = all.flatMap(storedTexts).slice(0, MOST_GRAFTED);
    return special
      .slice(0, MOST_CHARACTERS)
      .flatMap((one) =>
        texts.flatMap((text) => [
          `${text}${one}x`,
          `x${one}${text}`,
          `${text}${one}`,
          `${one}${text}`,
          `${text.slice(0, 1)}${one}${text.slice(1)}`,
        ]),
      )
      .concat(stored)
      .map((value) => ({ name, value }));
  });
  const operator = positiveOf(criterion.operator);
  return made.slice(0, VARIANTS).map(({ name, value }) => {
    if (inPath !== undefined) return { limit, route: { column: name, value } };
    const sent = takes(operator, 'list') ? [value] : value;
    return { limit, filter: only(where(name, operator, sent)) };
  });
}

/** A question for each criterion of a filter of several criteria. */
const alone = ({ filter, ...others }: ProductsQuestion): readonly ProductsQuestion[] => {
  const criteria = criteriaOf({ filter });
  return criteria.length < 2
    ? []
    : criteria.map((criterion) => ({ ...others, filter: only(criterion) }));
};

/** The legacy filtered route with the value of a criterion: a server may read both alike. */
const onPath = ({ filter, limit }: ProductsQuestion): readonly ProductsQuestion[] =>
  criteriaOf({ filter }).flatMap(({ column, operator, value }) =>
    operator === '=' && typeof value === 'string' ? [{ limit, route: { column, value } }] : [],
  );

/** Whether the reading predicts the list of a new question. `response` only tests one that came. */
const isPredicting = (reading: Reading): reading is ExportReading =>
  'touches' in reading && !('response' in reading);

/** Whether the mistake may change the response to this question. This is decided quickly. */
const mayDiffer = (
  { touches, question: change, instead, insteadForNull, list, respects }: ExportReading,
  question: ProductsQuestion,
  known: Known,
): boolean =>
  touches(question) &&
  (change === undefined ||
    (instead ?? insteadForNull ?? list ?? respects) !== undefined ||
    change(question, known) !== question);

/** Whether the document requires one list for the question. */
const isDefinite = (question: ProductsQuestion, known: Known, target: ExportTarget): boolean =>
  !isHostile(question) &&
  mistakesIn(target, question)?.length === 0 &&
  !parametersAreOpen(withTypedValues(question, known), known);

function variants(
  question: ProductsQuestion,
  known: Known,
  random: Random,
): readonly ProductsQuestion[] {
  const draw: Draw = (values) => values[Math.floor(random() * values.length)] ?? values[0];
  return Array.from({ length: VARIANTS }, () => variantOf(question, known, draw));
}

function variantOf(question: ProductsQuestion, known: Known, draw: Draw): ProductsQuestion {
  const { filter, orderBy, limit, offset, route } = question;
  const columns = sortable(known.survey);
  const [first, ...others] = columns.map((column) => known.orderBy(column));
  const numberNear = (given: string | number): number =>
    Math.max(1, Number(given) + draw([-3, -2, -1, 1, 2, 3, 5]));
  const inPath =
    typeof route === 'object' && !isUnknown(route)
      ? known.survey.columns.get(route.column)
      : undefined;
  const value = inPath && valuesOn(inPath, false)?.('=', draw);
  return {
    ...question,
    ...(filter && { filter: changed(filter, known, draw) }),
    ...(orderBy !== undefined && first !== undefined && { orderBy: draw([first, ...others]) }),
    ...(limit !== undefined && filter === undefined && { limit: numberNear(limit) }),
    // Behind the end of the list, many mistakes predict the same: no records.
    ...(offset !== undefined && { offset: draw([numberNear(offset), 1, 2, 3]) }),
    ...(inPath && value !== undefined && { route: { column: inPath.name, value: String(value) } }),
  };
}

/** The same structure with other values, and sometimes other columns or operators. */
const changed = ({ mode, groups }: Filter, known: Known, draw: Draw): Filter => ({
  mode,
  groups: groups.map((group) => ({
    ...group,
    criteria: group.criteria.map((criterion) => changedCriterion(criterion, known, draw)),
  })),
});

function changedCriterion(criterion: Criterion, known: Known, draw: Draw): Criterion {
  const { survey, wireEncoding } = known;
  const column = survey.columns.get(criterion.column);
  const isBound = survey.keyRange?.some((bound) => bound.column === criterion.column) === true;
  if (isBound || (column?.kind !== 'number' && column?.kind !== 'text')) return criterion;
  const sameKind = bestColumns(survey, column.kind);
  const other: Column = draw([false, true]) ? draw([column, ...sameKind]) : column;
  const operator = draw([false, false, true])
    ? otherOperator(criterion.operator, draw)
    : criterion.operator;
  if (criterion.value === null) return where(other.name, operator, null);
  const value = valuesOn(other, wireEncoding.arrayEncoding !== 'comma')?.(operator, draw);
  return value === undefined ? criterion : where(other.name, operator, value);
}

/** An operator that takes the same kind of value, and is a negation if the given one is. */
function otherOperator(operator: Operator, draw: Draw): Operator {
  const alike = operators.filter(
    (one) => isNegation(one) === isNegation(operator) && takenBy(one) === takenBy(operator),
  );
  return draw([operator, ...alike]);
}
