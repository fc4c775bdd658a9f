/** Makes a curl command from a recorded exchange. */

import type { Exchange } from './exchange.js';
import { namesIn, shellQuote, shellWord, type WordOf } from './shell.js';

/**
 * The command is safe to paste into a shell: secrets are variables, or shell words that compute
 * them. Headers that curl would add itself are suppressed.
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
  const added = ['Accept', 'User-Agent', ...(body === undefined ? [] : ['Content-Type'])].filter(
    (name) => !givenNames.has(name.toLowerCase()),
  );
  return [
    'curl -sSi --globoff --path-as-is',
    ...options,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => header(name, value, wordOf)),
    ...added.map((name) => `-H ${shellQuote(`${name}:`)}`),
    ...dataOptions(body, isForm, word),
    ...address(url, body === undefined, word),
  ].join(' ');
}

function dataOptions(
  body: string | undefined,
  isForm: boolean,
  word: (text: string) => string,
): readonly string[] {
  if (body === undefined) return [];
  return isForm ? fields(body, word) : [`--data-binary ${word(body)}`];
}

/**
 * curl encodes a query field that comes from a variable. Together with a body this needs curl 7.87.
 */
function address(url: string, isBare: boolean, word: (text: string) => string): readonly string[] {
  const [path = '', query] = url.split(/\?(.*)/s);
  const filled = (query ?? '').split('&').filter((field) => namesIn(field).length > 0);
  if (filled.length === 0) return [word(url)];
  const fixed = (query ?? '').split('&').filter((field) => namesIn(field).length === 0);
  const option = isBare ? '--data-urlencode' : '--url-query';
  return [
    ...(isBare ? ['-G'] : []),
    ...filled.map((field) => `${option} ${word(field)}`),
    word(fixed.length === 0 ? path : `${path}?${fixed.join('&')}`),
  ];
}

const isFormType = ([name, value]: Exchange['request']['headers'][number]): boolean =>
  /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded\b/i.test(value);

/** If the recipe of the credentials begins with `-u`, curl writes the field. */
function header(name: string, value: string, wordOf: WordOf | undefined): string {
  const basic = /^authorization$/i.test(name) ? /^Basic (\$\{\w+\})$/.exec(value)?.[1] : undefined;
  const user = basic === undefined ? '' : shellWord(basic, wordOf);
  if (user.startsWith('-u ')) return user;
  // A header field is sent in Latin-1, and the shell passes on the bytes of its words.
  return `-H ${value === '' ? shellQuote(`${name};`) : shellWord(`${name}: ${value}`, wordOf, 'latin1')}`;
}

/**
 * curl encodes the values of variables in a form. A body that is not exactly a form is passed
 * unchanged.
 */
function fields(body: string, word: (text: string) => string): readonly string[] {
  const parts = body.split('&').map((field) => /^([\w.-]+)=(.*)$/s.exec(field));
  if (body === '' || parts.some((part) => part === null)) return [`--data-binary ${word(body)}`];
  return parts.map((part) => {
    const [field = '', name = '', value = ''] = part ?? [];
    // A field that curl would encode differently is sent unchanged.
    const isOther = namesIn(field).length === 0 && /%[46-7]/.test(value);
    return isOther
      ? `--data-binary ${word(field)}`
      : `--data-urlencode ${word(`${name}=${decoded(value)}`)}`;
  });
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
};
