/** Makes requests and responses readable in reports. */

import type { ExchangeEvent } from '../ledger/index.js';
import { excerpt } from './visible.js';

/**
 * Adds line breaks and indentation. The body stays unchanged if anything except whitespace would
 * change.
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

/** Empty if decoding does not change the query. */
export function decodedQuery(url: string): readonly string[] {
  const query = url.split('?')[1] ?? '';
  if (!/[%+]/.test(query)) return [];
  return [...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`);
}

/**
 * An excerpt around the first record, member or value that a violation names. If the text contains
 * none of them, the result is its beginning.
 */
export function aroundViolation(
  text: string,
  { expected, actual }: Violation,
  length: number,
): string {
  if (text.length <= length) return text;
  const at =
    placesOf(
      `${(actual ?? '').slice(0, MAX_READ)} ${(expected ?? '').slice(0, MAX_READ)}`,
      text,
    )[0] ?? 0;
  if (at < length / 2) return text.slice(0, length + 1);
  const from = Math.max(0, text.lastIndexOf('{', at), at - Math.floor(length / 2));
  return `…${text.slice(from, from + length)}`;
}

/** In characters, of a body. */
const MAX_EXCERPT = 300;

/**
 * Includes the time of the request in the format of server logs. The body is left out if the
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
    : ` ${excerpt(aroundViolation(answer.body, { expected: violation.expected, actual: violation.actual }, MAX_EXCERPT), MAX_EXCERPT + 1)}`;
  return `${sent}; ${answer.status} ${excerpt(type, 100)}${body}`;
}

/** Characters of a violation that are searched for values. */
const MAX_READ = 1000;

interface Violation {
  readonly expected: string | null | undefined;
  readonly actual: string | null | undefined;
}

/** Positions in the text that the violation names: ids first, then members, then quoted values. */
function placesOf(words: string, text: string): readonly number[] {
  const ids = [...words.matchAll(/\bid (\d+)/g)].map(
    ([, id = '']) => new RegExp(`"id":\\s*"?${id}\\b`),
  );
  const members = [...words.matchAll(/\b(?:meta|cursor)\.(?:cursor\.)?(\w+)/g)].map(
    ([, name = '']) => new RegExp(`"${name}":`),
  );
  const quoted = [...words.matchAll(/"((?:[^"\\]|\\.){2,80})"/g)].map(
    ([, value = '']) => new RegExp(escaped(value)),
  );
  return [...ids, ...members, ...quoted]
    .map((pattern) => text.search(pattern))
    .filter((at) => at >= 0);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
