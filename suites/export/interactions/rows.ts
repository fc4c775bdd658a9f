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
import type { Known } from '../judge/any-page.js';
import { filteredRouteOn } from '../judge/positive-control.js';
import type { Column } from '../oracle/column.js';
import { type Ask, ask, exportOf, questionOf } from '../request/products-request.js';
import { nullSpellingOf, semanticsOf, spellingOf } from '../survey/dialect.js';
import { orderedByKnown } from '../survey/order-spelling.js';
import { surveyOf } from '../survey/survey.js';
import { conditionsOf } from './conditions-of.js';
import { baseConditions, type Conditions, FACTORS, type Model, model } from './factors.js';
import { type Material, questionFor } from './question.js';

/** What the rows brought together. */
export interface Asked {
  readonly questions: number;
  readonly pairs: Coverage;
  readonly triples: Coverage;
}

/** The same rows for the same data, whatever the seed of the run: what they find is found again. */
const SEED = 1;

/** What is known of the data and of the target's ways, learned once. */
export const knownOf = (context: Context): Promise<Known> =>
  context.shared('export.known', async (inner) => {
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
 * Asks the rows of a covering array over the model of a products request, at most `most`: first each condition alone
 * against the simplest request, then every pair of conditions, then triples as far as requests are left. What other
 * checks asked before are its first rows.
 */
export const askRows = (context: Context): Promise<Asked> =>
  context.shared('export.interactions', async (inner) => {
    const known = await knownOf(inner);
    const target = exportOf(inner);
    const shape = model(target, known.survey, known.nullSpelling !== undefined);
    const { allows } = shape;
    const random = randomFrom(SEED);
    const material: Material = { context: inner, known, filtered: filteredRouteOn(known.survey), random };
    const answered = rowsOf(inner.seen(), inner, shape, known);
    const most = known.survey.complete ? inner.allowance : 0;
    const alone = oneAtATime(shape).slice(0, most);
    const pairs = coveringArray(shape.factors, {
      strength: 2,
      allows,
      first: [...answered, ...alone],
      most: most - alone.length,
      random,
    });
    const first = [...answered, ...alone, ...pairs.rows];
    const left = most - alone.length - pairs.rows.length;
    const triples =
      left <= 0 ? [] : coveringArray(shape.factors, { strength: 3, allows, first, most: left, random }).rows;
    const asked: Row[] = [];
    for (const row of [...alone, ...pairs.rows, ...triples]) {
      const question = questionFor({ ...baseConditions, ...named(row, shape) } as Required<Conditions>, material);
      if (question === undefined) continue;
      if (!(await isAsked(inner, question))) break;
      asked.push(row);
    }
    const rows = [...answered, ...asked];
    return {
      questions: asked.length,
      pairs: coverageOf(shape.factors, rows, { strength: 2, allows }),
      triples: coverageOf(shape.factors, rows, { strength: 3, allows }),
    };
  });

/** False where no request is left. A lost answer is that question's: the others are asked. */
async function isAsked(context: Context, question: Ask): Promise<boolean> {
  try {
    await ask(context, question);
    return true;
  } catch (error) {
    if (error instanceof BudgetSpent) return false;
    throw error;
  }
}

function named(row: PartialRow, { factors }: Model): Conditions {
  const conditions: Record<string, string | undefined> = {};
  for (let at = 0; at < row.length; at += 1) {
    const value = row[at];
    const factor = factors[at];
    if (value !== undefined && factor !== undefined) conditions[factor.name] = factor.values[value];
  }
  return conditions as Conditions;
}

/** The simplest request, and each that differs from it in one condition: neighbours, between which a cache shows. */
function oneAtATime({ factors, allows }: Model): readonly Row[] {
  const at = (name: string, value: string): number =>
    factors.find((one) => one.name === name)?.values.indexOf(value) ?? 0;
  const simple = factors.map(({ name }) => Math.max(0, at(name, baseConditions[name])));
  const neighbours = factors.flatMap(({ values }, place) =>
    values.map((_, value) => simple.map((one, index) => (index === place ? value : one))),
  );
  return [simple, ...neighbours].filter((row) => isAllowed(row, allows));
}

function rowsOf(
  answers: readonly Answer[],
  context: Context,
  { factors }: Model,
  { survey }: Known,
): readonly PartialRow[] {
  const target = exportOf(context);
  return answers.flatMap((answer) => {
    const question = questionOf(answer);
    const conditions = question && conditionsOf(question, target, survey);
    if (conditions === undefined) return [];
    return [
      FACTORS.map((name, place) => {
        const value = factors[place]?.values.indexOf(conditions[name] ?? '') ?? -1;
        return value < 0 ? undefined : value;
      }),
    ];
  });
}
