import type { Dialect } from '../../../src/harness/context.js';
import { type Context, known } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { requestProducts, tryPage } from '../ask.js';
import { cellValue, textsOf } from '../oracle/column.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import { type Equality, TRAITS, UNLEARNED } from '../oracle/equality.js';
import { freeColumns } from './columns.js';
import type { Survey } from './data.js';
import { learnEquality } from './equality.js';
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

/** Whether empty text stands where no null does: a null may be served so. */
const servesNullAsEmpty = ({ columns, records }: Survey): boolean =>
  [...columns.values()].some(({ blanks }) => blanks > 0) &&
  [...columns.keys()].every((name) => records.every((record) => Object.hasOwn(record, name) && record[name] !== null));

/** Letters beyond A to Z that have a case, each in one letter; of others collations disagree. */
const LETTER = /[äöüéèñçåø]/iu;

/** Records in the dialect whether ILIKE takes ü for Ü, which EXP-FILT-5 leaves open; one request where the data tells. */
async function describeIlike(context: Context, survey: Survey): Promise<void> {
  const found = freeColumns(survey, 'text')
    .flatMap((column) => textsOf(column).map((text) => ({ column, text })))
    .find(({ text }) => text.length <= 60 && LETTER.test(text) && !/[%_\\[\]]/.test(text));
  if (found === undefined || context.target.pace !== undefined) return;
  const { column, text } = found;
  const asked = text.replace(new RegExp(LETTER, 'giu'), (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const filter = only(where(column.name, 'ILIKE', asked));
  const page = tryPage(await requestProducts(context, { filter, limit: survey.pageSize }));
  if (page === undefined) return;
  const isFound = page.records.some((record) => cellValue(record, column.name) === text);
  context.facts.recordDialect({ ilikeBeyondAscii: isFound ? 'without regard to case' : 'tells ü from Ü' });
}
