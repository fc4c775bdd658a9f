import { jsonValue } from '../../schema/json-value.js';
import { checkSchema, describeProblems } from '../../schema/validate.js';
import { message } from '../engine/index.js';
import { type Feeder, fill, fillJson, type Row } from '../profile/index.js';
import type { FlowData } from './data.js';
import { ask, type LoadRequest, type Visit } from './step.js';
import { SharedToken } from './token.js';

type RequestData = Extract<FlowData, { kind: 'request' }>;

/** What only reads: RFC 9110, section 9.2.1. */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** What a generator gives to its flows. */
export interface Surroundings {
  /** Milliseconds of a steady clock, for the age of tokens. */
  now(): number;
  /** A number from 0 to 1. */
  random(): number;
  /** The generator's part of the rows: every `of`-th, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
}

/** Visits that send one request of the profile's own each, filled from the rows of its data feeder. */
export function ownRequestVisits(data: RequestData, { now, random, share }: Surroundings): () => Visit {
  // Compiled before the clock runs.
  if (data.schema) checkSchema(data.schema, null);
  const bearer = data.token && new SharedToken(data.token, now);
  const next = data.feeder ? rowsOf(data.feeder, share, random) : () => ({});
  // Without rows the request is always the same, but for its token.
  let cached: { readonly token: string | undefined; readonly request: LoadRequest } | undefined;
  const requestWith = (row: Row, token: string | undefined): LoadRequest => {
    if (data.feeder) return requestOf(data, row, token);
    if (!cached || cached.token !== token) cached = { token, request: requestOf(data, row, token) };
    return cached.request;
  };
  return function* visit(): Visit {
    const row = next();
    if (!row) return 'abandoned';
    const token = bearer && (yield* bearer.get());
    if (bearer && token === undefined) return 'abandoned';
    const answer = yield* ask(requestWith(row, token));
    return answer?.status === data.expects ? 'completed' : 'abandoned';
  };
}

/** The rows in the order of their feeder; undefined where a queue is used up. */
function rowsOf(
  { rows, order }: Feeder,
  { index, of }: Surroundings['share'],
  random: () => number,
): () => Row | undefined {
  let turn = index - of;
  return () => {
    turn += of;
    if (order === 'random') return rows[Math.floor(random() * rows.length)];
    return order === 'queue' ? rows[turn] : rows[turn % rows.length];
  };
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ');

/** The request of a scenario with a row's values and a token. */
export function requestOf(data: RequestData, fed: Row, token: string | undefined): LoadRequest {
  const row = { ...data.values, ...fed };
  const url = new URL(data.url + fill(data.path, row, encodeURIComponent));
  for (const [name, value] of Object.entries(data.query)) url.searchParams.append(name, fill(String(value), row));
  const headers = Object.entries(data.headers).map(([name, value]) => [name, oneLine(fill(value, row))] as const);
  const { body, method } = data;
  const written = typeof body === 'string' ? fill(body, row) : JSON.stringify(fillJson(body, row));
  return {
    origin: url.origin,
    title: data.title,
    message: message({
      method,
      url,
      headers: {
        ...(body === undefined || typeof body === 'string' ? {} : { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(headers),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: written }),
    }),
    expects: data.expects,
    repeatable: SAFE_METHODS.includes(method),
    reads: false,
    ...(data.schema === undefined ? {} : { verify: ({ body: got }) => wrongBody(got, data.schema ?? {}) }),
  };
}

/** What is wrong with an answer that a schema was given for, or undefined. */
function wrongBody(body: Buffer, schema: object): string | undefined {
  const json = jsonValue(body.toString());
  if (json === undefined) return 'not JSON';
  const result = checkSchema(schema, json);
  return 'value' in result ? undefined : describeProblems(result.problems.slice(0, 1)).replace(/, received .*/s, '');
}
