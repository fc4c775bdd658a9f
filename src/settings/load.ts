/** Finds and reads the settings of a target, from a target file and the environment. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TargetFile } from '../schema/types.js';
import { unsentHeaders } from './added-headers.js';
import { checkTarget, ENVIRONMENT } from './check-target.js';
import {
  type Environment,
  generalFromEnvironment,
  isGeneral,
  readEnvironment,
  targetFromEnvironment,
  type Variables,
} from './environment.js';
import { fill } from './fill.js';
import { GENERAL_PREFIX, refuseMisspelt } from './misspelt.js';
import { parseJson } from './parse-json.js';
import { proxyNotes } from './proxy.js';
import { readText } from './read-text.js';
import { settings } from './settings.js';
import { withStandIns } from './stand-ins.js';
import type { Target } from './target.js';
import {
  incomplete,
  type NamedSetting,
  namesAt,
  notInFile,
  placesIn,
  type TargetCommand,
  variablesAt,
  withoutEffect,
  withoutSuite,
} from './unused.js';
import { UsageError } from './usage-error.js';

export interface TargetSources {
  /**
   * A target file. By default `assay.target.json` in the working directory is read. If it does not
   * exist, only the environment is read.
   */
  readonly file?: string | undefined;
  /**
   * Later files take precedence. If no file is named, `.env` in the working directory is read if it
   * exists.
   */
  readonly envFiles?: readonly string[];
  readonly environment: Environment;
  readonly cwd: string;
  /** `--insecure`: certificates are not verified, whatever the target file says. Default false. */
  readonly insecure?: boolean | undefined;
  /** The command that reads the target. By default every setting is assumed to have an effect. */
  readonly command?: TargetCommand | undefined;
  /**
   * If true, a stand-in replaces each unset secret. This is for commands that send no requests of
   * their own. By default an unset secret is an error.
   */
  readonly standIns?: boolean | undefined;
}

const DEFAULT_FILE = 'assay.target.json';

export interface ConfiguredTarget {
  /** undefined if nothing is configured. */
  readonly target: Target | undefined;
  /** Sentences about settings without effect. */
  readonly unused: readonly string[];
}

/**
 * Reads the named file, or else `assay.target.json` in the working directory, or else the
 * environment. General settings (those that belong to no interface) that the file lacks come from
 * the environment. If the file names no interface, the interfaces come from the environment, too.
 * Throws a UsageError that names the wrong settings and the remedy.
 */
export function readTarget(sources: TargetSources): ConfiguredTarget {
  const { file: named, envFiles = [], environment, cwd, command } = sources;
  const variables = readEnvironment(envFiles, environment, cwd);
  const file = named ?? (existsSync(path.join(cwd, DEFAULT_FILE)) ? DEFAULT_FILE : undefined);
  if (file !== undefined) return fromFile(file, variables, sources);
  refuseMisspelt(variables.values);
  const raw = targetFromEnvironment(variables.values);
  if (raw === undefined) return { target: undefined, unused: [] };
  const target = checkTarget(raw, {
    origin: 'environment',
    folder: cwd,
    where: ENVIRONMENT,
    environment: variables.values,
    insecure: sources.insecure,
    sends: command !== 'judge',
  });
  const places = placesIn(asObject(raw));
  const used = new Set(places.flatMap((place) => variablesAt(place)));
  const ineffective = settings
    .map(({ variable }) => variable)
    .filter((name) => variables.values[name] && !used.has(name));
  const unused = [
    ...variables.cut,
    ...incomplete(ineffective, (name) => Boolean(variables.values[name])),
    ...withoutEffect(command, generalInEnvironment(variables)),
    ...unsentHeaders(target),
    ...proxyNotes(target),
  ];
  return { target, unused };
}

/**
 * Reads a target as `readTarget` does. Default: from the environment and the working directory of
 * this process.
 */
export const loadTarget = ({
  environment = process.env,
  cwd = process.cwd(),
  ...sources
}: Partial<TargetSources> = {}): Target | undefined =>
  readTarget({ environment, cwd, ...sources }).target;

function fromFile(file: string, variables: Variables, sources: TargetSources): ConfiguredTarget {
  const { cwd, insecure, standIns = false, command } = sources;
  const full = path.resolve(cwd, file);
  const { value: parsed, text } = readTargetFile(full);
  const { values } = variables;
  const written = standIns ? withStandIns(parsed, values) : withVariables(parsed, values, full);
  const refersTo = (name: string): boolean => text.includes(`\${${name}}`);
  // If a file names no interface, its settings are general, and the interfaces come from the
  // environment.
  const hasInterface = namesInterface(parsed);
  refuseMisspelt(values, {
    isUsed: refersTo,
    ...(hasInterface ? { prefixes: [GENERAL_PREFIX] } : {}),
  });
  const general = generalFromEnvironment(values);
  const added = hasInterface ? general : asObject(targetFromEnvironment(values) ?? general);
  const filled = fill(asObject(written), added);
  const target = checkTarget(filled.file, {
    origin: 'file',
    file,
    folder: path.dirname(full),
    where: `The target file ${file}`,
    template: parsed,
    filled: { places: filled.places, folder: cwd },
    environment: values,
    insecure,
    sends: command !== 'judge',
  });
  // A variable with the same value as the file does not count as unused.
  const { same } = fill(asObject(written), asObject(targetFromEnvironment(values) ?? general));
  const used = new Set([...filled.places, ...same].flatMap((place) => variablesAt(place)));
  const ineffective = settings
    .map(({ variable }) => variable)
    .filter((name) => values[name] && !used.has(name) && !refersTo(name));
  const given = [
    ...generalInFile(asObject(written), file),
    ...generalInEnvironment(variables).filter(({ place }) => filled.places.has(place)),
  ];
  const unused = [
    ...variables.cut,
    ...notInFile(ineffective, file, variables),
    ...withoutEffect(command, given),
    ...withoutSuite(command, Object.keys(target.interfaces)),
    ...unsentHeaders(target),
    ...proxyNotes(target),
  ];
  return { target, unused };
}

/**
 * Returns sentences about the general settings in the environment and in `assay.target.json`. They
 * have no effect on a command that tests another target, such as the reference server.
 */
export function unusedGeneral({
  envFiles = [],
  environment,
  cwd,
  command,
}: TargetSources): readonly string[] {
  const defaultFile = path.join(cwd, DEFAULT_FILE);
  const settingsOfFile = existsSync(defaultFile)
    ? generalInFile(readTargetFile(defaultFile).value, DEFAULT_FILE)
    : [];
  const variables = readEnvironment(envFiles, environment, cwd);
  return withoutEffect(command, [...generalInEnvironment(variables), ...settingsOfFile]);
}

const generalInEnvironment = (variables: Variables): readonly NamedSetting[] =>
  placesIn(generalFromEnvironment(variables.values)).map((place) => ({
    place,
    name: namesAt(place, variables),
  }));

const generalInFile = (file: Settings, name: string): readonly NamedSetting[] =>
  placesIn(file)
    .filter(isGeneral)
    .map((place) => ({ place, name: `${place} (${name})` }));

/** The members of a target file that configure interfaces. */
const INTERFACE_MEMBERS = ['export', 'templates', 'platform', 'handover', 'interfaces'];
const namesInterface = (file: object): boolean =>
  Object.keys(file).some((key) => INTERFACE_MEMBERS.includes(key));

type Settings = Readonly<Record<string, unknown>>;
const asObject = (value: unknown): Settings => Object(value) as Settings;

/** A target from settings in memory, such as the settings of the reference server. */
export const targetFrom = (file: TargetFile, origin: Target['origin'] = 'file'): Target =>
  checkTarget(file, { origin, folder: '.', where: 'The target', environment: {} });

function readTargetFile(file: string): { readonly value: Settings; readonly text: string } {
  const text = readText(
    file,
    `The target file ${file}`,
    'Write one with "assay init", or correct --target.',
  );
  const value = parseJson(text, `The target file ${file}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(
      `The target file ${file} must contain a JSON object, but contains ${nameOfKind(value)}. ` +
        'Write one with "assay init".',
    );
  }
  return { value: value as Settings, text };
}

const nameOfKind = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : `a ${typeof value}`;
};

/**
 * Replaces each `${NAME}` by the value of the variable. An unset or empty variable is an error,
 * because a test with an empty credential would prove nothing.
 */
function withVariables(
  value: unknown,
  variables: Environment,
  file: string,
  place: readonly string[] = [],
): unknown {
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
    return value.map((element, index) =>
      withVariables(element, variables, file, [...place, String(index)]),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      withVariables(member, variables, file, [...place, key]),
    ]),
  );
}
