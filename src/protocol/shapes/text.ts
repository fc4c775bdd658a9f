/** Wrong forms of a token or secret that a careless server may accept instead of the right text. */

import { shellQuote } from '../../http/shell.js';
import { swapCase } from '../swap-case.js';

/** A wrong form of a token or secret, which a server must compare exactly. */
export interface TextShape {
  /** Returns the text unchanged if the form does not apply to it. */
  readonly change: (text: string) => string;
  /** Returns a shell word that computes the form from the variable that contains the text. */
  readonly recipe: (variable: string, text: string) => string;
}

/**
 * Characters that no token may contain. Careless patterns such as `[A-z]`, `[+-_]` and `[0-_]`
 * accept some of them. A character beyond ASCII is given as its bytes, one character for each, as
 * in a header field.
 */
const CHARACTERS = {
  ...{
    dot: '.',
    blank: ' ',
    plus: '+',
    slash: '/',
    comma: ',',
    caret: '^',
    colon: ':',
    equals: '=',
    tilde: '~',
  },
  ...{
    dollar: '$',
    at: '@',
    bang: '!',
    percent: '%',
    star: '*',
    semicolon: ';',
    hash: '#',
    ampersand: '&',
    pipe: '|',
  },
  ...{
    backslash: '\\',
    quote: "'",
    'double quote': '"',
    'question mark': '?',
    backtick: '`',
    parenthesis: '(',
  },
  ...{ bracket: '[', brace: '{', 'less than': '<', tab: '\t' },
  ...{ 'e acute': '\u00e9', 'e acute in utf8': '\u00c3\u00a9', ordinal: '\u00aa' },
} as const;
const shape = (change: TextShape['change'], recipe: TextShape['recipe']): TextShape => ({
  change,
  recipe,
});

/** Each shell expansion of a variable, and a function that changes a text in the same way. */
const EXPANSIONS = {
  '': (text: string) => text,
  '%?': (text: string) => text.slice(0, -1),
  '#?': (text: string) => text.slice(1),
  '//-/': (text: string) => text.replaceAll('-', ''),
  '//_/': (text: string) => text.replaceAll('_', ''),
  '//+/ ': (text: string) => text.replaceAll('+', ' '),
} as const;
type Part = string | ((text: string) => string);
const partOf = (part: Part, text: string): string => (typeof part === 'string' ? part : part(text));

/**
 * Puts parts before and after the text, which the expansion may change. Only `before` may have
 * characters that are bytes of UTF-8 (see `fullWidth`), so it is quoted as Latin-1.
 */
const withPart = (before: Part, expansion: keyof typeof EXPANSIONS, after: Part): TextShape => ({
  change: (text) => `${partOf(before, text)}${EXPANSIONS[expansion](text)}${partOf(after, text)}`,
  recipe: (variable, text) =>
    `${shellQuote(partOf(before, text), 'latin1')}"\${${variable}${expansion}}"${shellQuote(partOf(after, text))}`,
});
/** Sends the text through a shell filter, which changes it in the same way as `change`. */
const piped = (change: TextShape['change'], filter: string): TextShape =>
  shape(change, (variable) => `"$(printf %s "$${variable}" | ${filter})"`);
const repeated = (between: string): TextShape =>
  shape(
    (text) => `${text}${between}${text}`,
    (variable) => `"$${variable}${between}$${variable}"`,
  );
const instead = (value: string): TextShape => ({
  change: () => value,
  recipe: () => shellQuote(value),
});
const half = (text: string): number => Math.ceil(text.length / 2);
const otherThan = (character: string | undefined, first: string, second: string): string =>
  character === first ? second : first;

/**
 * Long forms have at least this number of characters, because careless servers compare only the
 * first 32, 64, 255 or 256 characters.
 */
const LONG = 512;
const filling = (text: string): string => 'x'.repeat(Math.max(1, LONG - text.length));
/**
 * Returns the full-width form of the first letter, with one character for each UTF-8 byte. In
 * Unicode the full-width forms follow the ASCII characters at a distance of 0xfee0.
 */
const fullWidth = (text: string): string =>
  Buffer.from(String.fromCharCode(0xfee0 + text.charCodeAt(0))).toString('latin1');

/** Parts and variations of the right text, additions to it, and other texts that replace it. */
export const NEAR = {
  'cut short': withPart('', '%?', ''),
  lengthened: withPart('', '', 'x'),
  'case swapped': piped(swapCase, "tr 'A-Za-z' 'a-zA-Z'"),
  prefixed: withPart('x', '', ''),
  'dashes swapped': piped(
    (text) => text.replace(/[-_]/g, (c) => otherThan(c, '-', '_')),
    "tr '_-' '-_'",
  ),
  'without dashes': withPart('', '//-/', ''),
  'without underscores': withPart('', '//_/', ''),
  // In LIKE an underscore matches any character, and a percent sign any sequence of characters.
  'last character any': withPart('', '%?', (text) => otherThan(text.at(-1), '_', 'x')),
  'any end': withPart('', '%?', '%'),
  'last character changed': withPart('', '%?', (text) => otherThan(text.at(-1), 'x', 'y')),
  'first character changed': withPart((text) => otherThan(text[0], 'x', 'y'), '#?', ''),
  'without first character': withPart('', '#?', ''),
  'first half': shape(
    (text) => text.slice(0, half(text)),
    (variable, text) => `"\${${variable}:0:${half(text)}}"`,
  ),
  doubled: repeated(''),
  reversed: piped((text) => [...text].reverse().join(''), 'rev'),
  filled: withPart('', '', filling),
  'filled before': withPart(filling, '', ''),
  'dot far behind': withPart('', '', (text) => `${filling(text)}.`),
  empty: instead(''),
  'a hyphen': instead('-'),
  underscores: instead('___'),
  'long letters': instead('a'.repeat(LONG)),
  zero: instead('0'),
  null: instead('null'),
  true: instead('true'),
  escaped: piped(
    (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
    "od -An -v -tx1 | tr -d '\\n' | tr ' ' '%'",
  ),
  // The list begins and ends with the text. Another value is in between.
  'in a list': repeated(',x,'),
  'behind a scheme': withPart('Bearer ', '', ''),
  'in quotes': withPart('"', '', '"'),
  'with a parameter': withPart('', '', ';x'),
  'in full width': withPart(fullWidth, '#?', ''),
  'another line': withPart('', '', '\nx'),
  'blank for plus': withPart('', '//+/ ', ''),
  'without accents': shape(
    (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    (variable) =>
      `"$(node -p 'process.argv[1].normalize("NFD").replace(/\\p{M}/gu, "")' "$${variable}")"`,
  ),
} as const;
export type NearShape = keyof typeof NEAR;

/** Puts a character into the middle of a text, where HTTP removes no whitespace. */
const within = (c: string): TextShape =>
  shape(
    (text) =>
      text.length < 2 ? text : `${text.slice(0, half(text))}${c}${text.slice(half(text))}`,
    (variable, text) =>
      `"\${${variable}:0:${half(text)}}"${shellQuote(c, 'latin1')}"\${${variable}:${half(text)}}"`,
  );

const CHARACTER_SHAPES = {
  ...{
    'dot after': withPart('', '', '.'),
    'slash after': withPart('', '', '/'),
    'plus after': withPart('', '', '+'),
  },
  ...{
    'equals after': withPart('', '', '='),
    'bang before': withPart('!', '', ''),
    'dot before': withPart('.', '', ''),
  },
  ...(Object.fromEntries(
    Object.entries(CHARACTERS).map(([name, c]) => [`${name} within`, within(c)]),
  ) as Readonly<Record<`${keyof typeof CHARACTERS} within`, TextShape>>),
};
export type CharacterShape = keyof typeof CHARACTER_SHAPES;

type Shape = NearShape | CharacterShape;

export const TEXTS: Readonly<Record<Shape, TextShape>> = { ...NEAR, ...CHARACTER_SHAPES };

/**
 * A wrong form of a secret. Reports show `about` and `recipe` (a shell word) instead of `value`.
 */
export interface ShapedText {
  readonly value: string;
  readonly about: string;
  readonly recipe: string;
}

/** Returns the forms, except empty forms and forms that equal the text or an earlier form. */
export function shaped(
  text: string,
  names: readonly Shape[],
  variable: string,
): readonly ShapedText[] {
  const seen = new Set([text, '']);
  return names.flatMap((name) => {
    const { change, recipe } = TEXTS[name];
    const value = change(text);
    if (seen.has(value)) return [];
    seen.add(value);
    return [{ value, about: nameOf(name), recipe: recipe(variable, text) }];
  });
}

/** Writes the name of a form as a part of a variable name. */
export const nameOf = (shape: string): string => shape.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
