/** Makes a curl command from a recorded exchange. */

import { percentDecoded } from '../percent-decoded.js';
import type { Exchange } from './exchange.js';
import { shellQuote, shellWord, variablesIn, type WordOf } from './shell.js';

/**
 * The command contains no secrets: they are shell variables, or shell words that compute them.
 * `Accept`, `User-Agent` and `Content-Type` are suppressed if curl would add them by itself.
 */
export function curlOf(
  { request }: Exchange,
  wordOf?: WordOf,
  options: readonly string[] = [],
): string {
  const { method, url, body } = request;
  const headers = [...request.headers, ...(request.added ?? [])];
  const word = (text: string): string => shellWord(text, wordOf);
  const givenNames = new Set(headers.map(([name]) => name.toLowerCase()));
  const isForm = headers.some(isFormType);
  const suppressed = [
    'Accept',
    'User-Agent',
    ...(body === undefined ? [] : ['Content-Type']),
  ].filter((name) => !givenNames.has(name.toLowerCase()));
  return [
    'curl -sSi --globoff --path-as-is',
    ...options,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => headerOption(name, value, wordOf)),
    ...suppressed.map((name) => `-H ${shellQuote(`${name}:`)}`),
    ...dataOptions(body, isForm, word),
    ...addressWords(url, body === undefined, word),
  ].join(' ');
}

function dataOptions(
  body: string | undefined,
  isForm: boolean,
  word: (text: string) => string,
): readonly string[] {
  if (body === undefined) return [];
  return isForm ? formOptions(body, word) : [`--data-binary ${word(body)}`];
}

/**
 * Query fields with a variable become options of curl, so that curl encodes the value. If the
 * request has a body, the option is `--url-query`, which needs curl 7.87.
 */
function addressWords(
  url: string,
  hasNoBody: boolean,
  word: (text: string) => string,
): readonly string[] {
  const [path = '', query] = url.split(/\?(.*)/s);
  const fields = (query ?? '').split('&');
  const withVariables = fields.filter((field) => variablesIn(field).length > 0);
  if (withVariables.length === 0) return [word(url)];
  const withoutVariables = fields.filter((field) => variablesIn(field).length === 0);
  const option = hasNoBody ? '--data-urlencode' : '--url-query';
  return [
    ...(hasNoBody ? ['-G'] : []),
    ...withVariables.map((field) => `${option} ${word(decodedField(field))}`),
    word(withoutVariables.length === 0 ? path : `${path}?${withoutVariables.join('&')}`),
  ];
}

/**
 * The argument for a field, of which curl encodes the value, but not the name. A field without a
 * name needs a leading `=`.
 */
function decodedField(field: string): string {
  const [name = '', value] = field.split(/=(.*)/s);
  return value === undefined ? `=${decodedValue(name)}` : `${name}=${decodedValue(value)}`;
}

/** The value of a field of a query or a form. */
const decodedValue = (text: string): string => percentDecoded(text.replaceAll('+', ' '));

const isFormType = ([name, value]: Exchange['request']['headers'][number]): boolean =>
  /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded\b/i.test(value);

/**
 * Returns the option of curl that sends a header. The shell word of Basic credentials may be the
 * option `-u`, from which curl makes the header.
 */
function headerOption(name: string, value: string, wordOf: WordOf | undefined): string {
  const basic = /^authorization$/i.test(name) ? /^Basic (\$\{\w+\})$/.exec(value)?.[1] : undefined;
  const user = basic === undefined ? '' : shellWord(basic, wordOf);
  if (user.startsWith('-u ')) return user;
  // Headers are sent in Latin-1, so the shell word must consist of Latin-1 bytes.
  // With `name;` curl sends an empty header, and with `name:` no header.
  const field =
    value === '' ? shellQuote(`${name};`) : shellWord(`${name}: ${value}`, wordOf, 'latin1');
  return `-H ${field}`;
}

/** An encoded unreserved character (RFC 3986 section 2.3), such as `%41`. */
const NEEDLESS_ESCAPE = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

/** Whether escapes are incomplete, or encode bytes that are no UTF-8, such as `%FF`. */
function hasMalformedEscape(text: string): boolean {
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}

/**
 * Each field of a form becomes an option, so that curl encodes the values of variables. A body that
 * is not a form is passed unchanged.
 */
function formOptions(body: string, word: (text: string) => string): readonly string[] {
  const parts = body.split('&').map((field) => /^([\w.-]+)=(.*)$/s.exec(field));
  if (body === '' || parts.some((part) => part === null)) return [`--data-binary ${word(body)}`];
  return parts.map((part) => {
    const [field = '', name = '', value = ''] = part ?? [];
    // curl would not make these escapes from any text, so the field is passed unchanged.
    const isUnusual = NEEDLESS_ESCAPE.test(value) || hasMalformedEscape(value);
    const isSentUnchanged = variablesIn(field).length === 0 && isUnusual;
    return isSentUnchanged
      ? `--data-binary ${word(field)}`
      : `--data-urlencode ${word(`${name}=${decodedValue(value)}`)}`;
  });
}
