import type { Context } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { askPage, platformOf } from '../page.js';

/** A request for a page with integers for parameters; 0 and undefined are told apart. */
export interface Question {
  readonly collection: string;
  readonly limit?: number | undefined;
  readonly cursor?: number | undefined;
  readonly previous?: number | undefined;
  /** Parameters and headers in the other order. */
  readonly reversed?: boolean;
}

const NAMES = ['limit', 'cursor', 'previous'] as const;
const places: readonly string[] = NAMES;

export const askQuestion = (
  context: Context,
  { collection, limit, cursor, previous, reversed = false }: Question,
  fresh = false,
): Promise<Answer> => askPage(context, collection, { limit, cursor, previous }, { reversed, fresh });

/** The question that an answer belongs to; undefined where it asks for what the document leaves open. */
export function questionOf(context: Context, { request }: Answer): Question | undefined {
  const { baseUrl, collections, headers } = platformOf(context);
  const root = `${baseUrl}/platform/v2/`;
  const [path = '', search = ''] = request.url.split('?');
  const collection = path.slice(root.length);
  if ((request.method ?? 'GET') !== 'GET' || !path.startsWith(root) || !collections.includes(collection))
    return undefined;
  const sent = new Map((request.headers ?? []).map(([name, value]) => [name, value]));
  if (Object.entries(headers).some(([name, value]) => sent.get(name) !== value)) return undefined;
  const question: { limit?: number; cursor?: number; previous?: number } = {};
  const parameters = new URLSearchParams(search);
  for (const [name, value] of parameters) {
    const known = NAMES.find((parameter) => parameter === name);
    if (known === undefined || question[known] !== undefined || !/^\d{1,15}$/.test(value)) return undefined;
    question[known] = Number(value);
  }
  const order = [...parameters.keys()].map((name) => places.indexOf(name));
  const reversed = order.some((place, index) => place < (order[index - 1] ?? -1));
  return { collection, ...question, ...(reversed ? { reversed } : {}) };
}

/** A question in words: `limit=1 with cursor=12 on sites`. */
export function nameQuestion({ collection, limit, cursor, previous, reversed = false }: Question): string {
  const parts = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(cursor === undefined ? [] : [`cursor=${cursor}`]),
    ...(previous === undefined ? [] : [`previous=${previous}`]),
  ];
  const asked = parts.length === 0 ? 'no parameters' : parts.join(' with ');
  return `${asked}${reversed ? ' in the other order' : ''} on ${collection}`;
}
