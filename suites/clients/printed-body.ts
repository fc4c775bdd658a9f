/** Recognizes an unchanged error body in the output of a client. */

/**
 * Matches a member name and the sign after it, such as `"error":`, `'error' =>`, `[error] =>` or
 * `error=`.
 */
const member = (names: string): string => `["'\\[]*(?:${names})["'\\]]*\\s*(?:=>|[:=])\\s*`;
/** Matches the text before a value, such as `"`, `'` or `string(39) "`. */
const VALUE = '(?:string\\(\\d+\\)\\s*)?["\']?';
/** Matches the opening bracket of an object, as in `{`, `Array (`, `map[` and `array(1) {`. */
const OPEN = '[{[(]\\s*';
const CLOSE = '["\']?\\s*,?\\s*[}\\])]';

/**
 * Matches an object whose only member is `error` or `message` with the value `text`. Also matches a
 * JSON:API error with `text` as its `detail`. The object may be in the notation of JSON, Python,
 * PHP, Ruby, Go, Java or Node. A line of a structured log does not match, because it has further
 * members.
 */
export function printedBody(text: string): RegExp {
  const plain = `${OPEN}${member('error|message')}${VALUE}${text}${CLOSE}`;
  const anythingBetween = '[^{}]{0,80}?';
  const status = `${member('status')}${VALUE}(?:int\\()?\\d+${anythingBetween}`;
  const title = `${member('title')}${VALUE}[\\w ]+${anythingBetween}`;
  const detail = `${member('detail')}${VALUE}${text}`;
  const jsonApi = `${OPEN}${status}${title}${detail}${CLOSE}`;
  return new RegExp(`${plain}|${jsonApi}`, 'g');
}
