import { expect, it } from 'vitest';
import type { Column } from './column.js';
import {
  classesOf,
  coarseKey,
  type Equality,
  EXACT,
  equalsNoOther,
  equalsText,
  foldAscii,
  mayEqual,
  mustEqual,
  reducedText,
  TRAITS,
  type Trait,
  UNLEARNED,
} from './equality.js';
import { FALSE, OPEN, TRUE } from './truth.js';

const folding = (...traits: readonly Trait[]): Equality => ({
  ...EXACT,
  ...Object.fromEntries(traits.map((trait) => [trait, 'folded'])),
});

/** Pairs of texts, and the traits that a column must fold to treat the texts as equal. */
const pairs: readonly (readonly [string, string, readonly Trait[]])[] = [
  ['Red', 'red', ['case']],
  ['É', 'é', ['case']],
  ['I', 'i', ['case']],
  ['I', 'ı', ['case']],
  ['red ', 'red', ['blanks']],
  ['é ', 'é', ['blanks']],
  ['é', 'e', ['accents']],
  ['ｒｅｄ', 'red', ['width']],
  ['Red ', 'red', ['case', 'blanks']],
  ['É ', 'é', ['case', 'blanks']],
  ['ＲＥＤ', 'red', ['case', 'width']],
];

it.each(pairs)(
  'may hold %j and %j equal where %j are folded, and not without one of them',
  (a, b, traits) => {
    for (const equality of [folding(...traits), UNLEARNED])
      expect([mayEqual(a, b, equality), mayEqual(b, a, equality)]).toEqual([true, true]);
    for (const one of traits) {
      const less = folding(...TRAITS.filter((trait) => trait !== one && isOrdinary(trait)));
      expect(mayEqual(a, b, less), `without ${one}`).toBe(false);
    }
  },
);

/**
 * If a column folds accents or normal forms, more texts are equal than can be listed here.
 */
const isOrdinary = (trait: Trait): boolean => trait !== 'accents' && trait !== 'forms';

it('may equal a text beyond ASCII if accents or normal forms are ignored', () => {
  expect(mayEqual('É', 'e', folding('accents'))).toBe(true);
  expect(mayEqual('É', 'é', folding('forms'))).toBe(true);
  expect(mayEqual('E', 'e', folding('accents', 'forms'))).toBe(false);
});

it.each([
  ['red', 'blue'],
  ['red', 'reds'],
  ['a b', 'ab'],
  ['1', '01'],
])('distinguishes %j and %j in every collation', (a, b) => {
  for (const equality of [EXACT, UNLEARNED, folding(...TRAITS)])
    expect(equalsText(b, equality)(a)).toBe(FALSE);
});

/**
 * Texts that are equal in some language. At least one text of each pair is not ASCII. A column that
 * compares code points distinguishes them.
 */
it.each([
  ['müller', 'mueller'],
  ['ærø', 'aro'],
  ['œuf', 'oeuf'],
  ['håb', 'haab'],
  ['łódź', 'lodz'],
  ['đa', 'da'],
  ['þor', 'thor'],
  ['ħa', 'ha'],
  ['yı', 'ii'],
  ['a\u200bb', 'ab'],
  ['😀', '🍣'],
])('leaves open whether %j is %j', (a, b) => {
  expect(equalsText(b, UNLEARNED)(a)).toBe(OPEN);
  expect(equalsText(b, folding('accents'))(a)).toBe(OPEN);
  expect(equalsText(b, folding('case', 'blanks'))(a)).toBe(FALSE);
  expect(equalsText(b, EXACT)(a)).toBe(FALSE);
});

it('treats normal forms as equal if forms, width or accents are ignored', () => {
  for (const trait of TRAITS)
    expect(mayEqual('e\u0301', 'é', folding(trait)), trait).toBe(
      ['forms', 'width', 'accents'].includes(trait),
    );
});

it('may treat texts with the same capitals as equal if case or accents are ignored', () => {
  for (const [a, b] of [['straße', 'strasse'] as const, ['ς', 'σ'] as const]) {
    expect(equalsText(b, folding('case'))(a)).toBe(OPEN);
    expect(equalsText(b, folding('accents'))(a)).toBe(OPEN);
    expect(equalsText(b, folding('blanks'))(a)).toBe(FALSE);
  }
});

it('compares ASCII texts only by letter case and blanks', () => {
  expect(mayEqual('ss', 's', UNLEARNED)).toBe(false);
  for (const text of ['ss', 'sss', 's  ']) expect(coarseKey(text), text).toBe(coarseKey('s'));
  expect(coarseKey('s s')).not.toBe(coarseKey('ss'));
});

it.each([
  ['Red', 'red', true, true],
  ['Rid', 'rid', true, true],
  ['RID', 'rid', false, true],
  ['É', 'é', false, false],
  ['RÉD', 'rÉd', true, true],
  ['IÉ', 'iÉ', false, true],
  ['red', 'red', true, true],
  ['red', 'rad', false, false],
])('is sure of %j and %j without case: %s, with the i of English: %s', (a, b, without, withI) => {
  expect([mustEqual(a, b, folding('case')), mustEqual(b, a, folding('case'))]).toEqual([
    without,
    without,
  ]);
  expect(mustEqual(a, b, folding('case', 'dots'))).toBe(withI);
  expect(mustEqual(a, b, folding('dots'))).toBe(a === b);
  expect(mustEqual(a, b, UNLEARNED)).toBe(a === b);
  const otherwise = a === 'É' ? OPEN : FALSE;
  expect(equalsText(b, folding('case', 'dots'))(a)).toBe(withI ? TRUE : otherwise);
});

it.each([
  ['ABC Iz', 'abc Iz', 'abc iz'],
  ['ÄI', 'ÄI', 'Äi'],
  ['AZ[`', 'az[`', 'az[`'],
])('folds %j to %j, or to %j with the i of English', (text, without, withI) => {
  expect(foldAscii(text, false)).toBe(without);
  expect(foldAscii(text)).toBe(withI);
});

it.each<readonly [string, readonly Trait[], string]>([
  ['Red  ', [], 'Red  '],
  ['Red  ', ['case'], 'red  '],
  ['Red  ', ['blanks'], 'Red'],
  ['é a  ', ['blanks'], 'é a'],
  ['Ｒéd\u00a0', [], 'Ｒéd\u00a0'],
  ['Ｒéd\u00a0', ['blanks'], 'Ｒéd'],
  ['Ｒéd', ['width'], 'Réd'],
  ['Re\u0301d', ['forms'], 'Réd'],
  ['Ｒe\u0301d', ['forms'], 'Ｒéd'],
  ['Ｒe\u0301d', ['width', 'forms'], 'Réd'],
  ['Réd', ['accents'], 'Red'],
  ['RÉD', ['case'], 'réd'],
  ['İ', ['case'], 'i'],
  ['ıÉ', ['case'], 'ié'],
  ['ẞ', ['case'], 'ß'],
  ['ſé', ['case'], 'sé'],
])('reduces %j by %j to %j', (text, traits, reduced) => {
  expect(reducedText(text, folding(...traits))).toBe(reduced);
});

const grouped = (values: readonly string[], equality: Equality): readonly string[] =>
  classesOf(values, equality)
    .map((set) => [...set].sort().join('|'))
    .sort();

it('puts values into classes that may be one value to the column', () => {
  const values = ['red', 'RED', 'Red ', 'blue', 'réd'];
  expect(grouped(values, EXACT)).toEqual(['RED', 'Red ', 'blue', 'red', 'réd']);
  expect(grouped(values, folding('case'))).toEqual(['RED|red', 'Red ', 'blue', 'réd']);
  expect(grouped(values, folding('case', 'blanks'))).toEqual(['RED|Red |red', 'blue', 'réd']);
  expect(grouped(values, UNLEARNED)).toEqual(['RED|Red |red|réd', 'blue']);
});

it('joins the classes that a later value belongs to', () => {
  // ß may be equal to `s` or to `ss`, which are always different.
  expect(grouped(['mass', 'mas'], UNLEARNED)).toEqual(['mas', 'mass']);
  for (const values of [
    ['mass', 'mas', 'maß'],
    ['mass', 'maß', 'mas'],
  ])
    expect(grouped(values, UNLEARNED)).toEqual(['mas|mass|maß']);
});

it('recognizes a value that equals no other value of the column', () => {
  const column: Column = {
    name: 'c',
    kind: 'text',
    values: new Map([
      ['red', 1],
      ['Red', 1],
      ['blue', 2],
    ]),
    nulls: 0,
    blanks: 0,
  };
  expect(equalsNoOther('red', column, () => EXACT)).toBe(true);
  expect(equalsNoOther('red', column, () => UNLEARNED)).toBe(false);
  expect(equalsNoOther('blue', column, () => UNLEARNED)).toBe(true);
  expect(equalsNoOther('red', column, (name) => (name === 'c' ? folding('case') : EXACT))).toBe(
    false,
  );
});
