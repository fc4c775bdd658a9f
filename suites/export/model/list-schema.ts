/** The JSON Schemas of error and list bodies. */

import { describeAnswer } from '../../../src/harness/finding.js';
import type { Answer } from '../../../src/http/answer.js';
import { checkSchema, describeProblems, type SchemaName } from '../../../src/schema/validate.js';
import type { Deviation, Part } from './comparison.js';

export const SCHEMAS = {
  jsonApi: 'export/error-jsonapi',
  noData: 'export/error-no-data',
  plain: 'export/error-plain',
  envelope: 'export/product-list',
  array: 'export/products',
} as const satisfies Readonly<Record<string, SchemaName>>;

/** Validates the body of a response. `named` is what the message calls the body. */
export function deviationFrom(
  schema: SchemaName,
  answer: Answer,
  part: Part,
  named = 'a body',
): Deviation | undefined {
  const result = checkSchema<unknown>(schema, answer.json);
  if ('value' in result) return undefined;
  const expected = `${named} that satisfies schemas/${schema}.schema.json`;
  const isJson = answer.json !== undefined;
  const actual = isJson ? describeProblems(result.problems.slice(0, 2)) : describeAnswer(answer);
  return { part, expected, actual };
}
