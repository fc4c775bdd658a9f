import { swapCase } from '../../../src/harness/suite.js';
import { shellQuote } from '../../../src/http/shell.js';

/** A token made from the right one: what was done to it, in capitals for the name of a variable, and how a shell does it. */
export interface MadeToken {
  readonly token: string;
  readonly about: string;
  /** The shell word that computes it from `$EXPORT_TOKEN`. */
  readonly recipe: string;
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
  // The same letter in UTF-8: two bytes, as they stand in a header field.
  ['\u00c3\u00a9', 'E_ACUTE_IN_UTF8'],
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
    recipe: `"\${EXPORT_TOKEN:0:${middle}}"${shellQuote(c, 'latin1')}"\${EXPORT_TOKEN:${middle}}"`,
  })).filter((made) => made.token.trim() === made.token);
  const ends = [
    { token: `${token}.`, about: 'DOT_AFTER', recipe: '"$EXPORT_TOKEN."' },
    { token: `!${token}`, about: 'BANG_BEFORE', recipe: `'!'"$EXPORT_TOKEN"` },
  ];
  const [first, ...rest] = within;
  const more = [
    { token: `${token}/`, about: 'SLASH_AFTER', recipe: '"$EXPORT_TOKEN/"' },
    { token: `.${token}`, about: 'DOT_BEFORE', recipe: '".$EXPORT_TOKEN"' },
    { token: `${token}+`, about: 'PLUS_AFTER', recipe: '"$EXPORT_TOKEN+"' },
    { token: `${token}=`, about: 'EQUALS_AFTER', recipe: '"$EXPORT_TOKEN="' },
  ];
  const [early, late] = [rest.slice(0, 14), rest.slice(14)];
  return [...ends, ...(first === undefined ? [] : [first]), ...more, ...late.slice(-2), ...early, ...late.slice(0, -2)];
}

/** The token through a filter of the shell. */
const piped = (filter: string): string => `"$(printf %s "$EXPORT_TOKEN" | ${filter})"`;

const swapDashes = (token: string): string => token.replace(/[-_]/g, (c) => (c === '-' ? '_' : '-'));

/** Well-formed tokens that differ from the right one in one way (EXP-AUTH-3); those equal to it are left out. */
export function nearTokens(token: string): readonly MadeToken[] {
  const last = token.at(-1) ?? '';
  const other = (c: string): string => (c === 'x' ? 'y' : 'x');
  // An underscore is any character to LIKE.
  const wild = last === '_' ? 'x' : '_';
  const made: readonly MadeToken[] = [
    { token: token.slice(0, -1), about: 'CUT_SHORT', recipe: '"${EXPORT_TOKEN%?}"' },
    { token: `${token}x`, about: 'LENGTHENED', recipe: '"${EXPORT_TOKEN}x"' },
    { token: swapCase(token), about: 'CASE_SWAPPED', recipe: piped("tr 'A-Za-z' 'a-zA-Z'") },
    { token: `x${token}`, about: 'PREFIXED', recipe: '"x$EXPORT_TOKEN"' },
    { token: swapDashes(token), about: 'DASHES_SWAPPED', recipe: piped("tr '_-' '-_'") },
    { token: token.replaceAll('-', ''), about: 'WITHOUT_DASHES', recipe: '"${EXPORT_TOKEN//-/}"' },
    { token: token.replaceAll('_', ''), about: 'WITHOUT_UNDERSCORES', recipe: '"${EXPORT_TOKEN//_/}"' },
    {
      token: `${token.slice(0, -1)}${wild}`,
      about: 'LAST_CHARACTER_CHANGED',
      recipe: `"\${EXPORT_TOKEN%?}${wild}"`,
    },
    {
      token: `${other(token.charAt(0))}${token.slice(1)}`,
      about: 'FIRST_CHARACTER_CHANGED',
      recipe: `"${other(token.charAt(0))}\${EXPORT_TOKEN#?}"`,
    },
    { token: token.slice(1), about: 'WITHOUT_FIRST_CHARACTER', recipe: '"${EXPORT_TOKEN#?}"' },
    {
      token: token.slice(0, Math.ceil(token.length / 2)),
      about: 'FIRST_HALF',
      recipe: `"\${EXPORT_TOKEN:0:${Math.ceil(token.length / 2)}}"`,
    },
    { token: `${token}${token}`, about: 'DOUBLED', recipe: '"$EXPORT_TOKEN$EXPORT_TOKEN"' },
    { token: [...token].reverse().join(''), about: 'REVERSED', recipe: piped('rev') },
  ];
  const seen = new Set([token, '']);
  return made.filter((candidate) => !seen.has(candidate.token) && seen.add(candidate.token));
}

/** Well-formed tokens of nobody, each at an edge of what is allowed. */
export const wellFormedTokens: readonly string[] = ['-', '___', 'a'.repeat(512), '0', 'null'];
