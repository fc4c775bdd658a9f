import fc from 'fast-check';
import { type Criterion, type Filter, type Mode, type Operator, where } from '../../../src/protocol/export/filter.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';

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

/** Criteria of some operators on a column. */
export const arbitraryCriteria = (
  { name }: Column,
  operators: readonly Operator[],
  value: fc.Arbitrary<Criterion['value']>,
): fc.Arbitrary<Criterion> =>
  fc.tuple(fc.constantFrom(...operators), value).map(([operator, asked]) => where(name, operator, asked));

function numberCriterion(column: Column): fc.Arbitrary<Criterion> {
  const value = fc.constantFrom(...sortedNumbers(column).slice(0, 10_000));
  const range = fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  return fc.oneof(
    arbitraryCriteria(column, ['=', '!=', '>', '<', '>=', '<='], value),
    arbitraryCriteria(column, ['IN', 'NOT IN'], fc.array(value, { minLength: 2, maxLength: 4 })),
    arbitraryCriteria(column, ['BETWEEN', 'NOT BETWEEN'], range),
  );
}

function textCriterion(column: Column, withComma: boolean): fc.Arbitrary<Criterion> {
  const texts = textsOf(column)
    .filter((text) => text.length <= 120)
    .slice(0, 10_000);
  const value = fc.constantFrom(...(texts.length > 0 ? texts : ['']));
  const listed = fc.constantFrom(...(withComma ? texts : texts.filter((text) => !text.includes(','))), 'assayabsent');
  return fc.oneof(
    arbitraryCriteria(column, ['=', '!='], value),
    arbitraryCriteria(column, ['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'], value.chain(arbitraryPattern)),
    arbitraryCriteria(column, ['IN', 'NOT IN'], fc.array(listed, { minLength: 2, maxLength: 4 })),
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

/** Filters of up to three groups of up to three criteria. */
export function arbitraryFilter(
  survey: Survey,
  withNull: boolean,
  withComma: boolean,
): fc.Arbitrary<Filter> | undefined {
  const criterion = arbitraryCriterion(survey, withNull, withComma);
  if (criterion === undefined) return undefined;
  const group = fc.record({ mode, criteria: fc.array(criterion, { minLength: 1, maxLength: 3 }) });
  return fc.record({ mode, groups: fc.array(group, { minLength: 1, maxLength: 3 }) });
}
