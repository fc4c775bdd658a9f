/** Validates values against JSON Schemas of a vendor. */

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { membersOf, messageOf, textOfValue } from './json-value.js';

/**
 * A schema in one of the named documents. `address` is the name of the document and a JSON Pointer.
 */
interface Addressed {
  readonly address: string;
  readonly documents: Readonly<Record<string, unknown>>;
}

export interface OwnProblem {
  /** The JSON Pointer of the value or of the missing member; empty for the whole document. */
  readonly path: string;
  readonly schemaPath: string;
  readonly message: string;
}

/** Each schema is compiled only once. */
const compiled = new WeakMap<object, ValidateFunction>();

/** Returns why a schema cannot be used, or undefined if it can be used. */
export function schemaFault(schema: Addressed): string | undefined {
  try {
    validatorOf(schema);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Returns the problems of the value. The list is empty if the value conforms. */
export function problemsOf(schema: Addressed, value: unknown): readonly OwnProblem[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return mostSpecific(validate.errors ?? []).map(problemOf);
}

/**
 * Removes errors that do not help: general errors of a value that also has a more specific error,
 * and errors of the keyword `if`.
 */
function mostSpecific(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isGeneral = ({ keyword, params }: ErrorObject): boolean =>
    keyword === 'anyOf' || keyword === 'oneOf' || (keyword === 'type' && params.type === 'null');
  const specific = new Set(
    errors.filter((error) => !isGeneral(error)).map(({ instancePath }) => instancePath),
  );
  return errors.filter(
    (error) => error.keyword !== 'if' && !(isGeneral(error) && specific.has(error.instancePath)),
  );
}

function validatorOf(schema: Addressed): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const { address, documents } = schema;
  const [root = ''] = address.split('#');
  // Documents of vendors may contain keywords that Ajv does not know, so `strict` is false.
  const options = { allErrors: true, strict: false, logger: false as const, validateSchema: false };
  const ajv = isOldDraft(documents[root]) ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  for (const [name, document] of Object.entries(documents))
    ajv.addSchema(adapted(document) as object, name);
  const validate = ajv.compile({ $ref: address });
  compiled.set(schema, validate);
  return validate;
}

const isOldDraft = (document: unknown): boolean =>
  /draft-0[467]/.test(textOfValue(membersOf(document).$schema ?? ''));

/**
 * Converts the keywords of OpenAPI 3.0 to JSON Schema. From every document `$schema` is removed,
 * which has already selected the validator.
 */
function adapted(document: unknown): unknown {
  const { $schema: _, ...rest } = membersOf(document);
  return textOfValue(rest.openapi ?? '').startsWith('3.0') ? withJsonSchemaKeywords(rest) : rest;
}

/**
 * Replaces `nullable`, and `exclusiveMinimum` and `exclusiveMaximum` with boolean values. Only
 * OpenAPI 3.0 has these keywords (Schema Object). Later versions use JSON Schema.
 */
function withJsonSchemaKeywords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withJsonSchemaKeywords);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = value as Readonly<
    Record<string, unknown>
  >;
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, withJsonSchemaKeywords(member)]),
  );
  if (exclusiveMinimum !== undefined)
    setExclusive(schema, 'minimum', 'exclusiveMinimum', exclusiveMinimum);
  if (exclusiveMaximum !== undefined)
    setExclusive(schema, 'maximum', 'exclusiveMaximum', exclusiveMaximum);
  // A value of another type is not the keyword, but the schema of a property named `nullable`.
  if (nullable !== true)
    return nullable === undefined || typeof nullable === 'boolean'
      ? schema
      : { ...schema, nullable };
  return orNull(schema);
}

function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  if (typeof schema.type !== 'string') return { anyOf: [{ type: 'null' }, schema] };
  const { enum: values } = schema;
  const isListed = Array.isArray(values) && !values.includes(null);
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(isListed ? { enum: [...values, null] } : {}),
  };
}

/**
 * Replaces the value `true` of an exclusive limit by a number, and removes the value `false`. Any
 * other value is kept.
 */
function setExclusive(
  schema: Record<string, unknown>,
  bound: string,
  exclusive: string,
  value: unknown,
): void {
  if (value !== true) {
    if (value !== false) schema[exclusive] = value;
    return;
  }
  schema[exclusive] = schema[bound];
  delete schema[bound];
}

const problemOf = ({
  instancePath,
  schemaPath,
  message = '',
  params,
  keyword,
}: ErrorObject): OwnProblem => ({
  path:
    keyword === 'required'
      ? `${instancePath}/${textOfValue(params.missingProperty)}`
      : instancePath,
  // The folder of a schema is left out, because it does not help the reader of a report.
  schemaPath: schemaPath.replace(/^file:[^#]*\/([^/#]+)#/, '$1#'),
  message: detailOf(keyword, message, params),
});

function detailOf(
  keyword: string,
  message: string,
  params: Readonly<Record<string, unknown>>,
): string {
  if (keyword === 'type') return `must be ${[params.type].flat().map(textOfValue).join(' or ')}`;
  if (keyword === 'enum') return `${message}: ${JSON.stringify(params.allowedValues)}`;
  if (keyword === 'additionalProperties')
    return `${message}: ${JSON.stringify(params.additionalProperty)}`;
  return message;
}
