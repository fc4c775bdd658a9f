/**
 * Tests the bodies of responses of a load run. The expected contents come from the survey, which
 * sends requests before the run.
 */

import { createHash } from 'node:crypto';
import { claimsOf } from '../../protocol/templates/jwt.js';
import { jsonValue } from '../../schema/json-value.js';
import {
  checkSchema,
  describeProblems,
  type SchemaName,
  type Schemas,
} from '../../schema/validate.js';

export interface ExpectedPage {
  readonly kind: 'page';
  readonly format: 'json-api' | 'legacy';
  /**
   * Properties of the page before the run. They are set if two requests returned the same records.
   * A response during the run must have the same properties.
   */
  readonly seen?: {
    readonly total?: number;
    readonly count: number;
    readonly first?: string;
    readonly last?: string;
  };
}

/** The expected content of a body. */
export type Expected =
  | ExpectedPage
  /** The body must contain a token of this client. */
  | { readonly kind: 'token'; readonly client: string }
  /**
   * The body must be a list of templates. `seen` is the digest of the list before the run, if two
   * requests returned the same list.
   */
  | { readonly kind: 'templates'; readonly seen?: string }
  | { readonly kind: 'schema'; readonly schema: object | 'handover/answer' };

/** Describes the fault of a body. Returns undefined if there is none. */
export function wrongBody(body: Buffer, expected: Expected): string | undefined {
  switch (expected.kind) {
    case 'page':
      return wrongPage(body, expected);
    case 'token':
      return wrongToken(body, expected.client);
    case 'templates':
      return problemOf(body, 'templates/template-list') ?? differentList(body, expected.seen);
    case 'schema':
      return problemOf(body, expected.schema);
  }
}

/**
 * The value of a body that satisfies the schema, or a description of the violation. The description
 * names the place but no value, because a value may be a credential.
 */
export function parseBody<N extends SchemaName>(
  body: Buffer,
  schema: N,
): { value: Schemas[N] } | { problem: string };
export function parseBody(
  body: Buffer,
  schema: SchemaName | object,
): { value: unknown } | { problem: string };
export function parseBody(
  body: Buffer,
  schema: SchemaName | object,
): { value: unknown } | { problem: string } {
  const json = jsonValue(body.toString());
  if (json === undefined) return { problem: 'not JSON' };
  // Both calls are equal, but TypeScript selects another overload for each.
  const result = typeof schema === 'string' ? checkSchema(schema, json) : checkSchema(schema, json);
  if ('value' in result) return { value: result.value };
  return { problem: describeProblems(result.problems.slice(0, 1)).replace(/, received .*/s, '') };
}

function problemOf(body: Buffer, schema: SchemaName | object): string | undefined {
  const result = parseBody(body, schema);
  return 'problem' in result ? result.problem : undefined;
}

export const digest = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

const differentList = (body: Buffer, seen: string | undefined): string | undefined =>
  seen === undefined || seen === digest(body)
    ? undefined
    : 'a list that differs from the list before the run';

function wrongToken(body: Buffer, client: string): string | undefined {
  const token = parseBody(body, 'templates/token');
  if ('problem' in token) return token.problem;
  const { azp, client_id: id } = claimsOf(token.value.access_token);
  const owner = azp ?? id;
  return owner === undefined || owner === client ? undefined : 'the token of another client';
}

function wrongPage(body: Buffer, expected: ExpectedPage): string | undefined {
  const page = readRecords(body, expected.format);
  if ('problem' in page) return page.problem;
  const { records, meta } = page;
  const { seen } = expected;
  if (!seen) return undefined;
  if (meta && seen.total !== undefined && meta.total !== seen.total)
    return 'a total that differs from the total before the run';
  if (records.length !== seen.count)
    return `${records.length} instead of ${seen.count} records, the number before the run`;
  const { first, last } = edges(records);
  return first === seen.first && last === seen.last
    ? undefined
    : 'records that differ from the same page before the run';
}

type PageRecord = Readonly<Record<string, unknown>>;

/** A page of products. `meta` exists in the JSON:API format. */
interface Page {
  readonly records: readonly PageRecord[];
  readonly meta?: { readonly total: number; readonly limit: number; readonly offset: number };
}

/** Reads a page of products. If the body is not a page, `problem` describes the fault. */
export function readRecords(
  body: Buffer,
  format: ExpectedPage['format'],
): Page | { readonly problem: string } {
  if (format === 'legacy') {
    const page = parseBody(body, 'export/products');
    return 'problem' in page ? page : { records: page.value.map(plain) };
  }
  const page = parseBody(body, 'export/product-list');
  return 'problem' in page ? page : { records: page.value.data.map(plain), meta: page.value.meta };
}

const plain = (record: object): PageRecord => ({ ...record });

/** The first and the last record as JSON texts. They are absent if there are no records. */
export function edges(records: readonly PageRecord[]): { first?: string; last?: string } {
  const [first] = records;
  const last = records.at(-1);
  return {
    ...(first ? { first: JSON.stringify(first) } : {}),
    ...(last ? { last: JSON.stringify(last) } : {}),
  };
}
