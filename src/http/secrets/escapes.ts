import { decodeHTML } from 'entities/decode';
import { bytesOf, CUT, type Replacement, replaced, type View } from './bytes.js';

const PERCENT = '%([0-9a-f]{2})';
/**
 * A character reference of HTML. Its semicolon may be missing where nothing can be an escape of
 * one.
 */
const REFERENCE = String.raw`(&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,7})(?:;|(?![\w;\\%&]|${CUT})))`;
/** The short escapes of RFC 8259, and the escaped apostrophe of PHP and JavaScript. */
const SHORT = String.raw`\\(["'\\/bfnrt])`;
const SHORT_BUT_BACKSLASH = String.raw`\\(["'/bfnrt])`;
const PAIR = String.raw`\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})`;

/**
 * Two ways to read `\\u0041`: an escaped backslash before `u0041`, or a backslash before an escaped
 * `A`.
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

/** Every escape of JSON, URLs (RFC 3986 section 2.1) and HTML. */
export const ALL_ESCAPES = escapesWith('(?!d[89a-f])[0-9a-f]{4}');

/**
 * The escapes that matter for some texts. In some alphabets nearly every character of JSON is an
 * escape, of which none may stand for a character of these texts.
 */
export function escapesFor(texts: readonly string[]): Escapes {
  const others = new Set(texts.join('').match(/[^\0-\x7f]/gu));
  if ([...others].some((character) => character.length > 1)) return ALL_ESCAPES;
  const units = [...others].map((character) =>
    character.charCodeAt(0).toString(16).padStart(4, '0'),
  );
  return escapesWith(['00[0-7][0-9a-f]', ...units].join('|'));
}

/** The beginning of an escape, at the end of a text; a backslash may itself be escaped. */
export const ESCAPE_BEGUN =
  /(?:\\+(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&(?:#x?[0-9a-f]{0,6}|[a-z][a-z0-9]{0,6})?)$/i;
/** Characters that one of them has at most. */
export const LONGEST_BEGUN = 9;

/** What a letter after a backslash means; any other character means itself. */
const MEANING: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A view with the given escapes undone once; undefined where there are none. */
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
 * Backslashes with the character that follows, and control characters. Two kinds of backslash are
 * not among them: one before four hexadecimal digits begins an escape that was not undone, because
 * it matters for no secret; and those of an escape that was cut.
 */
const BACKSLASHES = new RegExp(
  String.raw`(?!\\+(?:u[0-9a-f]{0,3})?${CUT})\\(?:\\+|(?!u(?!d[89a-f])[0-9a-f]{4}))([^\\])|([\b\f\n\r\t])`,
  'gi',
);

/**
 * A view without backslashes, and with letters in place of line ends and the like. Whether a
 * backslash belongs to the next character cannot always be said; without it, all readings are the
 * same.
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
