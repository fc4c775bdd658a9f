/** Decodes the escapes of JSON, URLs and HTML in a text, so that escaped secrets can be found. */

import { decodeHTML } from 'entities/decode';
import { bytesOf, CUT, type Replacement, replaced, type View } from './bytes.js';

const PERCENT = '%([0-9a-f]{2})';
/**
 * An HTML character reference. Its semicolon may be missing, unless the following characters could
 * be an escape.
 */
const REFERENCE = String.raw`(&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,7})(?:;|(?![\w;\\%&]|${CUT})))`;
/** The short escapes of RFC 8259, and the escaped apostrophe of PHP and JavaScript. */
const SHORT = String.raw`\\(["'\\/bfnrt])`;
const SHORT_BUT_BACKSLASH = String.raw`\\(["'/bfnrt])`;
const PAIR = String.raw`\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})`;

/**
 * Patterns for the two ways to read `\\u0041`: an escaped backslash before `u0041`, or a backslash
 * before an escaped `A`.
 */
export interface Escapes {
  readonly all: RegExp;
  readonly butBackslash: RegExp;
}

function escapesWith(unit: string): Escapes {
  const others = [PERCENT, REFERENCE, String.raw`\\u(${unit})`, PAIR].join('|');
  return {
    all: new RegExp(`${SHORT}|${others}`, 'gi'),
    butBackslash: new RegExp(`${SHORT_BUT_BACKSLASH}|${others}`, 'gi'),
  };
}

/** All escapes of JSON, URLs (RFC 3986 section 2.1) and HTML. */
export const ALL_ESCAPES = escapesWith('(?!d[89a-f])[0-9a-f]{4}');

/**
 * The escapes that can encode characters of some texts. In some scripts JSON escapes nearly every
 * character, and ignoring irrelevant escapes saves time.
 */
export function escapesFor(texts: readonly string[]): Escapes {
  const others = new Set(texts.join('').match(/[^\0-\x7f]/gu));
  if ([...others].some((character) => character.length > 1)) return ALL_ESCAPES;
  const units = [...others].map((character) =>
    character.charCodeAt(0).toString(16).padStart(4, '0'),
  );
  return escapesWith(['00[0-7][0-9a-f]', ...units].join('|'));
}

/** The beginning of an escape at the end of a text. A backslash may itself be escaped. */
export const ESCAPE_BEGUN =
  /(?:\\+(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&(?:#x?[0-9a-f]{0,6}|[a-z][a-z0-9]{0,6})?)$/i;
/** The most characters of an incomplete escape at the end of a text. */
export const LONGEST_BEGUN = 9;

/** The meaning of a letter after a backslash. Any other character means itself. */
const MEANING: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A view with the given escapes decoded once; undefined if there are none. */
export function unescaped(view: View, escapes: RegExp): View | undefined {
  const replacements: Replacement[] = [];
  for (const match of view.bytes.matchAll(escapes)) {
    const bytes = decoded(match);
    if (bytes !== undefined)
      replacements.push({ at: match.index, end: match.index + match[0].length, bytes });
  }
  return replacements.length === 0 ? undefined : replaced(view, replacements);
}

function decoded([whole, short, percent, reference, unit, high, low]: readonly (
  | string
  | undefined
)[]) {
  if (short !== undefined) return MEANING[short.toLowerCase()] ?? short;
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  if (reference !== undefined) {
    const character = decodeHTML(reference);
    return character === whole ? undefined : bytesOf(character);
  }
  const units = [unit ?? high, low].flatMap((digits) =>
    digits === undefined ? [] : [Number.parseInt(digits, 16)],
  );
  return bytesOf(String.fromCharCode(...units));
}

const LETTERS = new Map(Object.entries(MEANING).map(([letter, character]) => [character, letter]));

/**
 * Backslashes with the character after them, and control characters. Two kinds of backslash are
 * excluded: one before four hexadecimal digits, which begins an escape irrelevant for any secret,
 * and one of an escape that was cut.
 */
const BACKSLASHES = new RegExp(
  String.raw`(?!\\+(?:u[0-9a-f]{0,3})?${CUT})\\(?:\\+|(?!u(?!d[89a-f])[0-9a-f]{4}))([^\\])|([\b\f\n\r\t])`,
  'gi',
);

/**
 * A view without backslashes, with letters instead of line ends and similar characters. It is not
 * always clear whether a backslash belongs to the next character; without backslashes all readings
 * are equal.
 */
export function withoutBackslashes<V extends View>(view: V): V | undefined {
  const replacements = [...view.bytes.matchAll(BACKSLASHES)].map(
    ({ 0: whole, 1: next, 2: control, index }) => ({
      at: index,
      end: index + whole.length,
      bytes: LETTERS.get(next ?? control ?? '') ?? next ?? '',
    }),
  );
  return replacements.length === 0 ? undefined : { ...view, ...replaced(view, replacements) };
}
