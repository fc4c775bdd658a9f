import { Answer } from '../../src/http/answer.js';
import type { Header } from '../../src/http/request.js';
import {
  DEFAULT_LIMIT,
  httpRequest,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
} from '../../src/protocol/export/question.js';
import type { ExportTarget, ProductRecord } from '../../src/settings/target.js';
import type { Known, Survey } from '../../suites/export/model/data.js';
import type { Exchange } from '../../suites/export/model/exchange.js';
import { learnColumns } from '../../suites/export/model/oracle/column.js';
import { unlearnedComparison } from '../../suites/export/model/oracle/criterion.js';
import { exchangeOf } from '../../suites/export/model/read-exchange.js';
import type { ExportGiven } from '../../suites/export/topic.js';

/** A target with a second destination, and one without data. */
export const TARGET: ExportTarget = {
  baseUrl: 'http://export.test',
  siteId: 1,
  channelId: 2,
  destination: { id: 3, token: 'valid-token' },
  otherDestination: { id: 4, token: 'other-token' },
  emptyDestination: { id: 5, token: 'empty-token' },
  snapshot: 1000,
  dialect: {},
};

/** Five products: a key, texts of two cases, a number, and a null. */
export const RECORDS: readonly ProductRecord[] = [
  { id: 1, name: 'Anvil', color: 'red', price: 10 },
  { id: 2, name: 'anvil', color: 'red', price: 20 },
  { id: 3, name: 'Bolt', color: 'blue', price: 30 },
  { id: 4, name: 'Crate', color: 'blue', price: 40 },
  { id: 5, name: 'Drill', color: null, price: 50 },
];

/** The products at some places, in this order. */
export const recordsAt = (...places: readonly number[]): readonly ProductRecord[] =>
  places.map((at) => RECORDS[at]).filter((record) => record !== undefined);

/** Facts of a target all of whose records are known. */
export function knownOf(records: readonly ProductRecord[], more: Partial<Known> = {}): Known {
  const columns = new Map(learnColumns(records).map((column) => [column.name, column]));
  const survey: Survey = {
    records,
    complete: true,
    whyIncomplete: '',
    total: records.length,
    pageSize: DEFAULT_LIMIT,
    pages: [],
    columns,
    key: columns.get('id'),
    untested: new Map(),
    changing: new Set(),
  };
  return {
    totals: {},
    survey,
    whole: survey,
    comparisonRules: unlearnedComparison,
    wireEncoding: { arrayEncoding: 'indexed', nullSpelling: 'NULL' },
    nullSpelling: 'NULL',
    orderBy: ({ name }) => name,
    ...more,
  };
}

export const KNOWN = knownOf(RECORDS);

/** What questions are made from, with these facts. */
export const givenOf = (facts: Known): ExportGiven => ({
  facts,
  routes: ['v2', 'legacy'],
  settings: {
    target: TARGET,
    secrets: [],
    mayBeInUrls: false,
    mayBeHostile: false,
    requests: 100,
    isLimited: false,
    seed: 1,
  },
});

interface Response {
  readonly status?: number;
  readonly headers?: readonly Header[];
  /** JSON, or text as it is sent. */
  readonly body?: unknown;
  /** The number of the exchange. The exchanges follow each other without overlap. Default: 1. */
  readonly number?: number;
}

/** A question, and its response. */
export function responseTo(question: ProductsQuestion, response: Response = {}): Exchange {
  const { status = 200, headers, body = '', number = 1 } = response;
  const { accept = JSON_API } = question;
  const type = accept === JSON_API ? JSON_API : PLAIN;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = new Answer(
    httpRequest(TARGET, question),
    { status, headers: headers ?? [['Content-Type', type]], body: Buffer.from(text) },
    { exchange: number, sentAt: 10 * number, receivedAt: 10 * number + 5 },
  );
  return exchangeOf(question, answer, TARGET);
}

/** A list of products in the format that the question requests. */
export function listOf(
  question: ProductsQuestion,
  records: readonly ProductRecord[],
  meta: Readonly<Record<string, unknown>> = {},
  number = 1,
): Exchange {
  const { accept = JSON_API, limit = DEFAULT_LIMIT, offset = 0 } = question;
  const all = { total: records.length, limit: Number(limit), offset: Number(offset), ...meta };
  const body = accept === JSON_API ? { data: records, meta: all } : records;
  return responseTo(question, { body, number });
}

const TITLES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
};

/** An error with a text in the format that the question requests. */
export function errorOf(
  question: ProductsQuestion,
  status: number,
  text: string,
  more: Readonly<Record<string, unknown>> = {},
): Exchange {
  const isJsonApi = (question.accept ?? JSON_API) === JSON_API && question.accept !== null;
  const object = { status, title: TITLES[status], detail: text, ...more };
  const isNoData = text === 'No exported data';
  const plain = isNoData ? { message: text } : { error: text };
  return responseTo(question, { status, body: isJsonApi ? { errors: [object] } : plain });
}

/** What a relation is called with besides the exchanges and the facts. */
export const JUDGING = { violationsOf: () => [], note: () => undefined };
