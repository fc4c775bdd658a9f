/** Recognizes in the output of a client an error body that was printed unchanged. */

/**
 * A pattern for the name of a member and the sign after it, in several languages: `"error"`,
 * `'error'`, `[error]`, `error`.
 */
const name = (names: string): string => `["'\\[]*(?:${names})["'\\]]*\\s*(?:=>|[:=])\\s*`;
/** A pattern for the beginning of a value: `"`, `'`, `string(39) "`. */
const VALUE = '(?:string\\(\\d+\\)\\s*)?["\']?';
/**
 * Patterns for the beginning of an object, which are the last characters of `{`, `Array (`, `map[`
 * and `array(1) {`, and for its end.
 */
const OPEN = '[{[(]\\s*';
const CLOSE = '["\']?\\s*,?\\s*[}\\])]';

/**
 * Makes a pattern for an error body in the notation of JSON, Python, PHP, Ruby, Go, Java or Node.
 * The body is an object with the text as its only member, or with the members of a JSON:API error
 * in their order. A line of a structured log does not match.
 */
export function printedBody(text: string): RegExp {
  const plain = `${OPEN}${name('error|message')}${VALUE}${text}${CLOSE}`;
  const jsonApi = `${OPEN}${name('status')}${VALUE}(?:int\\()?\\d+[^{}]{0,80}?${name('title')}${VALUE}[\\w ]+[^{}]{0,80}?${name('detail')}${VALUE}${text}${CLOSE}`;
  return new RegExp(`${plain}|${jsonApi}`, 'g');
}
