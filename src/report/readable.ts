/** Makes requests and responses readable in reports. */

import type { ExchangeEvent } from '../ledger/index.js';
import { excerpt } from './visible.js';

/**
 * Adds line breaks and indentation to JSON without whitespace. Any other body stays unchanged. JSON
 * also stays unchanged if parsing would change it, for example the digits of a number.
 */
export function prettyJson(body: string): string {
  if (!/^[[{]/.test(body)) return body;
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
}

/** Returns the decoded parameters, or an empty list if decoding does not change the query. */
export function decodedQuery(url: string): readonly string[] {
  const query = url.split('?')[1] ?? '';
  if (!/[%+]/.test(query)) return [];
  return [...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`);
}

/**
 * Returns an excerpt of at most `length` characters. It shows a record, member or value that the
 * violation names, or else the beginning of the text. A `…` marks where the text was cut.
 * Invisible characters are shown.
 */
export function aroundViolation(
  text: string,
  { expected, actual }: Violation,
  length: number,
): string {
  if (text.length <= length) return excerpt(text, length);
  const words = `${(actual ?? '').slice(0, MAX_READ)} ${(expected ?? '').slice(0, MAX_READ)}`;
  const at = placeOf(words, text);
  if (at < length / 2) return excerpt(text, length);
  const from = Math.max(0, text.lastIndexOf('{', at), at - Math.floor(length / 2));
  return `…${excerpt(text.slice(from), length)}`;
}

/**
 * Returns at most `count` lines, around the first place that the violation names. A further line
 * `…` marks where lines were left out.
 */
export function linesAroundViolation(
  text: string,
  { expected, actual }: Violation,
  count: number,
): readonly string[] {
  const lines = text.split('\n');
  if (lines.length <= count) return lines;
  const at = placeOf(`${actual ?? ''} ${expected ?? ''}`.slice(0, MAX_READ), text);
  const line = text.slice(0, at).split('\n').length - 1;
  const from = line < count - 1 ? 0 : Math.min(line - 2, lines.length - count);
  return [
    ...(from > 0 ? ['…'] : []),
    ...lines.slice(from, from + count),
    ...(from + count < lines.length ? ['…'] : []),
  ];
}

/** The maximum number of characters of a body in an excerpt. */
const MAX_EXCERPT = 300;

/**
 * Describes a response in one line, with the UTC time of its request. The body is left out if the
 * violation already contains it.
 */
export function responseOf(
  { atMs, answer, lost }: ExchangeEvent,
  violation: Partial<Violation>,
  startedAt: string,
): string {
  const sent = `sent ${new Date(Date.parse(startedAt) + atMs).toISOString().slice(0, 19)}Z`;
  if (answer === undefined)
    return `${sent}; no response: ${excerpt(lost?.message ?? 'the connection was lost', MAX_EXCERPT)}`;
  const type =
    answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ??
    'no Content-Type';
  const body = violation.actual?.includes(answer.body)
    ? ''
    : ` ${aroundViolation(answer.body, { expected: violation.expected, actual: violation.actual }, MAX_EXCERPT)}`;
  return `${sent}; ${answer.status} ${excerpt(type, 100)}${body}`;
}

/** The maximum number of characters of a violation that are searched for names of places. */
const MAX_READ = 1000;

interface Violation {
  readonly expected: string | null | undefined;
  readonly actual: string | null | undefined;
}

/**
 * Returns the position of a record whose id is in `words`, or else of a member or a quoted value.
 * Returns 0 if the text contains nothing that `words` names.
 */
function placeOf(words: string, text: string): number {
  for (const pattern of patternsIn(words)) {
    const at = text.search(pattern);
    if (at >= 0) return at;
  }
  return 0;
}

function* patternsIn(words: string): Generator<RegExp> {
  for (const [, id = ''] of words.matchAll(/\bid (\d+)/g)) yield new RegExp(`"id":\\s*"?${id}\\b`);
  for (const pattern of MEMBERS)
    for (const [, ...names] of words.matchAll(pattern))
      yield new RegExp(`"${names.find((name) => name !== undefined) ?? ''}":`);
  for (const [, value = ''] of words.matchAll(/"((?:[^"\\]|\\.){2,80})"/g))
    yield new RegExp(escaped(value));
}

/** How a violation names members. */
const MEMBERS: readonly RegExp[] = [
  /\b(?:meta|cursor)\.(?:cursor\.)?(\w+)|\/(\w+): expected|member "(\w+)"/g,
  /\b(current|prev|next|count|success|title|token_type|issuer)\b/g,
];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
