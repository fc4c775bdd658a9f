import path from 'node:path';
import { nearest } from '../../schema/nearest.js';
import { checkSchema, type SchemaProblem } from '../../schema/validate.js';
import { parseJson, readText, UsageError } from '../../settings/index.js';
import { planOf } from './check.js';
import { Finding } from './finding.js';
import type { Plan } from './plan.js';

/**
 * Reads and checks a profile file. Throws a UsageError that names every mistake with its JSON path
 * and its remedy.
 */
export function readProfile(file: string): Plan {
  const text = readText(
    file,
    `The load profile ${file}`,
    '"assay list profiles" lists the bundled ones.',
  );
  return profileFrom(
    parseJson(text, `The load profile ${file}`),
    path.basename(file, '.json'),
    file,
  );
}

/**
 * A plan from a profile in memory. `name` is used where the profile has none; data files are looked
 * for beside `file`, else in the working directory. Throws a UsageError with every mistake of form,
 * or else with every other one.
 */
export function profileFrom(raw: unknown, name: string, file?: string): Plan {
  const finding = new Finding();
  const result = checkSchema('load-profile', raw);
  if ('problems' in result)
    for (const problem of result.problems) finding.mistake(...explained(problem));
  finding.throwAny(file);
  if ('problems' in result) throw new UsageError('The load profile is invalid.');
  const plan = planOf(result.value, name, file === undefined ? '.' : path.dirname(file), finding);
  finding.throwAny(file);
  return plan;
}

/** `/stages/0/rate` as `stages[0].rate`. */
const jsonPath = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');

function explained({
  path: pointer,
  expected,
  received,
  error,
}: SchemaProblem): [string, string, string] {
  const place = jsonPath(pointer);
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    const known = Object.keys(Object(error.parentSchema?.properties));
    const near = nearest(key, known);
    const remedy =
      near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${near}"?`;
    return [place === '' ? key : `${place}.${key}`, `unknown key "${key}"`, remedy];
  }
  if (error.keyword === 'required') {
    const member = String(error.params.missingProperty);
    return [place === '' ? member : `${place}.${member}`, 'is missing', `Add "${member}".`];
  }
  const pattern = error.parentSchema?.pattern;
  const asked =
    typeof pattern === 'string' && pattern.includes('(ms|s|min)')
      ? 'a duration such as "30s"'
      : expected;
  return [
    place || 'the document',
    `is ${received}`,
    `It must be ${asked.replace(/^must be /, '')}.`,
  ];
}
