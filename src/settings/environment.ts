/** Reads settings from environment variables and `.env` files. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { readText } from './read-text.js';
import { settings } from './settings.js';
import { UsageError } from './usage-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `sources` contains the source of each variable, for messages: the name of a file, or "the
 * environment".
 */
export interface Variables {
  readonly values: Environment;
  readonly sources: ReadonlyMap<string, string>;
  /** Warnings about values in `.env` files that end before a `#`. */
  readonly cut: readonly string[];
}

/**
 * The process environment takes precedence over files. If no file is named, `.env` in the working
 * directory is read if it exists.
 */
export function readEnvironment(
  envFiles: readonly string[],
  base: Environment,
  cwd: string,
): Variables {
  const defaultFiles = existsSync(path.join(cwd, DEFAULT_FILE)) ? [DEFAULT_FILE] : [];
  const values: Record<string, string | undefined> = {};
  const sources = new Map<string, string>();
  const cut: string[] = [];
  const add = (variables: Environment, source: string): void => {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) continue;
      values[name] = value;
      sources.set(name, source);
    }
  };
  for (const file of envFiles.length > 0 ? envFiles : defaultFiles) {
    const full = path.resolve(cwd, file);
    if (!existsSync(full))
      throw new UsageError(
        `The env file ${full} does not exist. Write it with "assay init", or leave out --env.`,
      );
    const text = readText(full, `The env file ${full}`, 'Correct --env.');
    const variables = parse(text);
    cut.push(...cutValues(text, variables).map((name) => cutAt(file, name)));
    add(variables, file);
  }
  add(base, 'the environment');
  return { values, sources, cut };
}

/**
 * Returns the variables whose unquoted value ends before a `#` that follows no space. The `#` may
 * be part of a secret.
 */
const cutValues = (text: string, variables: Environment): readonly string[] =>
  [...text.matchAll(/^\s*(?:export\s+)?([\w.-]+)\s*=[ \t]*([^#\r\n'"`]*[^#\s'"`])#/gm)]
    .filter(([, name = '', kept]) => variables[name] === kept)
    .map(([, name = '']) => name);

const cutAt = (file: string, name: string): string =>
  `${file}: the value of ${name} ends before its first #, which begins a comment. If # is part of the value, put the value in quotes.`;

/** The file in the working directory that is read if no file is named. */
const DEFAULT_FILE = '.env';

/**
 * Returns the settings in the form of a target file. They are not checked. Returns undefined if no
 * variable has the address of an interface.
 */
export function targetFromEnvironment(environment: Environment): unknown {
  const hasAddress = settings.some(
    ({ variable }) => ADDRESS.test(variable) && environment[variable],
  );
  return hasAddress ? withoutIncomplete(written(environment, () => true)) : undefined;
}

/**
 * Returns the settings that belong to no interface, in the form of a target file. They are not
 * checked.
 */
export const generalFromEnvironment = (
  environment: Environment,
): Readonly<Record<string, unknown>> => written(environment, isGeneral);

/** Whether a setting belongs to no interface. Its place is a path such as `export.baseUrl`. */
export const isGeneral = (place: string): boolean =>
  !/^(export|templates|platform|handover|interfaces)\b/.test(place);

/** The names of variables with the address of an interface. */
const ADDRESS = /BASE_URL$|^AUTH_URL$/;

function written(
  environment: Environment,
  isWanted: (place: string) => boolean,
): Record<string, unknown> {
  // An empty variable counts as missing.
  const value = (name: string): string | undefined => environment[name] || undefined;
  const file: Record<string, unknown> = {};
  for (const { variable, path: place } of settings) {
    const text = value(variable);
    if (text === undefined || place === 'platform.headers' || !isWanted(place)) continue;
    put(file, place.split('.'), settingFrom(place, text));
  }
  const secret = value('PLATFORM_AUTH_VALUE');
  if (secret !== undefined && isWanted('platform.headers'))
    put(file, ['platform', 'headers'], {
      [value('PLATFORM_AUTH_HEADER') ?? 'X-Auth-Token']: secret,
    });
  return file;
}

function settingFrom(place: string, text: string): unknown {
  if (place === 'headers') return fieldsOf(text);
  return LISTS.includes(place) ? listOf(text) : numberWhereExpected(place, text);
}

/** Each line of the text is a header field. */
function fieldsOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      if (name !== undefined && value) return [name, value];
      throw new UsageError(
        'The environment: a line of ASSAY_HEADERS is not a name, a colon and a value. Write each line like X-Tenant: acme.',
      );
    }),
  );
}

const LISTS: readonly string[] = ['platform.collections', 'noProxy'];
const listOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

/** Returns the name of the variable for a place in a target file, for messages. */
export function variableAt(place: string): string | undefined {
  if (place.startsWith('platform.headers.')) return 'PLATFORM_AUTH_VALUE';
  return settings.find(({ path: known }) => place === known || place.startsWith(`${known}.`))
    ?.variable;
}

/** The places of settings that are numbers. The ids of template clients are texts. */
const NUMERIC = /(^concurrency|Id|\.id|^export\.snapshot)$/;
const numberWhereExpected = (place: string, text: string): unknown =>
  NUMERIC.test(place) && !place.startsWith('templates.') && /^-?\d+$/.test(text)
    ? Number(text)
    : text;

function put(
  into: Record<string, unknown>,
  [head, ...rest]: readonly string[],
  value: unknown,
): void {
  if (head === undefined) return;
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const inner = into[head];
  const child =
    typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  into[head] = child;
  put(child, rest, value);
}

/**
 * Removes incomplete settings: an id without its token or secret, a token or secret without its id,
 * and an interface without an address.
 */
function withoutIncomplete(file: Record<string, unknown>): unknown {
  const {
    export: products,
    templates,
    platform,
    handover,
    ...rest
  } = file as Record<string, Record<string, unknown>>;
  const completeParts = (
    section: Record<string, unknown> | undefined,
    pairs: Readonly<Record<string, readonly string[]>>,
  ) => {
    if (section === undefined || (section.baseUrl ?? section.authUrl) === undefined)
      return undefined;
    const kept = Object.entries(section).filter(([key, value]) => {
      const members = pairs[key];
      return (
        members === undefined ||
        members.every((member) => (value as Record<string, unknown>)[member] !== undefined)
      );
    });
    return Object.fromEntries(kept);
  };
  const destination = ['id', 'token'];
  const client = ['id', 'secret'];
  return dropUndefined({
    ...rest,
    export: completeParts(products, {
      destination,
      otherDestination: destination,
      emptyDestination: destination,
    }),
    templates: completeParts(templates, { client, otherClient: client, unsupportedClient: client }),
    platform: completeParts(platform, {}),
    handover: completeParts(handover, {}),
  });
}

const dropUndefined = (value: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
