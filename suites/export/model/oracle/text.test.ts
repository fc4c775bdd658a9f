import { expect, it } from 'vitest';
import { type Equality, EXACT, equalsText, UNLEARNED } from './equality.js';
import { FALSE, OPEN, TRUE } from './truth.js';
import { isUnusualText, shortestOfEachClass, TEXT_CLASSES } from './unusual-text.js';
import { likeText } from './wildcards.js';

const NOCASE: Equality = { ...EXACT, case: 'folded', dots: 'folded' };
const TURKISH: Equality = { ...EXACT, case: 'folded' };
const BLANKS: Equality = { ...EXACT, blanks: 'unknown' };
const yes = TRUE;
const no = FALSE;
const open = OPEN;

it.each<readonly [string, string, Equality, number]>([
  ['red', 'red', EXACT, yes],
  ['red', 'r%', EXACT, yes],
  ['red', '_ed', EXACT, yes],
  ['red', '__d', EXACT, yes],
  ['red', '____', EXACT, no],
  ['red', '%e', EXACT, no],
  ['Red', 'r%', EXACT, no],
  ['red ', 'red', EXACT, no],
  ['😀', '_', EXACT, yes],
  ['', '', EXACT, yes],
  ['', '_', EXACT, no],
  // Each SQL dialect has its own escapes and character classes, so the result is open.
  ['r_d', 'r\\_d', EXACT, open],
  ['red', 'r[e]d', EXACT, open],
  ['red', 'red]', EXACT, open],
  ['red', '[red', EXACT, open],
  ['blue', '\\', EXACT, open],

  ['RED', 'r%', NOCASE, yes],
  ['rid', 'RI_', NOCASE, yes],
  ['RID', 'ri%', NOCASE, yes],
  ['blue', 'R%', NOCASE, no],
  // Only for A to Z the letter case is certain.
  ['É', 'é', NOCASE, open],
  ['É', 'é', EXACT, no],
  ['É', '_', NOCASE, yes],
  // A collation that folds more than letter case may remove the character that _ matches.
  ["it's  ", "IT'S _", { ...UNLEARNED, case: 'folded' }, open],
  ["it's  ", "it's ", { ...UNLEARNED, case: 'folded' }, open],
  ['x⑩', 'X__', { ...UNLEARNED, case: 'folded' }, open],
  ['RED', 'red', TURKISH, yes],
  ['RID', 'rid', TURKISH, open],
  ['rid', 'r_d', TURKISH, yes],

  ['red', 'red ', BLANKS, open],
  ['red ', 'red', BLANKS, open],
  ['red', 're_ ', BLANKS, open],
  ['red', '% ', BLANKS, open],
  ['red  ', '% ', BLANKS, yes],
  ['red', 'rad ', BLANKS, no],
  ['Red', 'red', BLANKS, no],

  // A letter and its combining mark may count as one character.
  ['e\u0301tude', 'e%', UNLEARNED, open],
  ['e\u0301tude', 'e_tude', { ...EXACT, forms: 'folded' }, open],
  ['e\u0301tude', 'e%', EXACT, yes],
  ['e\u0301tude', 'e\u0301%', UNLEARNED, yes],
  ['e\u0301tude', '%tude', UNLEARNED, yes],

  ['Red', 'r%', UNLEARNED, open],
  ['réd', 'r_d', UNLEARNED, yes],
  ['réd', 'red', UNLEARNED, open],
  // Some collations treat this letter as equal to two letters.
  ['straße', 'stra__e', UNLEARNED, open],
  ['straße', '_____', UNLEARNED, open],
  ['strasse', 'stra_e', UNLEARNED, no],
  ['strasse', 'stra_ße', UNLEARNED, open],
  ['straße', 'stra__e', NOCASE, open],
  ['straße', 'stra__e', EXACT, no],
  ['müller', 'mueller', NOCASE, no],
  ['müller', 'mueller', UNLEARNED, open],
  ['müller', 'schm%', UNLEARNED, no],
  ['ab', 'b%', UNLEARNED, no],
])('%j LIKE %j by %j comes to %i', (text, asked, equality, truth) => {
  expect(likeText(text, asked, equality)).toBe(truth);
  // The pattern is made only once, so the second result must be the same.
  expect(likeText(text, asked, equality)).toBe(truth);
});

it('does not confuse the patterns of different equalities', () => {
  for (let n = 0; n < 1_001; n += 1) expect(likeText(`red ${n}`, `RED ${n}`, NOCASE)).toBe(yes);
  expect(likeText('red 1', 'RED 1', EXACT)).toBe(no);
  expect(likeText('red 1', 'RED 1', NOCASE)).toBe(yes);
  expect(likeText('red 2', 'RED 1', NOCASE)).toBe(no);
});

it.each([
  ['red', 'red', yes],
  ['red', 'RED', open],
  ['red', 'red ', open],
  ['red', 'blue', no],
])('has %j in the place of %j: %i', (a, b, truth) => {
  expect(equalsText(b, UNLEARNED)(a)).toBe(truth);
});

it.each([
  '50%',
  'a_b',
  "o'neil",
  '"',
  '\\',
  ';',
  'a,b',
  'a&b',
  '=',
  '#',
  'a+b',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '/',
  '*',
  'a-b',
  ' a',
  'a ',
  'é',
  '\n',
  '\t',
  '\x7f',
  '😀',
])('finds %j odd', (text) => {
  expect(isUnusualText(text)).toBe(true);
});

it.each(['', 'red', 'Red 7.5', 'a b', 'x!?:@$~'])('finds nothing odd in %j', (text) => {
  expect(isUnusualText(text)).toBe(false);
});

it.each<readonly [string, readonly string[], readonly string[]]>([
  ['characters beyond the basic plane', ['😀'], ['é', '漢']],
  ['combining marks', ['e\u0301'], ['é']],
  ['letters beyond Latin', ['Ω', '漢', 'я'], ['é', 'a']],
  ['letters beyond ASCII', ['é', 'Ł'], ['a', 'Ω']],
  ['quotes', ["'", '"'], ['`']],
  ['backslashes', ['\\'], ['/']],
  ['wildcards', ['%', '_'], ['*']],
  ['semicolons or comments', [';', '--', '/*'], ['-', '/', '*']],
  ['signs of query strings', ['&', '+', '=', '#', '?'], [';']],
  ['brackets', ['[', ']', '(', ')'], ['{']],
  ['commas', [','], ['.']],
  ['slashes', ['/'], ['\\']],
  ['line breaks', ['a\nb', '\r', '\t'], [' ']],
  ['a blank before it', [' a'], ['a ']],
  ['more than 255 characters', ['a'.repeat(256), `\n${'a'.repeat(255)}`], ['a'.repeat(255)]],
  ['nothing but digits', ['007'], ['7a', 'a7', '']],
])('tells text of the class "%s"', (name, members, others) => {
  const shape = TEXT_CLASSES[name];
  for (const text of members) expect(shape?.test(text), text).toBe(true);
  for (const text of others) expect(shape?.test(text), text).toBe(false);
});

it('returns the shortest text of each class that occurs', () => {
  expect(shortestOfEachClass(["o'neil", "'n", 'plain', '12', '7', 'a,b'])).toEqual([
    "'n",
    'a,b',
    '7',
  ]);
  expect(shortestOfEachClass(['plain'])).toEqual([]);
});
