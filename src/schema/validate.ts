import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type * as types from './types.js';

/** Every schema in `schemas/`, by its path without `.schema.json`, with the type it describes. */
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
  baseline: types.Baseline;
}
export type SchemaName = keyof Schemas;

/** One way in which a value breaks its schema. */
export interface SchemaProblem {
  /** JSON Pointer (RFC 6901) of the offending value; empty for the document itself. */
  readonly path: string;
  /** What the schema asks for, in words. */
  readonly expected: string;
  /** What stands there, cut short. */
  readonly received: string;
  readonly error: ErrorObject;
}

export type SchemaResult<T> = { readonly value: T } | { readonly problems: readonly SchemaProblem[] };

/** The folder that holds package.json: two levels up from the source, three from the build. */
export const packageRoot = ((): string => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'schemas', 'target.schema.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('Assay is damaged: its folder schemas/ is missing');
    folder = parent;
  }
  return folder;
})();

/** A schema as it is written in its file. */
export const readSchema = (name: SchemaName): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(path.join(packageRoot, 'schemas', `${name}.schema.json`), 'utf8'));

let ajv: Ajv2020 | undefined;
const compiled = new Map<SchemaName | object, ValidateFunction>();

function validator(schema: SchemaName | object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  if (ajv === undefined) {
    ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
    formats.default(ajv, ['uri', 'date-time', 'uuid', 'date']);
  }
  const made = ajv.compile(typeof schema === 'string' ? readSchema(schema) : schema);
  compiled.set(schema, made);
  return made;
}

/**
 * Holds `value` against a schema of ours, by name, or a schema of another package: the value with its type, or every
 * problem found. Schemas compile on first use.
 */
export function checkSchema<N extends SchemaName>(name: N, value: unknown): SchemaResult<Schemas[N]>;
export function checkSchema<T>(schema: SchemaName | object, value: unknown): SchemaResult<T>;
export function checkSchema(schema: SchemaName | object, value: unknown): SchemaResult<unknown> {
  const validate = validator(schema);
  if (validate(value)) return { value };
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return { problems: errors.map(problemOf) };
}

const problemOf = (error: ErrorObject): SchemaProblem => ({
  path: error.instancePath,
  expected: expectation(error),
  received: brief(error.keyword === 'required' ? Object.keys((error.data ?? {}) as object) : error.data),
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

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

/** Problems as one readable line each: `/meta/total: expected of type integer, received "3"`. */
export const describeProblems = (problems: readonly SchemaProblem[]): string =>
  problems
    .map(({ path: at, expected, received }) => `${at || '(document)'}: expected ${expected}, received ${received}`)
    .join('\n');
