import fc from 'fast-check';
import { Found, property, skip } from '../../../src/harness/index.js';
import { check } from '../check.js';
import { expectedRecords, judgeRecords, requestRecords, TooLong } from '../judge/expected-records.js';
import { columnsOf } from '../mutants/distinguishing-criteria.js';
import { distinguishingFilters } from '../mutants/distinguishing-filters.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { alongWith, type Criterion, type Filter, type Mode, where, withOneLess } from '../request/filter.js';
import { PLAIN, type Route } from '../request/products-request.js';
import { nullSpellingOf, semanticsOf, spellingOf } from '../survey/dialect.js';
import { exactKeyRangeOf } from '../survey/key-range.js';
import type { Survey } from '../survey/survey.js';

const mode: fc.Arbitrary<Mode | undefined> = fc.constantFrom(undefined, 'AND', 'OR');

/** Criteria on values that the data holds, or nearly. */
function arbitraryCriterion(
  survey: Survey,
  withNull: boolean,
  withComma: boolean,
): fc.Arbitrary<Criterion> | undefined {
  const numbers = columnsOf(survey, 'number').map((column) => numberCriterion(column));
  const texts = columnsOf(survey, 'text')
    .filter((column) => textsOf(column).length > 1)
    .map((column) => textCriterion(column, withComma));
  const nullable = withNull
    ? [...survey.columns.values()].filter(({ nulls, kind }) => nulls > 0 && kind !== 'other')
    : [];
  const nulls = nullable
    .slice(0, 2)
    .map(({ name }) => fc.constantFrom(where(name, 'IS', null), where(name, 'IS NOT', null)));
  const all = [...numbers, ...numbers, ...texts, ...texts, ...nulls];
  return all.length === 0 ? undefined : new AnyCriterion(fc.oneof(...all));
}

/** Criteria that are taken as they are where they come from elsewhere, so that the filters around them can shrink. */
class AnyCriterion extends fc.Arbitrary<Criterion> {
  constructor(private readonly inner: fc.Arbitrary<Criterion>) {
    super();
  }
  override generate(random: fc.Random, bias: number | undefined): fc.Value<Criterion> {
    return this.inner.generate(random, bias);
  }
  override canShrinkWithoutContext(value: unknown): value is Criterion {
    return typeof value === 'object' && value !== null && 'operator' in value;
  }
  override shrink(value: Criterion, context: unknown): fc.Stream<fc.Value<Criterion>> {
    return context === undefined ? fc.Stream.nil() : this.inner.shrink(value, context);
  }
}

function numberCriterion(column: Column): fc.Arbitrary<Criterion> {
  const value = fc.constantFrom(...sortedNumbers(column).slice(0, 10_000));
  return fc.oneof(
    fc
      .tuple(fc.constantFrom('=', '!=', '>', '<', '>=', '<='), value)
      .map(([operator, asked]) => where(column.name, operator, asked)),
    fc
      .tuple(fc.constantFrom('IN', 'NOT IN'), fc.array(value, { minLength: 2, maxLength: 4 }))
      .map(([operator, list]) => where(column.name, operator, list)),
    fc
      .tuple(fc.constantFrom('BETWEEN', 'NOT BETWEEN'), value, value)
      .map(([operator, a, b]) => where(column.name, operator, [Math.min(a, b), Math.max(a, b)])),
  );
}

function textCriterion(column: Column, withComma: boolean): fc.Arbitrary<Criterion> {
  const texts = textsOf(column).filter((text) => text.length <= 120);
  const value = fc.constantFrom(...(texts.length > 0 ? texts : ['']));
  const listed = fc.constantFrom(...(withComma ? texts : texts.filter((text) => !text.includes(','))), 'assayabsent');
  return fc.oneof(
    fc.tuple(fc.constantFrom('=', '!='), value).map(([operator, asked]) => where(column.name, operator, asked)),
    fc
      .tuple(fc.constantFrom('LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'), value.chain(arbitraryPattern))
      .map(([operator, asked]) => where(column.name, operator, asked)),
    fc
      .tuple(fc.constantFrom('IN', 'NOT IN'), fc.array(listed, { minLength: 2, maxLength: 4 }))
      .map(([operator, list]) => where(column.name, operator, list)),
  );
}

/** A pattern made from a text by cutting and by putting wildcards in; escapes and classes are no part of it. */
function arbitraryPattern(text: string): fc.Arbitrary<string> {
  const characters = [...text].filter((c) => !/[\\[\]\p{M}]/u.test(c));
  return fc
    .tuple(fc.nat(characters.length), fc.nat(characters.length), fc.constantFrom('%', '_', ''))
    .map(([from, to, wild]) => {
      const [start, end] = [Math.min(from, to), Math.max(from, to)];
      return (
        `${start > 0 ? '%' : ''}${characters.slice(start, end).join('')}${wild}${end < characters.length ? '%' : ''}` ||
        '%'
      );
    });
}

function arbitraryFilter(survey: Survey, withNull: boolean, withComma: boolean): fc.Arbitrary<Filter> | undefined {
  const criterion = arbitraryCriterion(survey, withNull, withComma);
  if (criterion === undefined) return undefined;
  const group = fc.record({ mode, criteria: fc.array(criterion, { minLength: 1, maxLength: 3 }) });
  const filter = fc.record({ mode, groups: fc.array(group, { minLength: 1, maxLength: 3 }) });
  return survey.keyRange === undefined
    ? filter
    : filter.filter((candidate) => alongWith(candidate, survey.keyRange) !== undefined);
}

function unlessTooLong(error: unknown): undefined {
  if (!(error instanceof TooLong)) throw error;
}

interface Asked {
  readonly filter: Filter;
  readonly route: Route;
  readonly accept: string | undefined;
}

const isDeviation = (error: unknown): error is Found => error instanceof Found && error.finding.kind === 'deviates';

/** Questions that making a counterexample smaller may cost, once shrinking has come to its end. */
const LESS = 24;

/** Shrinking takes criteria away from the beginning of a list only: here each is tried. The replay stays the same. */
async function withFewestCriteria(
  error: unknown,
  failing: Asked,
  judge: (asked: Asked) => Promise<void>,
): Promise<unknown> {
  let [smallest, last, left] = [failing, error, LESS];
  for (let changed = true; changed; ) {
    changed = false;
    for (const filter of withOneLess(smallest.filter)) {
      if (left <= 0) break;
      left -= 1;
      const thrown = await judge({ ...smallest, filter }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!isDeviation(thrown)) continue;
      [smallest, last, changed] = [{ ...smallest, filter }, thrown, true];
      break;
    }
  }
  if (!isDeviation(last) || !isDeviation(error)) return error;
  const { replay } = error.finding as { readonly replay?: string };
  return new Found({ ...last.finding, ...(replay === undefined ? {} : { replay }) } as Found['finding']);
}

export const randomFilters = [
  check({
    id: 'export.filter.random',
    clauses: ['EXP-FILT-17'],
    title: 'random filters give exactly the records that an evaluation of the snapshot gives',
    requests: { least: 2, most: 30 },
    async run(context) {
      const survey = await exactKeyRangeOf(context);
      const [spelling, semantics, nullSpelling] = [
        await spellingOf(context),
        await semanticsOf(context),
        await nullSpellingOf(context),
      ];
      const filters = arbitraryFilter(survey, nullSpelling !== undefined, spelling.arrayEncoding !== 'comma');
      if (filters === undefined) return skip('data', 'needs a column with two different values');
      const route: fc.Arbitrary<Route> = fc.constantFrom('v2', 'v2', 'legacy');
      const accept = fc.constantFrom(undefined, undefined, PLAIN);
      const telling = distinguishingFilters(filters, survey, semantics, Math.ceil(context.allowance / 2));
      const examples = telling.map((filter) => ({ filter, route: 'v2' as const, accept: undefined }));
      let kept = 0;
      const judge = async ({ filter, ...how }: Asked): Promise<void> => {
        const page = await requestRecords(context, survey, { filter, spelling, ...how }).catch(unlessTooLong);
        if (page === undefined) return;
        judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics);
        if (page.records.length > 0 && page.records.length < survey.total) kept += 1;
      };
      let failing: Asked | undefined;
      const tried = await property(
        context,
        fc.record({ filter: filters, route, accept }),
        (asked) =>
          judge(asked).catch((error: unknown) => {
            if (isDeviation(error)) failing = asked;
            throw error;
          }),
        { examples },
      ).catch(async (error: unknown) => {
        throw failing === undefined ? error : await withFewestCriteria(error, failing, judge);
      });
      return `${tried} random filters, ${kept} of which kept some records and left out some`;
    },
  }),
];
