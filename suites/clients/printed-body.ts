/** Recognizes an unchanged error body in the output of a client. */

/**
 * A pattern for a member name and the sign after it, in several languages: `"error"`,
 * `'error'`, `[error]`, `error`.
 */
const member = (names: string): string => `["'\\[]*(?:${names})["'\\]]*\\s*(?:=>|[:=])\\s*`;
/** A pattern for the beginning of a value: `"`, `'`, `string(39) "`. */
const VALUE = '(?:string\\(\\d+\\)\\s*)?["\']?';
/** A pattern for the last bracket of `{`, `Array (`, `map[` or `array(1) {`. */
const OPEN = '[{[(]\\s*';
/** A pattern for the end of an object. */
const CLOSE = '["\']?\\s*,?\\s*[}\\])]';

/**
 * Makes a pattern for an error body in the notation of JSON, Python, PHP, Ruby, Go, Java or Node.
 * The body is an object with the text as its only member, or with the members of a JSON:API error
 * in their order. A line of a structured log does not match.
 */
export function printedBody(text: string): RegExp {
  const plain = `${OPEN}${member('error|message')}${VALUE}${text}${CLOSE}`;
  const jsonApi = `${OPEN}${member('status')}${VALUE}(?:int\\()?\\d+[^{}]{0,80}?${member('title')}${VALUE}[\\w ]+[^{}]{0,80}?${member('detail')}${VALUE}${text}${CLOSE}`;
  return new RegExp(`${plain}|${jsonApi}`, 'g');
}
