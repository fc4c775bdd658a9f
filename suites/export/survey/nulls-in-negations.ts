import { type Context, known } from '../../../src/harness/suite.js';
import { type Criterion, type Operator, only } from '../../../src/protocol/export/filter.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { requestProducts, totalOf, tryPage } from '../ask.js';
import { expectedRecords } from '../judge/expected-records.js';
import { mostTelling } from '../mutants/distinguishing-criteria.js';
import { isNull } from '../oracle/column.js';
import { type ComparisonRules, sqlComparison } from '../oracle/criterion.js';
import { keptFor } from '../oracle/memoized.js';
import type { Survey } from './data.js';
import { arrayEncodingOf } from './wire-encoding.js';

/** The negations of EXP-FILT-18, each with a criterion on a column with nulls where the data has one. */
export const NEGATIONS = ['!=', 'NOT LIKE', 'NOT ILIKE', 'NOT IN', 'NOT BETWEEN'] as const;

/** A criterion of a negation on a column with nulls. */
export const nullProbe = (survey: Survey, operator: (typeof NEGATIONS)[number]): Criterion | undefined =>
  mostTelling(operator, nullableOf(survey));

/** The survey with its nullable columns alone. */
const nullableOf = keptFor((survey: Survey): Survey => {
  const columns = [...survey.columns].filter(([, { nulls }]) => nulls > 0);
  return { ...survey, columns: new Map(columns) };
});

/** Whether a negation lets nulls in; undefined where it cannot be asked. */
async function letsNullsIn(
  context: Context,
  survey: Survey,
  operator: (typeof NEGATIONS)[number],
): Promise<boolean | undefined> {
  const probe = nullProbe(survey, operator);
  if (probe === undefined) return undefined;
  const arrayEncoding = typeof probe.value === 'object' ? await arrayEncodingOf(context) : 'indexed';
  const wireEncoding: WireEncoding = { arrayEncoding, nullSpelling: 'NULL' };
  const page = tryPage(await requestProducts(context, { filter: only(probe), limit: survey.pageSize, wireEncoding }));
  if (page === undefined) return undefined;
  const counts = (nulls: 'in' | 'out'): number =>
    expectedRecords(only(probe), survey, { ...sqlComparison, nulls: () => nulls }).required.length;
  const column = survey.columns.get(probe.column);
  const seen = column !== undefined && page.records.some((record) => isNull(record, column));
  return seen || (survey.complete && totalOf(page) === counts('in') && counts('in') > counts('out'));
}

/**
 * Negation by negation; what was not asked is not known. Where a pace makes requests dear, one probe tells a target that
 * follows SQL, and only one that lets nulls in is asked about every negation.
 */
export async function nullsIn(context: Context, survey: Survey): Promise<ComparisonRules['nulls']> {
  const mayHideNulls = [...survey.columns.values()].some(({ nulls, blanks }) => nulls + blanks > 0);
  if (!mayHideNulls) return () => 'out';
  const first = NEGATIONS.find((operator) => nullProbe(survey, operator) !== undefined);
  if (first === undefined) return () => 'unknown';
  const firstLets = context.target.pace === undefined ? true : await known(letsNullsIn(context, survey, first));
  if (!firstLets) return (negation) => (negation === first && firstLets === false ? 'out' : 'unknown');
  const lets = new Map<Operator, boolean | undefined>();
  // A negation that comes to no answer leaves only itself open.
  for (const operator of NEGATIONS) lets.set(operator, await known(letsNullsIn(context, survey, operator)));
  const letIn = NEGATIONS.filter((operator) => lets.get(operator));
  context.facts.recordDialect({ nullsInNegations: letIn.length > 0 ? `let in by ${letIn.join(', ')}` : 'out' });
  return (negation) => {
    const isIn = lets.get(negation);
    return isIn === undefined ? 'unknown' : isIn ? 'in' : 'out';
  };
}
