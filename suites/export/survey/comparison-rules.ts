import type { Dialect } from '../../../src/harness/context.js';
import { type Context, known } from '../../../src/harness/suite.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import { type Equality, TRAITS, UNLEARNED } from '../oracle/equality.js';
import type { Survey } from './data.js';
import { learnEquality } from './equality.js';
import { describeIlike } from './ilike-letters.js';
import { nullsIn } from './nulls-in-negations.js';
import { surveyOf } from './survey.js';

/** How the target treats case and nulls: what the oracle follows from here on. */
export const comparisonRulesOf = (context: Context): Promise<ComparisonRules> =>
  context.facts.learn('export.comparisonRules', async (inner) => {
    const survey = await surveyOf(inner);
    const emptyMayBeNull = servesNullAsEmpty(survey);
    const [equals, like, ilike] = await Promise.all(
      (['=', 'LIKE', 'ILIKE'] as const).map((operator) => learnEquality(inner, survey, operator)),
    );
    inner.facts.recordDialect(described(equals));
    await known(describeIlike(inner, survey));
    return {
      equals: (column) => equals?.get(column) ?? UNLEARNED,
      like: (column) => like?.get(column) ?? UNLEARNED,
      ilike: (column) => ({ ...UNLEARNED, case: 'folded', dots: ilike?.get(column)?.dots ?? 'unknown' }),
      nulls: await nullsIn(inner, survey),
      emptyMayBeNull,
    };
  });

/** What does not count in `=`, by column: `{ "equality of name": "case, accents" }`. */
const described = (learned: ReadonlyMap<string, Equality> = new Map()): Dialect =>
  Object.fromEntries(
    [...learned].map(([name, equality]) => [
      `equality of ${name}`,
      TRAITS.filter((trait) => trait !== 'dots' && equality[trait] === 'folded').join(', ') || 'exact',
    ]),
  );

const servesNullAsEmpty = ({ columns }: Survey): boolean =>
  [...columns.values()].every(({ nulls, blanks, kind }) => nulls === (kind === 'number' ? blanks : 0)) &&
  [...columns.values()].some(({ blanks }) => blanks > 0);
