/** Reads load profiles from files. */

import path from 'node:path';
import { membersOf, textOfValue } from '../../schema/json-value.js';
import { nearest } from '../../schema/nearest.js';
import type { LoadProfile } from '../../schema/types.js';
import { checkSchema, type SchemaProblem } from '../../schema/validate.js';
import { isDurationPattern, parseJson, readText } from '../../settings/index.js';
import { planOf } from './check.js';
import { Mistakes } from './mistakes.js';
import { NO_OVERRIDES, type Overrides, withOverrides } from './overrides.js';
import type { Plan } from './plan.js';

/**
 * Reads a profile and makes its plan. Throws a UsageError that lists the mistakes with their JSON
 * paths and remedies.
 */
export function readProfile(file: string, overrides: Overrides = NO_OVERRIDES): Plan {
  const raw = parseJson(profileText(file), `The load profile ${file}`);
  return profileFrom(raw, path.basename(file, '.json'), { file, overrides });
}

/**
 * Returns a profile as JSON for editing. The options of the command line replace its values.
 * `schema` is the address of the JSON Schema of profiles. Throws a UsageError for an invalid
 * profile.
 */
export function printedProfile(file: string, overrides: Overrides, schema: string): string {
  const raw = parseJson(profileText(file), `The load profile ${file}`);
  profileFrom(raw, path.basename(file, '.json'), { file, overrides });
  const { $schema: _, ...profile } = withOverrides(raw as LoadProfile, overrides);
  return `${JSON.stringify({ $schema: schema, ...profile }, null, 2)}\n`;
}

/** Throws a UsageError if the file cannot be read. */
const profileText = (file: string): string =>
  readText(file, `The load profile ${file}`, '"assay list profiles" lists the bundled profiles.');

interface ProfileSource {
  /** The profile file. The paths of data files are relative to its folder. */
  readonly file?: string;
  readonly overrides?: Overrides;
}

/**
 * `name` is used if the profile has no name. Without `file`, the paths of data files are relative
 * to the working directory. Throws a UsageError that lists the violations of the schema or, if
 * there are none, all other mistakes.
 */
export function profileFrom(
  raw: unknown,
  name: string,
  { file, overrides = NO_OVERRIDES }: ProfileSource = {},
): Plan {
  const mistakes = new Mistakes();
  const result = checkSchema('load-profile', raw);
  if ('problems' in result) {
    for (const problem of result.problems) mistakes.add(...mistakeOf(problem));
    throw mistakes.asError(file);
  }
  const profile = withOverrides(result.value, overrides);
  const plan = planOf(profile, name, file === undefined ? '.' : path.dirname(file), mistakes);
  mistakes.throwAny(file);
  return plan;
}

/** Converts `/stages/0/rate` to `stages[0].rate`. */
const jsonPath = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');

type MistakeParts = [path: string, mistake: string, remedy: string];

function mistakeOf(problem: SchemaProblem): MistakeParts {
  const { path: pointer, expected, received, error } = problem;
  const place = jsonPath(pointer);
  const below = (member: string): string => (place === '' ? member : `${place}.${member}`);
  if (error.keyword === 'additionalProperties') return unknownKey(problem, below);
  if (error.keyword === 'required') {
    const member = textOfValue(error.params.missingProperty);
    return [below(member), 'is missing', `Add "${member}".`];
  }
  const wanted = isDurationPattern(error.parentSchema?.pattern)
    ? 'a duration such as "30s"'
    : expected;
  return [
    place || 'the document',
    `is ${received}`,
    `It must be ${wanted.replace(/^must be /, '')}.`,
  ];
}

function unknownKey({ error }: SchemaProblem, below: (member: string) => string): MistakeParts {
  const key = textOfValue(error.params.additionalProperty);
  const known = Object.keys(membersOf(error.parentSchema?.properties));
  const near = nearest(key, known);
  const remedy =
    near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${near}"?`;
  return [below(key), `unknown key "${key}"`, remedy];
}
