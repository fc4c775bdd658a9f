import { parseJson } from './parse-json.js';
import { readText } from './read-text.js';
import type { ProductRecord } from './target.js';
import { UsageError } from './usage-error.js';

/**
 * Reads the product records of a target (its fixture) from a JSON array or an NDJSON file. Throws a
 * UsageError that names the file, the line and the remedy.
 */
export function readFixture(file: string): readonly ProductRecord[] {
  const text = readText(
    file,
    `The fixture ${file}`,
    'Name a JSON array or NDJSON file of product records.',
  );
  const records = text.trimStart().startsWith('[') ? readArray(text, file) : readLines(text, file);
  if (records.length === 0)
    throw new UsageError(
      `The fixture ${file} contains no records. Name a file with the records of the target.`,
    );
  return records;
}

function readArray(text: string, file: string): readonly ProductRecord[] {
  const value = parseJson(text, capitalized(file));
  if (!Array.isArray(value)) throw new UsageError(`The fixture ${file} is not a JSON array.`);
  return value.map((element, index) =>
    asRecord(element, `element ${index + 1} of the fixture ${file}`),
  );
}

const readLines = (text: string, file: string): readonly ProductRecord[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const place = `line ${index + 1} of the fixture ${file}`;
    return line.trim() === '' ? [] : [asRecord(parseJson(line, capitalized(place)), place)];
  });

function asRecord(value: unknown, place: string): ProductRecord {
  if (!isRecord(value))
    throw new UsageError(
      `${capitalized(place)} is not a product record, because it is not a JSON object.`,
    );
  return value;
}

const isRecord = (value: unknown): value is ProductRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
