/** The header fields that settings add to every request. */

import { listInWords } from '../in-words.js';
import { packageVersion } from '../schema/package-version.js';
import { interfaceOf } from './base-urls.js';
import { INTERFACES } from './interfaces.js';
import type { Fields } from './resolved-file.js';
import type { Target } from './target.js';
import { UsageError } from './usage-error.js';

/**
 * Settings cannot add these fields to every request of an interface, because its checks send them
 * with different values or leave them out.
 */
const OWNED: Readonly<Record<string, readonly string[]>> = {
  export: ['X-EA-Auth-Token', 'X-Destination-Id'],
  templates: ['Authorization', 'Content-Type'],
  handover: ['Authorization', 'Content-Type'],
};

/**
 * Settings cannot add these fields to the requests of any interface, because they change the form
 * or content of a response.
 */
const OWNED_EVERYWHERE = [
  'Accept',
  'Accept-Encoding',
  'Range',
  'If-None-Match',
  'If-Modified-Since',
];

/** The User-Agent if the settings do not define one. */
const userAgent = (): string => `assay/${packageVersion()}`;

/**
 * Returns `User-Agent`, the general fields and the fields of the interface. A general field is left
 * out if the checks of the interface send it themselves.
 */
export function addedHeaders(target: Target, interfaceName: string): Fields {
  const owned = ownedBy(target, interfaceName);
  const general = Object.entries(target.headers ?? {}).filter(([name]) => !contains(owned, name));
  const own = Object.entries(ofInterface(target, interfaceName));
  const fields = new Map<string, readonly [string, string]>([
    ['user-agent', ['User-Agent', userAgent()]],
  ]);
  for (const field of [...general, ...own]) fields.set(field[0].toLowerCase(), field);
  return Object.fromEntries(fields.values());
}

/** Returns the fields for a URL. Its interface is that of the longest base URL to which it belongs. */
export const addedHeadersAt = (target: Target, url: string): Fields =>
  addedHeaders(target, interfaceOf(url, target) ?? '');

function ofInterface({ export: products, templates, handover }: Target, name: string): Fields {
  const settings = { export: products, templates, handover }[name];
  return settings?.headers ?? {};
}

function ownedBy({ platform, interfaces }: Target, name: string): readonly string[] {
  if (name === 'platform') return Object.keys(platform?.headers ?? {});
  return OWNED[name] ?? Object.keys(interfaces[name]?.headers ?? {});
}

/**
 * Throws a UsageError if the settings add a header that checks send themselves, because this would
 * change what the checks test.
 */
export function refuseOwned(target: Target, labelOf: (place: string) => string): void {
  refuse('headers', target.headers, []);
  for (const name of ['export', 'templates', 'handover'])
    refuse(`${name}.headers`, ofInterface(target, name), OWNED[name] ?? []);

  function refuse(place: string, fields: Fields = {}, owned: readonly string[]): void {
    const wrong = Object.keys(fields).find((name) =>
      contains([...owned, ...OWNED_EVERYWHERE], name),
    );
    if (wrong === undefined) return;
    throw new UsageError(
      `${labelOf(place)} names the header ${wrong}, which the checks set themselves. Leave it out.`,
    );
  }
}

/** Returns a sentence for each general header that is not sent to some interface. */
export function unsentHeaders(target: Target): readonly string[] {
  const configured = INTERFACES.filter((name) => target[name] !== undefined);
  return Object.keys(target.headers ?? {}).flatMap((header) => {
    const without = configured.filter((name) => contains(ownedBy(target, name), header));
    if (without.length === 0) return [];
    return [
      `headers.${header} is not sent to ${listInWords(without)}, whose requests have their own ${header}.`,
    ];
  });
}

const contains = (names: readonly string[], wanted: string): boolean =>
  names.some((name) => name.toLowerCase() === wanted.toLowerCase());
