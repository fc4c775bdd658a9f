/** Finds settings that have no effect on a command. */

import { listInWords } from '../in-words.js';
import type { Variables } from './environment.js';
import { settings } from './settings.js';

/** A command that reads a target, or `reference` for a command with `--reference`. */
export type TargetCommand = 'run' | 'doctor' | 'load' | 'judge' | 'proxy' | 'client' | 'reference';

interface Ignoring {
  readonly why: string;
  readonly places: readonly string[];
}

const CONNECTION = ['proxy', 'noProxy', 'tls', 'timeout', 'headers'];
const TIMING = ['pace', 'concurrency', 'patience'];

/**
 * The settings that a command ignores. The name and the permissions (`allow`) of a target are not
 * listed, because nobody is misled if they have no effect.
 */
const IGNORED: Readonly<Partial<Record<TargetCommand, Ignoring>>> = {
  judge: { why: 'sends no requests', places: [...TIMING, ...CONNECTION, 'gate'] },
  proxy: { why: 'forwards requests when a client sends them', places: [...TIMING, 'gate'] },
  load: {
    why: 'takes its rate and connections from the profile',
    places: ['concurrency', 'patience', 'gate'],
  },
  client: { why: 'serves requests and sends none', places: [...TIMING, ...CONNECTION, 'gate'] },
  reference: { why: 'tests the embedded server', places: [...TIMING, ...CONNECTION, 'gate'] },
};

/** `place` is the path of a setting in a target file, such as `export.baseUrl`. */
export interface NamedSetting {
  readonly place: string;
  readonly name: string;
}

/** Returns a sentence about the settings that the command ignores, if there are any. */
export function withoutEffect(
  command: TargetCommand | undefined,
  given: readonly NamedSetting[],
): readonly string[] {
  const ignoring = command === undefined ? undefined : IGNORED[command];
  if (command === undefined || ignoring === undefined) return [];
  const unusedSettings = given.filter(({ place }) =>
    ignoring.places.some((ignored) => place === ignored || place.startsWith(`${ignored}.`)),
  );
  if (unusedSettings.length === 0) return [];
  const names = [...new Set(unusedSettings.map(({ name }) => name))];
  const subject = command === 'reference' ? '--reference' : `assay ${command}`;
  return [`${subject} ${ignoring.why}, so it does not use ${names.join(', ')}.`];
}

/** Sentences about interfaces of other packages, which `assay run` does not test. */
export const withoutSuite = (
  command: TargetCommand | undefined,
  interfaces: readonly string[],
): readonly string[] =>
  command === 'run'
    ? interfaces.map(
        (name) =>
          `interfaces.${name} has no effect on assay run: its suite is in another package. Run it in a program with runSuites, or in Vitest with conformance (suites/README.md).`,
      )
    : [];

/**
 * Sentences about variables that have no effect because another variable is missing, such as a
 * token without its destination. `isSet` returns whether a variable has a value.
 */
export const incomplete = (
  names: readonly string[],
  isSet: (name: string) => boolean,
): readonly string[] =>
  names.map((name) => {
    const [missing] = partnersOf(name)
      .map((partners) => partners.filter((partner) => !isSet(partner)))
      .filter((partners) => partners.length > 0);
    return missing === undefined
      ? `${name} is set, but has no effect: its value is empty.`
      : `${name} is set, but has no effect: ${missing.join(' or ')} is not set.`;
  });

/**
 * Returns the variables that the variable `name` needs: first the other variables of the same
 * setting, or of the same object below a section, and then the base URLs of the interface.
 */
function partnersOf(name: string): readonly (readonly string[])[] {
  const place = settings.find(({ variable }) => variable === name)?.path ?? '';
  const part = place.split('.').slice(0, -1).join('.');
  const section = place.split('.')[0] ?? '';
  const at = (holds: (path: string) => boolean): readonly string[] =>
    settings
      .filter(({ variable, path }) => variable !== name && holds(path))
      .map(({ variable }) => variable);
  const addresses = at((path) => isAddress(path, section));
  const isPartner = (path: string): boolean =>
    part === section || part === '' ? path === place : path.startsWith(`${part}.`);
  return [at(isPartner), addresses];
}

const isAddress = (path: string, section: string): boolean =>
  path === `${section}.baseUrl` || path === `${section}.authUrl`;

/** Sentences about variables that the target file does not use. */
export function notInFile(
  names: readonly string[],
  file: string,
  { sources }: Variables,
): readonly string[] {
  const bySource = new Map<string, string[]>();
  for (const name of names) {
    const source = sources.get(name) ?? 'the environment';
    bySource.set(source, [...(bySource.get(source) ?? []), name]);
  }
  return [...bySource].map(([source, unusedNames]) => {
    const them = unusedNames.length === 1 ? 'it' : 'them';
    return (
      `${unusedNames.join(', ')}: set in ${source}, but ${file} does not use ${them}. ` +
      `Name ${them} there as \${NAME}, or unset ${them}.`
    );
  });
}

/** Lists the variables that set the setting at `place`. Returns `place` if no variable sets it. */
export function namesAt(place: string, { sources }: Variables): string {
  const names = variablesAt(place).filter((name) => sources.has(name));
  return names.length === 0 ? place : listInWords(names);
}

export const variablesAt = (place: string): readonly string[] =>
  settings
    .filter(({ path }) => place === path || place.startsWith(`${path}.`))
    .map(({ variable }) => variable);

/** Returns the paths of all values in a file, such as `export.baseUrl`. A list is one value. */
export function placesIn(file: Readonly<Record<string, unknown>>, prefix = ''): readonly string[] {
  return Object.entries(file).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? placesIn(value as Readonly<Record<string, unknown>>, `${prefix}${key}.`)
      : [`${prefix}${key}`],
  );
}
