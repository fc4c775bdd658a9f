import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { settings } from './settings.js';
import { UsageError } from './usage-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that settings are read from: `.env` files first, then the process environment, which wins. Without a
 * named file, `.env` in the working directory is read where there is one.
 */
export function readEnvironment(envFiles: readonly string[], base: Environment, cwd: string): Environment {
  const implied = path.join(cwd, '.env');
  const files =
    envFiles.length > 0 ? envFiles.map((file) => path.resolve(cwd, file)) : existsSync(implied) ? [implied] : [];
  const merged: Record<string, string | undefined> = {};
  for (const file of files) {
    if (!existsSync(file))
      throw new UsageError(`The env file ${file} does not exist. Write it with "assay init", or leave out --env.`);
    Object.assign(merged, parse(readFileSync(file)));
  }
  for (const [name, value] of Object.entries(base)) if (value !== undefined) merged[name] = value;
  return merged;
}

/** The settings of the environment in the shape of a target file, unchecked; undefined where it names no base URL. */
export function targetFromEnvironment(environment: Environment): unknown {
  const value = (name: string): string | undefined => environment[name] || undefined;
  if (
    !settings.some(({ variable }) => variable.endsWith('BASE_URL') && value(variable) !== undefined) &&
    !value('AUTH_URL')
  )
    return undefined;
  const file: Record<string, unknown> = {};
  for (const { variable, path: place } of settings) {
    const text = value(variable);
    if (text === undefined || place === 'platform.headers') continue;
    put(
      file,
      place.split('.'),
      place === 'platform.collections' || place === 'noProxy'
        ? text.split(',').map((part) => part.trim())
        : numberWhereAsked(place, text),
    );
  }
  const secret = value('PLATFORM_AUTH_VALUE');
  if (secret !== undefined)
    put(file, ['platform', 'headers'], { [value('PLATFORM_AUTH_HEADER') ?? 'X-Auth-Token']: secret });
  return withoutHalves(file);
}

/** The place in a target file that an environment variable fills, for messages. */
export const variableAt = (place: string): string | undefined =>
  settings.find((row) => row.path === place || (place.startsWith('platform.') && place.startsWith(row.path)))?.variable;

const numeric = /(^concurrency|Id|\.id)$/;
const numberWhereAsked = (place: string, text: string): unknown =>
  numeric.test(place) && !place.startsWith('templates.') && /^-?\d+$/.test(text) ? Number(text) : text;

function put(into: Record<string, unknown>, [head, ...rest]: readonly string[], value: unknown): void {
  if (head === undefined) return;
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const inner = into[head];
  const child = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  into[head] = child;
  put(child, rest, value);
}

/** A destination or client of which only half is set, and an interface without its base URL, count as not configured. */
function withoutHalves(file: Record<string, unknown>): unknown {
  const { export: products, templates, platform, handover, ...rest } = file as Record<string, Record<string, unknown>>;
  const whole = (section: Record<string, unknown> | undefined, pairs: Readonly<Record<string, readonly string[]>>) => {
    if (section === undefined || (section.baseUrl ?? section.authUrl) === undefined) return undefined;
    const kept = Object.entries(section).filter(([key, value]) => {
      const members = pairs[key];
      return (
        members === undefined || members.every((member) => (value as Record<string, unknown>)[member] !== undefined)
      );
    });
    return Object.fromEntries(kept);
  };
  const destination = ['id', 'token'];
  const client = ['id', 'secret'];
  return dropUndefined({
    ...rest,
    export: whole(products, { destination, otherDestination: destination, emptyDestination: destination }),
    templates: whole(templates, { client, otherClient: client, unsupportedClient: client }),
    platform: whole(platform, {}),
    handover: whole(handover, {}),
  });
}

const dropUndefined = (value: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
