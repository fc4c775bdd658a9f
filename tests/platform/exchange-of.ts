import { Answer } from '../../src/http/answer.js';
import type { Header } from '../../src/http/request.js';
import { type Page, readPage } from '../../src/protocol/platform/page.js';
import { type Question, write } from '../../src/protocol/platform/question.js';
import type { Collection } from '../../suites/platform/collection.js';
import type { Exchange, Facts } from '../../suites/platform/exchange.js';

export const ADDRESS = {
  baseUrl: 'http://platform.test',
  collections: ['projects'],
  headers: {},
  idMember: 'id',
  dialect: {},
};

/** The body of a page with these ids. */
export const bodyOf = (ids: readonly number[], cursor: Readonly<Record<string, unknown>> = {}) => ({
  success: true,
  Entities: ids.map((id) => ({ id })),
  meta: { cursor: { current: 0, prev: 0, next: ids.at(-1) ?? 0, count: ids.length, ...cursor } },
});

interface Received {
  readonly status?: number;
  readonly receivedAt?: number;
  /** By default `Content-Type: application/json` alone. */
  readonly headers?: readonly Header[];
}

/** A question about the collection `projects`, and its response. */
export function exchangeOf(
  parameters: Omit<Question, 'collection'>,
  body: unknown,
  { status = 200, receivedAt = 0, headers = [['Content-Type', 'application/json']] }: Received = {},
): Exchange {
  const question = { collection: 'projects', ...parameters };
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const request = write(question, ADDRESS);
  const answer = new Answer(
    request,
    { status, headers, body: Buffer.from(json) },
    { exchange: 1, sentAt: receivedAt },
  );
  return { question, answer, settings: ADDRESS, page: readPage(answer, ADDRESS) };
}

/** A page of the collection `projects`, with `next` at its last id. */
export const pageOf = (
  parameters: Omit<Question, 'collection'>,
  ids: readonly number[],
  cursor: Readonly<Record<string, unknown>> = {},
): Exchange => exchangeOf(parameters, bodyOf(ids, cursor));

export const UNKNOWN: Facts = { collections: [], reading: undefined };

/** Facts of a target with the collection `projects`, of which these are all ids. */
export function factsOf(ids: readonly number[], more: Partial<Facts & Collection> = {}): Facts {
  const { reading = 'last-of-page', complete = true } = more;
  const start = pageOf({}, ids).page as Page;
  const collection = {
    name: 'projects',
    first: start,
    start,
    ids,
    complete,
    large: undefined,
    most: 50,
  };
  return { collections: [collection], reading };
}
