import type { LoadScenario } from '../../schema/types.js';
import { checkSchema } from '../../schema/validate.js';
import type { Feeder } from './feeders.js';
import type { Finding } from './finding.js';
import { isSetting, namesIn, TARGET_VALUES } from './placeholders.js';

/** Looks at what a scenario says of its own request and of the rows that fill it. */
export function checkRequest(
  { request, data }: LoadScenario,
  feeders: ReadonlyMap<string, Feeder>,
  path: string,
  finding: Finding,
): void {
  const feeder = data === undefined ? undefined : feeders.get(data);
  if (data !== undefined && !feeder)
    finding.unknown(`${path}.data`, 'data feeder', data, [...feeders.keys()]);
  if (!request) return;
  const given = [...TARGET_VALUES, ...Object.keys(feeder?.rows[0] ?? {})];
  if (data === undefined || (feeder && feeder.rows.length > 0)) {
    for (const name of namesIn(request).filter((one) => !given.includes(one) && !isSetting(one))) {
      finding.mistake(
        `${path}.request`,
        `uses {{${name}}}, which is not defined`,
        `Defined: ${given.join(', ')}.`,
      );
    }
  }
  if (request.method === 'HEAD' && request.expect?.schema) {
    finding.mistake(
      `${path}.request.expect.schema`,
      'needs a response body, and HEAD has none',
      'Leave it out, or use GET.',
    );
  }
  const problem = request.expect?.schema && schemaProblem(request.expect.schema);
  if (problem)
    finding.mistake(
      `${path}.request.expect.schema`,
      `is not a JSON Schema: ${problem}`,
      'Correct it.',
    );
}

function schemaProblem(schema: object): string | undefined {
  try {
    checkSchema(schema, null);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
