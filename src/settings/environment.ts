/** Reads settings from environment variables and `.env` files. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { readText } from './read-text.js';
import { settings } from './settings.js';
import { UsageError } from './usage-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `sources` has the source of each variable for messages: `.env`, another file, or the environment.
 */
export interface Variables {
  readonly values: Environment;
  readonly sources: ReadonlyMap<string, string>;
  /** Sentences about values of `.env` files that a number sign cuts. */
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
  const implied = existsSync(path.join(cwd, IMPLIED)) ? [IMPLIED] : [];
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
  for (const file of envFiles.length > 0 ? envFiles : implied) {
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
 * Variables whose unquoted value ends at a number sign without a space before it. The sign may be
 * part of a secret.
 */
const cutValues = (text: string, variables: Environment): readonly string[] =>
  [...text.matchAll(/^\s*(?:export\s+)?([\w.-]+)\s*=[ \t]*([^#\r\n'"`]*[^#\s'"`])#/gm)]
    .filter(([, name = '', kept]) => variables[name] === kept)
    .map(([, name = '']) => name);

const cutAt = (file: string, name: string): string =>
  `${file}: the value of ${name} ends before its first #, which begins a comment. If # is part of it, put it in quotes.`;

/** Read if no file is named. */
const IMPLIED = '.env';

/** In the form of a target file, unchecked; undefined if there is no base URL. */
export function targetFromEnvironment(environment: Environment): unknown {
  const isNamed = settings.some(({ variable }) => ADDRESS.test(variable) && environment[variable]);
  return isNamed ? withoutHalves(written(environment, () => true)) : undefined;
}

/** Settings that belong to no interface, in the form of a target file, unchecked. */
export const generalFromEnvironment = (
  environment: Environment,
): Readonly<Record<string, unknown>> => written(environment, isGeneral);

/** Whether a place in a target file belongs to no interface. */
export const isGeneral = (place: string): boolean =>
  !/^(export|templates|platform|handover|interfaces)\b/.test(place);

/** Without an address of an interface no target is configured. */
const ADDRESS = /BASE_URL$|^AUTH_URL$/;

function written(
  environment: Environment,
  isWanted: (place: string) => boolean,
): Record<string, unknown> {
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
  return LISTS.includes(place) ? listOf(text) : numberWhereAsked(place, text);
}

/** One header field a line. */
function fieldsOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      if (name !== undefined && value) return [name, value];
      throw new UsageError(
        'The environment: ASSAY_HEADERS has a line without a name, a colon and a value. Write it as X-Tenant: acme.',
      );
    }),
  );
}

const LISTS: readonly string[] = ['platform.collections', 'noProxy'];
const listOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

/** The variable for a place in a target file, for messages. */
export function variableAt(place: string): string | undefined {
  if (place.startsWith('platform.headers.')) return 'PLATFORM_AUTH_VALUE';
  return settings.find(({ path: known }) => place === known || place.startsWith(`${known}.`))
    ?.variable;
}

const NUMERIC = /(^concurrency|Id|\.id|^export\.snapshot)$/;
const numberWhereAsked = (place: string, text: string): unknown =>
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
 * Removes incomplete settings: a destination or client of which only half is set, and an interface
 * without a base URL.
 */
function withoutHalves(file: Record<string, unknown>): unknown {
  const {
    export: products,
    templates,
    platform,
    handover,
    ...rest
  } = file as Record<string, Record<string, unknown>>;
  const whole = (
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
    export: whole(products, {
      destination,
      otherDestination: destination,
      emptyDestination: destination,
    }),
    templates: whole(templates, { client, otherClient: client, unsupportedClient: client }),
    platform: whole(platform, {}),
    handover: whole(handover, {}),
  });
}

const dropUndefined = (value: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
