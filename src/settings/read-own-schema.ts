/** Reads a JSON Schema of the vendor from a file or an OpenAPI document. */

import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { percentDecoded } from '../percent-decoded.js';
import { membersOf, messageOf } from '../schema/json-value.js';
import { schemaFault } from '../schema/own-validator.js';
import type { OwnSchema, OwnSchemaSetting } from './own-schema.js';
import { readText } from './read-text.js';
import type { SettingSource } from './setting-source.js';
import { UsageError } from './usage-error.js';

/**
 * Reads a JSON or YAML file, and the files to which its schema refers. Throws a
 * UsageError that names the setting, the file and the remedy.
 */
export function readOwnSchema(
  setting: OwnSchemaSetting,
  { label, folder }: SettingSource,
): OwnSchema {
  const { file: source, level = 'must' } =
    typeof setting === 'string' ? { file: setting } : setting;
  const [name = '', pointer = ''] = source.split(/#(.*)/s);
  const documents: Record<string, unknown> = {};
  const root = readWithReferences(path.resolve(folder, name), documents, label);
  const schema = pointer === '' ? documents[root] : valueAt(documents[root], pointer);
  if (schema === undefined)
    throw new UsageError(
      `${label} names ${source}, but ${name} has nothing at #${pointer}. Give a pointer such as #/components/schemas/Product.`,
    );
  const own: OwnSchema = { source, level, address: `${root}#${pointer}`, documents };
  const fault = isSchema(schema) ? schemaFault(own) : 'it is neither an object nor a boolean';
  if (fault === undefined) return own;
  throw new UsageError(
    `${label} names ${source}, which is not a valid JSON Schema: ${fault}. Correct the schema.`,
  );
}

const isSchema = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'object' && value !== null && !Array.isArray(value));

/** Adds a file and the files to which it refers. Returns the address of the first file. */
function readWithReferences(
  file: string,
  documents: Record<string, unknown>,
  label: string,
): string {
  const address = pathToFileURL(file).href;
  if (address in documents) return address;
  const text = readText(file, `${label} names ${file}, which`, 'Correct the path.');
  documents[address] = parsed(text, file, label);
  for (const reference of filesIn(documents[address]))
    readWithReferences(path.resolve(path.dirname(file), reference), documents, label);
  return address;
}

/** Loading the YAML parser takes a tenth of the start-up time, so it is loaded only if needed. */
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');

/** JSON is also valid YAML, but the JSON parser is faster and its messages are clearer. */
function parsed(text: string, file: string, label: string): unknown {
  try {
    return /\.json$/i.test(file) ? JSON.parse(text) : yaml().parse(text);
  } catch (error) {
    const why = messageOf(error).split('\n')[0] ?? '';
    throw new UsageError(
      `${label} names ${file}, which is neither JSON nor YAML: ${why}. Correct the file.`,
    );
  }
}

/** Returns the other files to which the members `$ref` refer. Web addresses are left out. */
function filesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== '$ref' || typeof member !== 'string') return filesIn(member);
    const [file = ''] = member.split('#');
    return file === '' || /^[a-z][a-z0-9+.-]+:/i.test(file) ? [] : [percentDecoded(file)];
  });
}

/** Returns the value at a JSON Pointer (RFC 6901), or undefined if there is none. */
function valueAt(document: unknown, pointer: string): unknown {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => percentDecoded(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((value, key) => membersOf(value)[key], document);
}
