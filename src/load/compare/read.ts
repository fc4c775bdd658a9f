import type { LoadReport } from '../../schema/types.js';
import { checkSchema, describeProblems } from '../../schema/validate.js';
import { parseJson, readText, UsageError } from '../../settings/index.js';

/** Reads `load-report.json`. Throws a UsageError if the file is not a load report. */
export function readReport(file: string): LoadReport {
  const place = `The load report ${file}`;
  const raw = parseJson(readText(file, place, 'Name the load-report.json of a load run.'), place);
  const result = checkSchema('load-report', raw);
  if ('value' in result) return result.value;
  throw new UsageError(
    `${file} is not a load report:\n${describeProblems(result.problems.slice(0, 5))}`,
  );
}
