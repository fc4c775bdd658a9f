import { type Context, type Dialect, swapCase } from '../../../src/harness/index.js';
import { expectedRecords } from '../judge/expected-records.js';
import { kindsFor } from '../mutants/candidate-values.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { type Column, textsOf } from '../oracle/column.js';
import { type Semantics, sqlSemantics, unlearnedSemantics } from '../oracle/criterion.js';
import { type Equality, TRAITS, UNLEARNED } from '../oracle/equality.js';
import { isNull } from '../oracle/held.js';
import { type Criterion, type Filter, only, where } from '../request/filter.js';
import { totalOf, tryPage } from '../request/product-page.js';
import { exportOf, requestProducts } from '../request/products-request.js';
import type { Spelling } from '../request/query-string.js';
import { columnsOf, nullColumn } from './columns.js';
import { learnEquality } from './equality.js';
import { identity } from './identity.js';
import { type Survey, surveyOf } from './survey.js';

type ArrayEncoding = Spelling['arrayEncoding'];
const ENCODINGS: readonly ArrayEncoding[] = ['indexed', 'empty-brackets', 'comma'];
const NULLS = ['NULL', 'null', ''] as const;

/** The negations of EXP-FILT-18, each with a criterion on a column with nulls where the data has one. */
export const NEGATIONS = ['!=', 'NOT LIKE', 'NOT ILIKE', 'NOT IN', 'NOT BETWEEN'] as const;

/** How arrays are written; the first encoding that gives the right records, else the one that comes nearest. */
const arrayEncodingOf = (context: Context): Promise<ArrayEncoding> =>
  context.shared('export.array-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.arrayEncoding;
    if (configured !== undefined) return configured;
    const survey = await surveyOf(inner);
    const [example] = [
      ...distinguishingCriteria('IN', 'text', survey, 1),
      ...distinguishingCriteria('IN', 'number', survey, 1),
    ];
    if (example === undefined) return 'indexed';
    let best: { readonly encoding: ArrayEncoding; readonly score: number } = { encoding: 'indexed', score: 0 };
    for (const encoding of ENCODINGS) {
      const spelling = { arrayEncoding: encoding, nullSpelling: 'NULL' };
      const score = await nearness(inner, survey, only(example.criterion), spelling);
      if (score > best.score) best = { encoding, score };
      if (score === 3) break;
    }
    inner.settle({ arrayEncoding: best.encoding });
    return best.encoding;
  });

/** 3 for the right records, 2 for some of them, 1 for another list, 0 for none. */
async function nearness(context: Context, survey: Survey, filter: Filter, spelling: Spelling): Promise<number> {
  const page = tryPage(await requestProducts(context, { filter, limit: survey.pageSize, spelling }));
  if (page === undefined) return 0;
  const right = new Set(expectedRecords(filter, survey, unlearnedSemantics).required.map(identity));
  const held = page.records.filter((record) => right.has(identity(record))).length;
  if (held === right.size && page.records.length === held) return 3;
  return held > 0 ? 2 : page.records.length > 0 ? 1 : 0;
}

/** How null is written, by the first spelling with which `IS` gives the nulls or `IS NOT` the rest; undefined where none does. */
export const nullSpellingOf = (context: Context): Promise<string | undefined> =>
  context.shared('export.null-spelling', async (inner) => {
    const configured = exportOf(inner).dialect.nullSpelling;
    if (configured !== undefined) return configured === 'none' ? undefined : configured;
    const survey = await surveyOf(inner);
    const column = nullColumn(survey);
    if (column === undefined) return 'NULL';
    for (const spelling of NULLS) {
      if (await understands(inner, survey, column, spelling)) {
        inner.settle({ nullSpelling: spelling });
        return spelling;
      }
    }
    inner.settle({ nullSpelling: 'none' });
    return undefined;
  });

async function understands(context: Context, survey: Survey, column: Column, nullSpelling: string): Promise<boolean> {
  const spelling: Spelling = { arrayEncoding: 'indexed', nullSpelling };
  for (const operator of ['IS', 'IS NOT'] as const) {
    const filter = only(where(column.name, operator, null));
    const page = tryPage(await requestProducts(context, { filter, limit: survey.pageSize, spelling }));
    const records = page?.records ?? [];
    if (records.length === 0) continue;
    const total = page?.meta?.total ?? records.length;
    // A spelling that is taken as text gives nothing for IS and everything for IS NOT; any other answer shows it understood.
    if (operator === 'IS' || total < survey.total) return true;
  }
  return false;
}

/** Both spellings; null is written NULL where no spelling is understood. */
export async function spellingOf(context: Context): Promise<Spelling> {
  const [arrayEncoding, nullSpelling] = await Promise.all([arrayEncodingOf(context), nullSpellingOf(context)]);
  return { arrayEncoding, nullSpelling: nullSpelling ?? 'NULL' };
}

/** How the target treats case and nulls: what the oracle follows from here on. */
export const semanticsOf = (context: Context): Promise<Semantics> =>
  context.shared('export.semantics', async (inner) => {
    const survey = await surveyOf(inner);
    const emptyMayBeNull = servesNullAsEmpty(survey);
    const [equals, like, ilike] = await Promise.all(
      (['=', 'LIKE', 'ILIKE'] as const).map((operator) => learnEquality(inner, survey, operator)),
    );
    inner.settle(described(equals));
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

/** A text that the data holds, asked for with its case changed (EXP-FILT-4); undefined where no text has a case. */
export function caseProbe(
  survey: Survey,
  operator: '=' | 'LIKE',
  change: (text: string) => string = swapCase,
): Criterion | undefined {
  for (const column of columnsOf(survey, 'text')) {
    const texts = new Set(textsOf(column));
    const fit = [...texts].filter((text) => change(text) !== text && !/[%_\\[\]]|[^\x20-\x7e]|^\s|\s$/.test(text));
    const chosen = fit.find((text) => !texts.has(change(text))) ?? fit[0];
    if (chosen !== undefined) return where(column.name, operator, change(chosen));
  }
  return undefined;
}

/** The case of the first and of the last letter alone. */
export const swapFirst = (text: string): string => `${swapCase(text.slice(0, 1))}${text.slice(1)}`;
export const swapLast = (text: string): string => `${text.slice(0, -1)}${swapCase(text.slice(-1))}`;

/** A criterion of a negation on a column with nulls. */
export function nullProbe(survey: Survey, operator: (typeof NEGATIONS)[number]): Criterion | undefined {
  const kinds = kindsFor(operator).flatMap((kind) => distinguishingCriteria(operator, kind, nullableOf(survey), 1));
  return kinds[0]?.criterion;
}

/** The survey with its nullable columns alone. */
function nullableOf(survey: Survey): Survey {
  let known = nullable.get(survey);
  if (known === undefined) {
    known = { ...survey, columns: new Map([...survey.columns].filter(([, { nulls }]) => nulls > 0)) };
    nullable.set(survey, known);
  }
  return known;
}
const nullable = new WeakMap<Survey, Survey>();

/** The operators among the negations that let nulls in, and those that were asked. */
export const nullsLetIn = (
  context: Context,
): Promise<{ readonly asked: readonly string[]; readonly letIn: readonly string[] }> =>
  context.shared('export.nulls-in-negations', async (inner) => {
    const survey = await surveyOf(inner);
    const asked: string[] = [];
    const letIn: string[] = [];
    for (const operator of NEGATIONS) {
      const lets = await letsNullsIn(inner, survey, operator);
      if (lets !== undefined) asked.push(operator);
      if (lets) letIn.push(operator);
    }
    if (asked.length > 0)
      inner.settle({ nullsInNegations: letIn.length > 0 ? `let in by ${letIn.join(', ')}` : 'out' });
    return { asked, letIn };
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
  const spelling: Spelling = { arrayEncoding, nullSpelling: 'NULL' };
  const page = tryPage(await requestProducts(context, { filter: only(probe), limit: survey.pageSize, spelling }));
  if (page === undefined) return undefined;
  const counts = (nulls: Semantics['nulls']): number =>
    expectedRecords(only(probe), survey, { ...sqlSemantics, nulls }).required.length;
  const column = survey.columns.get(probe.column);
  const seen = column !== undefined && page.records.some((record) => isNull(record, column));
  return seen || (survey.complete && totalOf(page) === counts('in') && counts('in') > counts('out'));
}

/** One probe tells a target that follows SQL; only one that lets nulls in is asked about every negation. */
async function nullsIn(context: Context, survey: Survey): Promise<Semantics['nulls']> {
  if (nullColumn(survey) === undefined) return 'out';
  const first = NEGATIONS.find((operator) => nullProbe(survey, operator) !== undefined);
  if (first === undefined || !(await letsNullsIn(context, survey, first))) return 'out';
  const { asked, letIn } = await nullsLetIn(context);
  return letIn.length === asked.length ? 'in' : 'out';
}
