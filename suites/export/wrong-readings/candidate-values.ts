/**
 * Chooses values for the criteria of filters. The values may detect a faulty implementation of an
 * operator (a wrong reading).
 */

import { memoizedByObject } from '../../../src/memoized.js';
import {
  operators,
  type Scalar,
  takes,
  type ValueOperator,
} from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { type Column, textsOf } from '../model/oracle/column.js';
import { isUnusualText, shortestOfEachClass } from '../model/oracle/unusual-text.js';
import {
  type Asked,
  NUMBER_REDUCTIONS,
  TEXT_REDUCTIONS,
  usualNumberForm,
} from './comparison-readings.js';
import { ABSENT, absentNumber } from './operator-readings.js';

/**
 * The number of evenly spaced values that are taken from a column. More values cost time and detect
 * little.
 */
const SAMPLE_SIZE = 24;

/**
 * Operators that need an order, such as `>`, are tested only on numbers, because the order of texts
 * depends on the collation.
 */
export function kindsFor(operator: ValueOperator): readonly ('text' | 'number')[] {
  if (takes(operator, 'pattern')) return ['text'];
  return takes(operator, 'bound', 'range') ? ['number'] : ['text', 'number'];
}

/** The operators that are tested on columns of the kind. */
export const operatorsOn = (
  kind: 'text' | 'number',
): readonly [ValueOperator, ...ValueOperator[]] => [
  '=',
  ...operators
    .filter((one) => !takes(one, 'null'))
    .filter((one) => one !== '=' && kindsFor(one).includes(kind)),
];

/** Returns some values of a column, including values that many servers compare wrongly. */
export const sample = memoizedByObject(({ values, kind }: Column): readonly Scalar[] => {
  const all = [...values.keys()]
    .filter((value) => value !== '' && String(value).length <= MAX_TEXT_LENGTH)
    .map((value) => (kind === 'number' ? Number(value) : value));
  const unusual = all.filter((value) => typeof value === 'string' && isUnusualText(value));
  const numbers = all.filter((value) => typeof value === 'number');
  const texts = all.filter((value) => typeof value === 'string');
  const similar = [
    ...similarPairs(numbers, REDUCTIONS_OF_NUMBERS, 4),
    ...similarPairs(texts, REDUCTIONS_OF_TEXTS, 4),
    ...prefixPairs(texts, 4),
  ];
  const beyond32Bits = numbers.filter((number) => Math.abs(number) >= 2 ** 31).slice(0, 3);
  const special = [
    ...shortestOfEachClass(texts),
    ...numbers.filter((number) => number === 0),
    ...beyond32Bits,
  ];
  return [
    ...new Set<Scalar>([
      ...spaced(all, SAMPLE_SIZE),
      ...spaced(unusual, SAMPLE_SIZE),
      ...special,
      ...similar,
    ]),
  ];
});

/** Longer texts are not used, because some HTTP servers refuse long URLs. */
const MAX_TEXT_LENGTH = 400;

/**
 * Returns values that the operator can take: single values, lists, ranges or LIKE patterns. Texts
 * are used only if `fits` returns true.
 */
export function candidates(
  operator: ValueOperator,
  column: Column,
  fits: (text: string) => boolean,
): readonly Asked[] {
  if (column.kind === 'number') {
    const numbers = sample(column)
      .map(Number)
      .sort((a, b) => a - b);
    if (takes(operator, 'range'))
      return numbers.flatMap((low, at) => numbers.slice(at).map((high) => [low, high]));
    return takes(operator, 'list') ? lists(numbers) : numbers;
  }
  const texts = textsOf(column).filter((text) => text.length <= MAX_TEXT_LENGTH && fits(text));
  const isLike = takes(operator, 'pattern');
  const unusual = texts.filter((text) => isUnusualText(text));
  const plain = texts.filter((text) => !isUnusualText(text));
  const chosen = [...spaced(unusual, isLike ? 8 : 14), ...spaced(plain, isLike ? 4 : 8)];
  if (isLike) {
    const withBlanks = [/^\s+\S/, /\S {2,}\S/].flatMap((shape) =>
      texts.filter((text) => shape.test(text)).slice(0, 2),
    );
    return [...new Set([...chosen, ...withBlanks, ...prefixPairs(texts, 2)])].flatMap((text) =>
      patterns(text, operator === 'ILIKE'),
    );
  }
  const similar = [
    ...similarPairs(texts, REDUCTIONS_OF_TEXTS, 2),
    ...chosen,
    ...shortestOfEachClass(texts),
    ...prefixPairs(texts, 2),
  ];
  if (!takes(operator, 'list')) return [...new Set(similar)];
  const parts = textsWithinOthers(texts).slice(0, 3);
  const whole = [...parts, ...chosen].filter((text) => !text.includes(','));
  const sameNumbers = similarPairs(texts, [usualNumberForm], 2);
  const pairsOfSameNumber = sameNumbers.flatMap((text, at) =>
    at % 2 === 1 ? [[text, sameNumbers[at - 1] ?? text]] : [],
  );
  const [first, second] = whole.filter(
    (text) => /^[\w -]{3,60}$/.test(text) && !text.includes('_'),
  );
  // The first text of this list is not in the data. As a LIKE pattern it would match `first`.
  const withPattern = first && second ? [[`${first.slice(0, 1)}_${first.slice(2)}`, second]] : [];
  return [...lists(whole), ...pairsOfSameNumber, ...withPattern];
}

/** Returns the texts that are contained in other texts. */
function textsWithinOthers(texts: readonly string[]): readonly string[] {
  if (texts.some((text) => text === '' || text.includes(SEPARATOR)))
    return texts.filter((text) => texts.some((other) => other !== text && other.includes(text)));
  // A search in the joined texts is much faster than the comparison of all pairs.
  const all = `${SEPARATOR}${texts.join(SEPARATOR)}${SEPARATOR}`;
  return texts.filter((text) => {
    for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
      const isItself = all[at - 1] === SEPARATOR && all[at + text.length] === SEPARATOR;
      if (!isItself) return true;
    }
    return false;
  });
}

const SEPARATOR = '\0';

/**
 * Returns lists of three values, of one value and of up to twelve values, and lists with a repeated
 * or an absent value.
 */
function lists(values: readonly Scalar[]): readonly (readonly Scalar[])[] {
  const [first, second] = values;
  if (first === undefined || second === undefined) return [];
  const absent = typeof first === 'number' ? absentNumber(values) : ABSENT.text;
  const triples = values
    .slice(1)
    .map((value, at) => [value, ...values.slice(at, at + 1), ...values.slice(at + 2, at + 3)]);
  const many = values.length > 7 ? [spaced(values, Math.min(12, values.length - 1))] : [];
  return [
    [second, absent, first],
    ...triples.map((three) => three.slice(0, values.length - 1)),
    [values.at(-1) ?? first],
    [second, absent, first, second],
    ...many,
  ];
}

/** Returns at most `most` items at equal distances, including the first and the last item. */
function spaced<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) =>
    Math.round((index * (items.length - 1)) / (most - 1)),
  ).flatMap((at) => items.slice(at, at + 1));
}

/** Patterns that match the text. For ILIKE, the letter case of most patterns is changed. */
function patterns(text: string, changeCase: boolean): readonly string[] {
  const characters = [...text];
  // Such texts are left out, because a cut could divide combined characters, escapes, wildcards or
  // brackets.
  if (
    characters.length < 2 ||
    /[\\[\]%\u200d]|\p{M}/u.test(text) ||
    (changeCase && /[^\x20-\x7e]/.test(text))
  )
    return [];
  const middle = Math.floor(characters.length / 2);
  const part = (from: number, to?: number): string => characters.slice(from, to).join('');
  const made = [
    text,
    `${part(0, 2)}%`,
    `${part(0, middle)}%`,
    `%${part(-2)}`,
    `%${part(middle)}`,
    `%${part(1, -1)}%`,
    `${part(0, 1)}%${part(-1)}`,
    `${part(0, middle)}_${part(middle + 1)}`,
    `_${part(1)}`,
    `${part(0, -1)}_`,
    `${text}%`,
    `%${text}`,
    `_%${part(-1)}`,
    `%${part(1, 2)}%${part(-1)}`,
    `%${part(0, 1)}%${part(middle, middle + 1)}%${part(-1)}`,
    `${part(0, 1)}%${part(middle, middle + 1)}%${part(-1)}%`,
    `__${part(2)}`,
  ];
  return changeCase
    ? made.map((pattern, index) => (index % 3 === 1 ? pattern : swapCase(pattern)))
    : made;
}

const REDUCTIONS_OF_NUMBERS = Object.values(NUMBER_REDUCTIONS);
const REDUCTIONS_OF_TEXTS = [...Object.values(TEXT_REDUCTIONS), (text: string) => text.slice(0, 4)];

/**
 * Returns pairs of values that a reduction makes equal, for example the removal of accents. They
 * detect a server that ignores such differences. `most` is the number of pairs for each reduction.
 */
const similarPairs = <T>(
  values: readonly T[],
  reductions: readonly ((value: T) => T)[],
  most: number,
): readonly T[] =>
  reductions.flatMap((reduce) => {
    const reduced = values.map(reduce);
    const first = new Map(
      values.map((value, index) => [reduced[index], value] as const).toReversed(),
    );
    const pairs = values.map(
      (value, index) => [value, first.get(reduced[index]) ?? value] as const,
    );
    return pairs
      .filter(([value, other]) => value !== other)
      .slice(0, most)
      .flat();
  });

/** Pairs of texts in which the second text begins with the first. */
function prefixPairs(texts: readonly string[], most: number): readonly string[] {
  const sorted = [...texts].sort();
  return sorted
    .flatMap((text, index) => {
      const next = sorted[index + 1];
      return next?.startsWith(text) ? [text, next] : [];
    })
    .slice(0, 2 * most);
}
