/** Writes texts as words of a POSIX shell. */

/**
 * Invisible characters and characters beyond ASCII use bash's `$'…'`. The default encoding is
 * UTF-8.
 */
export function shellQuote(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  return text
    .split(/([^\u0020-\u007e]+)/)
    .filter((part) => part !== '')
    .map((part) =>
      /[^\u0020-\u007e]/.test(part)
        ? `$'${octets(part, encoding)}'`
        : `'${part.replaceAll("'", `'\\''`)}'`,
    )
    .join('');
}

const octets = (text: string, encoding: 'utf8' | 'latin1'): string =>
  [...Buffer.from(text, encoding)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');

/** Maps `${NAME}` to a shell word: the variable itself, or a command that computes it. */
export type WordOf = (shown: string) => string;

const VARIABLE = /(\$\{[A-Z][A-Z0-9_]*\})/;

/** One shell word for a text with secrets as `${NAME}`. */
export const shellWord = (
  text: string,
  wordOf: WordOf = asItIs,
  encoding: 'utf8' | 'latin1' = 'utf8',
): string =>
  text === ''
    ? "''"
    : text
        .split(VARIABLE)
        .filter((part) => part !== '')
        .map((part) => (VARIABLE.test(part) ? wordOf(part) : shellQuote(part, encoding)))
        .join('');

const asItIs: WordOf = (shown) => `"${shown}"`;

/** The variables in a text, such as `${TOKEN}`. */
export const variablesIn = (text: string): readonly string[] =>
  text.match(new RegExp(VARIABLE, 'g')) ?? [];
