/** Recognizes an unchanged error body in the output of a client. */

/** A member name and the sign after it: `"error":`, `'error' =>`, `[error] =>`, `error=`. */
const member = (names: string): string => `["'\\[]*(?:${names})["'\\]]*\\s*(?:=>|[:=])\\s*`;
/** The beginning of a value: `"`, `'`, `string(39) "`. */
const VALUE = '(?:string\\(\\d+\\)\\s*)?["\']?';
/** The last bracket of `{`, `Array (`, `map[` or `array(1) {`. */
const OPEN = '[{[(]\\s*';
const CLOSE = '["\']?\\s*,?\\s*[}\\])]';

/**
 * Matches an object that contains only `text`, or a JSON:API error with `text` as its `detail`. The
 * object may be in the notation of JSON, Python, PHP, Ruby, Go, Java or Node. A line of a
 * structured log does not match.
 */
export function printedBody(text: string): RegExp {
  const plain = `${OPEN}${member('error|message')}${VALUE}${text}${CLOSE}`;
  const rest = '[^{}]{0,80}?';
  const status = `${member('status')}${VALUE}(?:int\\()?\\d+${rest}`;
  const title = `${member('title')}${VALUE}[\\w ]+${rest}`;
  const detail = `${member('detail')}${VALUE}${text}`;
  const jsonApi = `${OPEN}${status}${title}${detail}${CLOSE}`;
  return new RegExp(`${plain}|${jsonApi}`, 'g');
}
