/** Validates values against the built-in JSON Schemas. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { cut } from './cut.js';
import { packageRoot } from './package-root.js';
import type * as types from './types.js';

export { packageRoot };

/** By path in `schemas/`, without `.schema.json`: the type that the schema describes. */
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
  /** The JSON Pointer (RFC 6901) of the value; empty for the whole document. */
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

/** Reports every violation, or stops at the first violation. */
const MODES = { every: true, first: false } as const;
type Mode = keyof typeof MODES;
/** Built-in schemas must satisfy Ajv's strict mode, other schemas only JSON Schema. */
const engines = { ours: new Map<Mode, Ajv2020>(), foreign: new Map<Mode, Ajv2020>() };
const compiled: Readonly<Record<Mode, Map<SchemaName | object, ValidateFunction>>> = {
  every: new Map(),
  first: new Map(),
};
/**
 * A document with more values reports only its first violation. A list of a million wrong values
 * would otherwise produce a million violations.
 */
const SMALL = 5000;

function validator(schema: SchemaName | object, mode: Mode): ValidateFunction {
  const known = compiled[mode].get(schema);
  if (known !== undefined) return known;
  const strict = typeof schema === 'string';
  const enginesByMode = engines[strict ? 'ours' : 'foreign'];
  let ajv = enginesByMode.get(mode);
  if (ajv === undefined) {
    // A test validates the built-in schemas against the meta-schema, because this takes longer than
    // compiling a schema.
    const validateSchema = !strict;
    // Optimized code takes longer to compile, so it is used only for large values.
    const code = { optimize: mode === 'first' };
    ajv = new Ajv2020({
      allErrors: MODES[mode],
      verbose: true,
      strict,
      allowUnionTypes: true,
      validateSchema,
      code,
    });
    // The generator of types uses this keyword. Validation ignores it.
    ajv.addKeyword('tsType');
    formats.default(ajv, ['uri', 'date-time', 'uuid', 'date']);
    enginesByMode.set(mode, ajv);
  }
  const made = ajv.compile(typeof schema === 'string' ? readSchema(schema) : schema);
  compiled[mode].set(schema, made);
  return made;
}

/**
 * Accepts a built-in schema, by name, or a schema of another package. Returns the value, or every
 * violation; for a large value only the first violation. Schemas are compiled on first use.
 */
export function checkSchema<N extends SchemaName>(
  name: N,
  value: unknown,
): SchemaResult<Schemas[N]>;
export function checkSchema<T>(schema: SchemaName | object, value: unknown): SchemaResult<T>;
export function checkSchema(schema: SchemaName | object, value: unknown): SchemaResult<unknown> {
  const validate = validator(schema, sizeOf(value, SMALL) < SMALL ? 'every' : 'first');
  if (validate(value)) return { value };
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
      return `a member "${params.missingProperty}"`;
    case 'additionalProperties':
      return `no member "${params.additionalProperty}"`;
    case 'type':
      return `of type ${[params.type].flat().join(' or ')}`;
    case 'const':
      return `exactly ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `one of ${params.allowedValues.map((one: unknown) => JSON.stringify(one)).join(', ')}`;
    case 'not':
      return 'not the other error shape';
    default:
      return message ?? keyword;
  }
}

/** Many responses contain the same records. */
const sizes = new WeakMap<object, number>();

/** Counts the values within a value, up to `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 1;
  // An iterator over the keys would first list all of them, so the loop uses an index.
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let index = 0; index < members.length && size < most; index += 1)
    size += sizeOf(members[index], most - size);
  if (size < most) sizes.set(value, size);
  return size;
}

function brief(value: unknown): string {
  const small = shortened(value, 3);
  const text = JSON.stringify(small) ?? String(small);
  return text.length > 120 ? `${cut(text, 117)}…` : text;
}

/** As much of a value as fits into a line. The rest is not processed. */
function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value, 200);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, 40).map((one) => shortened(one, depth - 1));
  const members: [string, unknown][] = [];
  for (const key in value) {
    if (
      members.push([
        cut(key, 200),
        shortened((value as Readonly<Record<string, unknown>>)[key], depth - 1),
      ]) >= 40
    )
      break;
  }
  return Object.fromEntries(members);
}

/** One line each: `/meta/total: expected of type integer, received "3"`. */
export const describeProblems = (problems: readonly SchemaProblem[]): string =>
  problems
    .map(
      ({ path: at, expected, received }) =>
        `${at || '(document)'}: expected ${expected}, received ${received}`,
    )
    .join('\n');
