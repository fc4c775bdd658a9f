import { readFileSync } from 'node:fs';
import type { LoadReport } from '../../schema/types.js';
import { checkSchema, describeProblems } from '../../schema/validate.js';
import { UsageError } from '../../settings/index.js';

/** Reads a load-report.json. Throws a UsageError where it is none. */
export function readReport(file: string): LoadReport {
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`The load report ${file} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  const result = checkSchema('load-report', raw);
  if ('value' in result) return result.value;
  throw new UsageError(`${file} is not a load report:\n${describeProblems(result.problems.slice(0, 5))}`);
}
