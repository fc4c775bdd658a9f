/** Quotes texts as words of a shell. */

/**
 * Quotes a text. Control characters and characters beyond ASCII become bytes in `$'…'`, which bash
 * supports. `encoding` is the encoding of these bytes.
 */
export function shellQuote(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  return text
    .split(/([^\u0020-\u007e]+)/)
    .filter((part) => part !== '')
    .map((part) =>
      /[^\u0020-\u007e]/.test(part)
        ? `$'${escapedBytes(part, encoding)}'`
        : `'${part.replaceAll("'", `'\\''`)}'`,
    )
    .join('');
}

/** A word of a command line, which is quoted only if that is necessary. */
export function quoted(word: string): string {
  if (word === '') return "''";
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellQuote(word);
}

const escapedBytes = (text: string, encoding: 'utf8' | 'latin1'): string =>
  [...Buffer.from(text, encoding)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');

/**
 * Returns the shell word for a placeholder `${NAME}`: the quoted variable, or a command that
 * computes the value.
 */
export type WordOf = (placeholder: string) => string;

const VARIABLE = /(\$\{[A-Z][A-Z0-9_]*\})/;

/** Makes one shell word from a text, in which placeholders `${NAME}` replace secrets. */
export const shellWord = (
  text: string,
  wordOf: WordOf = asVariable,
  encoding: 'utf8' | 'latin1' = 'utf8',
): string =>
  text === ''
    ? "''"
    : text
        .split(VARIABLE)
        .filter((part) => part !== '')
        .map((part) => (VARIABLE.test(part) ? wordOf(part) : shellQuote(part, encoding)))
        .join('');

const asVariable: WordOf = (placeholder) => `"${placeholder}"`;

/** The placeholders in a text, such as `${TOKEN}`. */
export const variablesIn = (text: string): readonly string[] =>
  text.match(new RegExp(VARIABLE, 'g')) ?? [];
