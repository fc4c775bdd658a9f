import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../../schema/nearest.js';
import { checkSchema, type SchemaProblem } from '../../schema/validate.js';
import { parseJson, UsageError } from '../../settings/index.js';
import { planOf } from './check.js';
import { Finding } from './finding.js';
import type { Plan } from './plan.js';

/** Reads and checks a profile file. Throws a UsageError that names every mistake with its JSON path and its remedy. */
export function readProfile(file: string): Plan {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The load profile ${file} cannot be read. "assay list profiles" names those that come along.`);
  }
  return profileFrom(parseJson(text, `The load profile ${file}`), path.basename(file, '.json'), file);
}

/**
 * A plan from a profile in memory. `name` is used where the profile has none; data files are looked for beside `file`,
 * else in the working directory. Throws a UsageError with every mistake: those of form, and those of what is left when
 * they are taken out.
 */
export function profileFrom(raw: unknown, name: string, file?: string): Plan {
  const finding = new Finding();
  const folder = file === undefined ? '.' : path.dirname(file);
  const result = checkSchema('load-profile', raw);
  if ('value' in result) {
    const plan = planOf(result.value, name, folder, finding);
    finding.throwAny(file);
    return plan;
  }
  for (const problem of result.problems) finding.mistake(...explained(problem));
  const rest = checkSchema('load-profile', mended(raw, result.problems));
  if ('value' in rest) {
    const further = new Finding();
    planOf(rest.value, name, folder, further);
    finding.add(further);
  }
  finding.throwAny(file);
  throw new UsageError('The load profile is wrong.');
}

/** What may stand for a member that breaks the schema, so that the rest can be looked at. */
const STANDINS = ['1s', 1, 0.5, 'x', true, {}, []] as const;

/** A copy in which every member that breaks the schema is taken out, or has something in its place that does not. */
function mended(raw: unknown, problems: readonly SchemaProblem[]): unknown {
  const copy: unknown = structuredClone(raw);
  for (const { path: pointer, error } of problems) {
    const steps = pointer.split('/').slice(1);
    const { additionalProperty, missingProperty, allowedValues } = error.params;
    const member: unknown = additionalProperty ?? missingProperty;
    if (member !== undefined) steps.push(String(member));
    const last = steps.pop();
    if (last === undefined) continue;
    const holder: Record<string, unknown> = Object(steps.reduce((at: unknown, step) => Object(at)[step], copy));
    delete holder[last];
    if (additionalProperty !== undefined) continue;
    const at = [...steps, last].map((step) => `/${step}`).join('');
    holder[last] = [allowedValues?.[0], ...STANDINS].find((value) => {
      holder[last] = value;
      const result = checkSchema('load-profile', copy);
      return value !== undefined && ('value' in result || !result.problems.some(({ path: one }) => one.startsWith(at)));
    });
  }
  return copy;
}

/** `/stages/0/rate` as `stages[0].rate`. */
const jsonPath = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');

function explained({ path: pointer, expected, received, error }: SchemaProblem): [string, string, string] {
  const place = jsonPath(pointer);
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    const known = Object.keys(Object(error.parentSchema?.properties));
    const near = nearest(key, known);
    const remedy = near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${near}"?`;
    return [place === '' ? key : `${place}.${key}`, `unknown key "${key}"`, remedy];
  }
  if (error.keyword === 'required') {
    const member = String(error.params.missingProperty);
    return [place === '' ? member : `${place}.${member}`, 'is missing', `Add "${member}".`];
  }
  const pattern = error.parentSchema?.pattern;
  const asked = typeof pattern === 'string' && pattern.includes('(ms|s|min)') ? 'a duration such as "30s"' : expected;
  return [place || 'the document', `is ${received}`, `It must be ${asked.replace(/^must be /, '')}.`];
}
