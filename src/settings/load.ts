import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TargetFile } from '../schema/types.js';
import { checkTarget } from './check-target.js';
import { type Environment, readEnvironment, targetFromEnvironment } from './environment.js';
import { refuseMisspelt } from './misspelt.js';
import { parseJson } from './parse-json.js';
import { settings } from './settings.js';
import { withStandIns } from './stand-ins.js';
import type { Target } from './target.js';
import { UsageError } from './usage-error.js';

export interface TargetSources {
  /** A target file; default `assay.target.json` in the working directory, else the environment alone. */
  readonly file?: string | undefined;
  /** `.env` files, later ones winning; without any, `.env` in the working directory is read where there is one. */
  readonly envFiles?: readonly string[];
  readonly environment: Environment;
  readonly cwd: string;
  /** `--insecure`: certificates are not verified, overriding the target file. Default false. */
  readonly insecure?: boolean | undefined;
  /** An unset secret gets a placeholder, because nothing is sent. Default: it is an error. */
  readonly standIns?: boolean | undefined;
}

/** The target file that is read where none is named. */
const IMPLIED = 'assay.target.json';

/**
 * The configured target: the named file, else `assay.target.json` in the working directory, else the environment;
 * undefined where nothing is configured. Throws a UsageError that names every wrong setting, its value and the remedy.
 * The only reader of the environment.
 */
export function loadTarget({
  file: named,
  envFiles = [],
  environment,
  cwd,
  insecure,
  standIns = false,
}: TargetSources): Target | undefined {
  const variables = readEnvironment(envFiles, environment, cwd);
  const file = named ?? (existsSync(path.join(cwd, IMPLIED)) ? IMPLIED : undefined);
  if (file === undefined) {
    refuseMisspelt(variables);
    const raw = targetFromEnvironment(variables);
    return raw === undefined
      ? undefined
      : checkTarget(raw, {
          origin: 'environment',
          folder: cwd,
          where: 'The environment',
          environment: variables,
          insecure,
        });
  }
  const full = path.resolve(cwd, file);
  const parsed = parseTargetFile(full);
  const written = standIns ? withStandIns(parsed, variables) : withVariables(parsed, variables, full);
  // A file without interfaces has general settings; the environment has the interfaces.
  const raw = namesInterface(written)
    ? written
    : { ...asObject(targetFromEnvironment(variables)), ...asObject(written) };
  return checkTarget(raw, {
    origin: 'file',
    file,
    folder: path.dirname(full),
    where: `The target file ${file}`,
    environment: variables,
    insecure,
  });
}

const INTERFACES = ['export', 'templates', 'platform', 'handover', 'interfaces'];
const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
const namesInterface = (file: unknown): boolean => Object.keys(asObject(file)).some((key) => INTERFACES.includes(key));

/**
 * Settings of the environment that a target file in the working directory has no use for: it names interfaces itself, and
 * neither says these nor refers to them.
 */
export function unusedSettings({ file: named, envFiles = [], cwd }: TargetSources): readonly string[] {
  const full = path.join(cwd, IMPLIED);
  if (named !== undefined || !existsSync(full)) return [];
  const text = readFileSync(full, 'utf8');
  const file = parseTargetFile(full);
  if (!namesInterface(file)) return [];
  const variables = readEnvironment(envFiles, {}, cwd);
  const at = (place: string): unknown =>
    place.split('.').reduce<unknown>((value, key) => (asObject(value) as Readonly<Record<string, unknown>>)[key], file);
  return settings
    .filter(
      ({ variable, path: place }) =>
        variables[variable] && !text.includes(`\${${variable}}`) && at(place) === undefined,
    )
    .map(({ variable }) => variable);
}

/** A target from settings in memory, such as the reference server's own. */
export const targetFrom = (file: TargetFile, origin: Target['origin'] = 'file'): Target =>
  checkTarget(file, { origin, folder: '.', where: 'The target', environment: {} });

function parseTargetFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The target file ${file} cannot be read. Write one with "assay init", or correct --target.`);
  }
  return parseJson(text, `The target file ${file}`);
}

/** Fills in `${NAME}`; a name that is not set is an error, for an empty credential would prove nothing. */
function withVariables(value: unknown, variables: Environment, file: string, place: readonly string[] = []): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const found = variables[name];
      if (found !== undefined && found !== '') return found;
      throw new UsageError(
        `The target file ${file}: ${place.join('.')} refers to \${${name}}, but ${name} is not set. ` +
          `Set it in the environment or in a .env file, or remove ${place.slice(0, -1).join('.') || place.join('.')}.`,
      );
    });
  }
  if (Array.isArray(value))
    return value.map((element, index) => withVariables(element, variables, file, [...place, String(index)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withVariables(member, variables, file, [...place, key])]),
  );
}
