import { swapCase } from '../../../src/harness/index.js';

/** A token made from the right one, and what was done to it, in capitals for the name of a variable. */
export interface MadeToken {
  readonly token: string;
  readonly about: string;
}

/**
 * Characters no token may hold, those first that careless patterns let through, such as `[A-z]`, `[+-_]` and `[0-_]`.
 * Blanks stand inside, for HTTP strips the ends.
 */
const DISALLOWED: readonly (readonly [string, string])[] = [
  ['.', 'DOT'],
  [' ', 'BLANK'],
  ['+', 'PLUS'],
  ['/', 'SLASH'],
  [',', 'COMMA'],
  ['^', 'CARET'],
  [':', 'COLON'],
  ['=', 'EQUALS'],
  ['~', 'TILDE'],
  ['$', 'DOLLAR'],
  ['@', 'AT'],
  ['!', 'BANG'],
  ['%', 'PERCENT'],
  ['*', 'STAR'],
  [';', 'SEMICOLON'],
  ['#', 'HASH'],
  ['&', 'AMPERSAND'],
  ['|', 'PIPE'],
  ['\\', 'BACKSLASH'],
  ["'", 'QUOTE'],
  ['"', 'DOUBLE_QUOTE'],
  ['?', 'QUESTION_MARK'],
  ['`', 'BACKTICK'],
  ['(', 'PARENTHESIS'],
  ['[', 'BRACKET'],
  ['{', 'BRACE'],
  ['<', 'LESS_THAN'],
  ['\t', 'TAB'],
  ['\u00e9', 'E_ACUTE'],
  ['\u00aa', 'ORDINAL'],
];

/**
 * The right token with one bad character: at its end and its start, for patterns that are not anchored, then within.
 * Each differs from a valid request in that character alone (EXP-AUTH-2).
 */
export function malformedTokens(token: string): readonly MadeToken[] {
  const middle = Math.ceil(token.length / 2);
  const within = DISALLOWED.map(([c, about]) => ({
    token: `${token.slice(0, middle)}${c}${token.slice(middle)}`,
    about: `${about}_WITHIN`,
  })).filter((made) => made.token.trim() === made.token);
  const ends = [
    { token: `${token}.`, about: 'DOT_AFTER' },
    { token: `!${token}`, about: 'BANG_BEFORE' },
  ];
  const [first, ...rest] = within;
  const more = [
    { token: `${token}/`, about: 'SLASH_AFTER' },
    { token: `.${token}`, about: 'DOT_BEFORE' },
    { token: `${token}+`, about: 'PLUS_AFTER' },
    { token: `${token}=`, about: 'EQUALS_AFTER' },
  ];
  const [early, late] = [rest.slice(0, 14), rest.slice(14)];
  return [...ends, ...(first === undefined ? [] : [first]), ...more, ...late.slice(-2), ...early, ...late.slice(0, -2)];
}

const swapDashes = (token: string): string => token.replace(/[-_]/g, (c) => (c === '-' ? '_' : '-'));

/** Well-formed tokens that differ from the right one in one way (EXP-AUTH-3); those equal to it are left out. */
export function nearTokens(token: string): readonly MadeToken[] {
  const last = token.at(-1) ?? '';
  const other = (c: string): string => (c === 'x' ? 'y' : 'x');
  const made: readonly MadeToken[] = [
    { token: token.slice(0, -1), about: 'CUT_SHORT' },
    { token: `${token}x`, about: 'LENGTHENED' },
    { token: swapCase(token), about: 'CASE_SWAPPED' },
    { token: `x${token}`, about: 'PREFIXED' },
    { token: swapDashes(token), about: 'DASHES_SWAPPED' },
    { token: token.replaceAll('-', ''), about: 'WITHOUT_DASHES' },
    { token: token.replaceAll('_', ''), about: 'WITHOUT_UNDERSCORES' },
    { token: `${token.slice(0, -1)}${other(last)}`, about: 'LAST_CHARACTER_CHANGED' },
    { token: `${other(token.charAt(0))}${token.slice(1)}`, about: 'FIRST_CHARACTER_CHANGED' },
    { token: token.slice(1), about: 'WITHOUT_FIRST_CHARACTER' },
    { token: token.slice(0, Math.ceil(token.length / 2)), about: 'FIRST_HALF' },
    { token: `${token}${token}`, about: 'DOUBLED' },
    { token: [...token].reverse().join(''), about: 'REVERSED' },
  ];
  const seen = new Set([token, '']);
  return made.filter((one) => !seen.has(one.token) && seen.add(one.token));
}

/** Well-formed tokens of nobody, each at an edge of what is allowed. */
export const wellFormedTokens: readonly string[] = [
  '-',
  '___',
  'a'.repeat(512),
  '0',
  'null',
  '_',
  'undefined',
  'true',
  'a',
  '---',
];
