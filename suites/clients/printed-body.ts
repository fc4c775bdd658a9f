/** Recognizes an unchanged error body in the output of a client. */

/** A member name and the sign after it: `"error":`, `'error' =>`, `[error] =>`, `error=`. */
const member = (names: string): string => `["'\\[]*(?:${names})["'\\]]*\\s*(?:=>|[:=])\\s*`;
/** The beginning of a value: `"`, `'`, `string(39) "`. */
const VALUE = '(?:string\\(\\d+\\)\\s*)?["\']?';
/** The last bracket of `{`, `Array (`, `map[` or `array(1) {`. */
const OPEN = '[{[(]\\s*';
const CLOSE = '["\']?\\s*,?\\s*[}\\])]';

/**
 * Matches the notation of JSON, Python, PHP, Ruby, Go, Java and Node. The text is the only member,
 * or the members are those of a JSON:API error in their order. A line of a structured log does not
 * match.
 */
export function printedBody(text: string): RegExp {
  const plain = `${OPEN}${member('error|message')}${VALUE}${text}${CLOSE}`;
  const jsonApi = `${OPEN}${member('status')}${VALUE}(?:int\\()?\\d+[^{}]{0,80}?${member('title')}${VALUE}[\\w ]+[^{}]{0,80}?${member('detail')}${VALUE}${text}${CLOSE}`;
  return new RegExp(`${plain}|${jsonApi}`, 'g');
}
