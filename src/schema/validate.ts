/** Validates values against the built-in JSON Schemas. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { cut } from './cut.js';
import { textOfValue } from './json-value.js';
import { packageRoot } from './package-root.js';
import type * as types from './types.js';

export { packageRoot };

/**
 * The types that the built-in schemas describe. The name of a schema is its path in `schemas/`
 * without `.schema.json`.
 */
export interface Schemas {
  'export/product-list': types.ProductList;
  'export/products': types.Products;
  'export/error-plain': types.PlainError;
  'export/error-no-data': types.NoDataError;
  'export/error-jsonapi': types.JsonApiErrors;
  'export/record': types.TypedProductRecord;
  'export/filters': types.Filters;
  'templates/token': types.TokenResponse;
  'templates/token-error': types.TokenError;
  'templates/discovery': types.Discovery;
  'templates/jwks': types.JsonWebKeySet;
  'templates/template-list': types.TemplateList;
  'platform/page': types.CursorPage;
  'handover/request': types.HandoverRequest;
  'handover/answer': types.HandoverAnswer;
  target: types.TargetFile;
  'load-profile': types.LoadProfile;
  'load-report': types.LoadReport;
  ledger: types.LedgerEvent;
  'run-report': types.RunReport;
  'run-history': types.RunHistory;
  'run-matrix': types.RunMatrix;
  baseline: types.Baseline;
}
export type SchemaName = keyof Schemas;

export interface SchemaProblem {
  /** The JSON Pointer (RFC 6901) of the value. It is empty for the whole document. */
  readonly path: string;
  /** The requirement of the schema in words. */
  readonly expected: string;
  readonly received: string;
  readonly error: ErrorObject;
}

export type SchemaResult<T> =
  | { readonly value: T }
  | { readonly problems: readonly SchemaProblem[] };

export const readSchema = (name: SchemaName): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(path.join(packageRoot, 'schemas', `${name}.schema.json`), 'utf8'));

/** Ajv reports every violation, or stops at the first violation. */
type Mode = 'every' | 'first';
/**
 * Built-in schemas must satisfy the strict mode of Ajv. Other schemas must only be valid JSON
 * Schemas.
 */
const engines = { builtIn: new Map<Mode, Ajv2020>(), foreign: new Map<Mode, Ajv2020>() };
const compiled: Readonly<Record<Mode, Map<SchemaName | object, ValidateFunction>>> = {
  every: new Map(),
  first: new Map(),
};
/**
 * For a document with at least this number of values, only the first violation is reported. A list
 * of a million wrong values would otherwise produce a million violations.
 */
const LARGE = 5000;

function validator(schema: SchemaName | object, mode: Mode): ValidateFunction {
  const known = compiled[mode].get(schema);
  if (known !== undefined) return known;
  const strict = typeof schema === 'string';
  const enginesByMode = engines[strict ? 'builtIn' : 'foreign'];
  let ajv = enginesByMode.get(mode);
  if (ajv === undefined) {
    // Validation against the meta-schema is slow. For the built-in schemas, a test of this project
    // does it instead.
    const validateSchema = !strict;
    // Optimized code takes longer to compile, so it is used only for large values.
    const code = { optimize: mode === 'first' };
    ajv = new Ajv2020({
      allErrors: mode === 'every',
      verbose: true,
      strict,
      allowUnionTypes: true,
      validateSchema,
      code,
    });
    // Only the generator of the TypeScript types uses this keyword.
    ajv.addKeyword('tsType');
    formats.default(ajv, ['uri', 'date-time', 'uuid', 'date']);
    enginesByMode.set(mode, ajv);
  }
  const made = ajv.compile(typeof schema === 'string' ? readSchema(schema) : schema);
  compiled[mode].set(schema, made);
  return made;
}

/**
 * Validates a value against a built-in schema, given by its name, or against a schema of another
 * package. Returns the value, or every violation. For a large value only the first violation is
 * returned. Schemas are compiled on first use.
 */
export function checkSchema<N extends SchemaName>(
  name: N,
  value: unknown,
): SchemaResult<Schemas[N]>;
export function checkSchema<T>(schema: SchemaName | object, value: unknown): SchemaResult<T>;
export function checkSchema(schema: SchemaName | object, value: unknown): SchemaResult<unknown> {
  const validate = validator(schema, sizeOf(value, LARGE) < LARGE ? 'every' : 'first');
  if (validate(value)) return { value };
  // Ajv reports a violation in a branch of `if` twice. The report that only says that `if` failed
  // is left out.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return { problems: errors.map(problemOf) };
}

const problemOf = (error: ErrorObject): SchemaProblem => ({
  path: error.instancePath,
  expected: expectation(error),
  received: brief(
    error.keyword === 'required' ? Object.keys((error.data ?? {}) as object) : error.data,
  ),
  error,
});

function expectation({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `a member "${textOfValue(params.missingProperty)}"`;
    case 'additionalProperties':
      return `no member "${textOfValue(params.additionalProperty)}"`;
    case 'type':
      return `of type ${[params.type].flat().map(textOfValue).join(' or ')}`;
    case 'const':
      return `exactly ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `one of ${listOf(params.allowedValues)}`;
    // Of the built-in schemas, only those of plain errors report `not`.
    case 'not':
      return 'no member of another error format';
    default:
      return message ?? keyword;
  }
}

/** Sizes are cached, because many responses contain the same records. */
const sizes = new WeakMap<object, number>();

/** Counts the values within a value. Counting ends at `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 1;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let index = 0; index < members.length && size < most; index += 1)
    size += sizeOf(members[index], most - size);
  if (size < most) sizes.set(value, size);
  return size;
}

const listOf = (values: readonly unknown[]): string =>
  values.map((one) => JSON.stringify(one)).join(', ');

function brief(value: unknown): string {
  const small = shortened(value, 3);
  const text = JSON.stringify(small) ?? 'undefined';
  return text.length > 120 ? `${cut(text, 117)}…` : text;
}

/**
 * Copies the beginning of a value, so that only a part of a large value is converted to text.
 * `depth` is the number of levels that are copied.
 */
function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value, 200);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, 40).map((one) => shortened(one, depth - 1));
  const members: [string, unknown][] = [];
  for (const key in value) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    members.push([cut(key, 200), shortened(member, depth - 1)]);
    if (members.length >= 40) break;
  }
  return Object.fromEntries(members);
}

/** Returns a line for each problem: `/meta/total: expected of type integer, received "3"`. */
export const describeProblems = (problems: readonly SchemaProblem[]): string =>
  problems
    .map(
      ({ path: at, expected, received }) =>
        `${at || '(document)'}: expected ${expected}, received ${received}`,
    )
    .join('\n');
