/**
 * The name of a member and the sign after it, in several languages: `"error"`, `'error'`,
 * `[error]`, `error`.
 */
const name = (names: string): string => `["'\\[]*(?:${names})["'\\]]*\\s*(?:=>|[:=])\\s*`;
/** The beginning of a value: `"`, `'`, `string(39) "`. */
const VALUE = '(?:string\\(\\d+\\)\\s*)?["\']?';
/** The beginning of an object, `{`, `Array (`, `map[`, `array(1) {`, and its end. */
const OPEN = '[{[(]\\s*';
const CLOSE = '["\']?\\s*,?\\s*[}\\])]';

/**
 * Finds an error body that was printed unchanged, in the notation of JSON, Python, PHP, Ruby, Go,
 * Java or Node: an object whose only member is the text, or one with the members of a JSON:API
 * error in their order. A line of a structured log is neither.
 */
export function printedBody(text: string): RegExp {
  const plain = `${OPEN}${name('error|message')}${VALUE}${text}${CLOSE}`;
  const jsonApi = `${OPEN}${name('status')}${VALUE}(?:int\\()?\\d+[^{}]{0,80}?${name('title')}${VALUE}[\\w ]+[^{}]{0,80}?${name('detail')}${VALUE}${text}${CLOSE}`;
  return new RegExp(`${plain}|${jsonApi}`, 'g');
}
