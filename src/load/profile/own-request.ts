/** Checks the requests that a load profile defines itself. */

import type { LoadRequestOfProfile, LoadScenario } from '../../schema/types.js';
import { checkSchema } from '../../schema/validate.js';
import { MANAGED_FIELDS } from '../../settings/header-values.js';
import { conditionOf, problemOfQuery } from '../json-path.js';
import type { Feeder } from './feeders.js';
import type { Mistakes } from './mistakes.js';
import { isSetting, namesIn, TARGET_VALUES } from './placeholders.js';

/** The names that placeholders in requests may use, in addition to names of settings. */
export interface Naming {
  readonly names: readonly string[];
  /** False if a data feeder could not be read and its names are unknown. */
  readonly isComplete: boolean;
}

export function checkScenarioRequest(
  { request, data }: LoadScenario,
  feeders: ReadonlyMap<string, Feeder>,
  path: string,
  mistakes: Mistakes,
): void {
  const feeder = knownFeeder(data, `${path}.data`, feeders, mistakes);
  if (!request) return;
  const names = Object.keys(feeder?.rows[0] ?? {});
  const isComplete = data === undefined || names.length > 0;
  checkOwnRequest(request, `${path}.request`, { names, isComplete }, mistakes);
}

/** Finds a data feeder, and records an unknown name as a mistake. */
export function knownFeeder(
  name: string | undefined,
  path: string,
  feeders: ReadonlyMap<string, Feeder>,
  mistakes: Mistakes,
): Feeder | undefined {
  const feeder = name === undefined ? undefined : feeders.get(name);
  if (name !== undefined && !feeder)
    mistakes.unknown(path, 'data feeder', name, [...feeders.keys()]);
  return feeder;
}

/** Checks the placeholders of a request, and what it expects of the response. */
export function checkOwnRequest(
  request: LoadRequestOfProfile,
  path: string,
  { names, isComplete }: Naming,
  mistakes: Mistakes,
): void {
  const definedNames: readonly string[] = [...TARGET_VALUES, ...names];
  const unknown = namesIn(request).filter(
    (name) => !definedNames.includes(name) && !isSetting(name),
  );
  for (const name of isComplete ? unknown : [])
    mistakes.add(
      path,
      `uses {{${name}}}, which is not defined`,
      `Defined: ${definedNames.join(', ')}.`,
    );
  for (const name of Object.keys(request.headers ?? {}))
    if (MANAGED_FIELDS.has(name.toLowerCase()))
      mistakes.add(`${path}.headers.${name}`, 'is set by the HTTP client', 'Leave it out.');
  checkExpectation(request, `${path}.expect`, mistakes);
}

function checkExpectation(request: LoadRequestOfProfile, path: string, mistakes: Mistakes): void {
  const { schema, checks = {} } = request.expect ?? {};
  const needsBody = schema !== undefined || Object.keys(checks).length > 0;
  if (request.method === 'HEAD' && needsBody)
    mistakes.add(
      `${path}.${schema ? 'schema' : 'checks'}`,
      'needs a response body, and HEAD has none',
      'Leave it out, or use GET.',
    );
  const schemaProblem = schema && problemOfQuery(() => checkSchema(schema, null));
  if (schemaProblem)
    mistakes.add(`${path}.schema`, `is not a JSON Schema: ${schemaProblem}`, 'Correct it.');
  for (const [name, condition] of Object.entries(checks)) {
    const problem = problemOfQuery(() => conditionOf(condition));
    if (problem !== undefined)
      mistakes.add(
        `${path}.checks.${name}`,
        `is ${JSON.stringify(condition)}, which is not a condition (${problem})`,
        'Give a condition such as "length(@.data) > 0", where @ is the body.',
      );
  }
}
