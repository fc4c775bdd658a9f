import type { Scalar } from '../../../src/protocol/export/filter.js';
import { ABSENT, absentNumber } from './list-mutants.js';

/** Lists of three, of one, of twelve, and with a value twice. */
export function lists<T extends Scalar>(values: readonly T[]): readonly (readonly T[])[] {
  const [first] = values;
  if (first === undefined || values.length < 2) return triples(values);
  const many = values.length > 7 ? [spaced(values, Math.min(12, values.length - 1))] : [];
  const [, second = first] = values;
  return [...triples(values), [values.at(-1) ?? first], [first, second, first], ...many];
}

/** Values two by two. */
export const pairsOf = <T>(values: readonly T[]): readonly (readonly T[])[] =>
  values.flatMap((value, at) => (at % 2 === 1 ? [[value, values[at - 1] ?? value]] : []));

/** A text that none holds, though a pattern of LIKE would find one, beside another that is there. */
export function patternLists(texts: readonly string[]): readonly (readonly string[])[] {
  const [found, other] = texts.filter((text) => /^[\w -]{3,60}$/.test(text) && !text.includes('_'));
  return found === undefined || other === undefined ? [] : [[`${found.slice(0, 1)}_${found.slice(2)}`, other]];
}

function triples<T extends Scalar>(values: readonly T[]): readonly (readonly T[])[] {
  const found: T[][] = [];
  for (let index = 0; index + 1 < values.length; index += 1) {
    const three = [values[index + 1], values[index], values[index + 2]].filter(
      (value): value is T => value !== undefined,
    );
    if (values.length > three.length) found.push(three);
    else if (values.length > 2) found.push(three.slice(0, 2));
  }
  const [value, other] = found[0] ?? [];
  const absent = (typeof value === 'number' ? absentNumber(values) : ABSENT.text) as T;
  return value === undefined || other === undefined ? found : [[value, absent, other], ...found];
}

/** At most so many items, evenly spaced, the first and last among them. */
export function spaced<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from(
    { length: most },
    (_, index) => items[Math.round((index * (items.length - 1)) / (most - 1))],
  ).filter((item) => item !== undefined);
}
