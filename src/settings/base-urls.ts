/** The base URLs of a target, and the base URL to which an address belongs. */

import type { ResolvedFile } from './resolved-file.js';
import type { Target } from './target.js';

/** The parts of a target, or of its file, that have base URLs. */
export type Addressed = Pick<
  ResolvedFile | Target,
  'export' | 'templates' | 'platform' | 'handover' | 'interfaces'
>;

export interface BaseUrl {
  /** The interface, or `authentication` for the server that issues tokens. */
  readonly name: string;
  /** The interface. Token requests belong to the template API. */
  readonly interface: string;
  /** The environment variable or the member of the target file. */
  readonly setting: string;
  readonly address: string;
}

/** Returns the base URLs in the order of the settings. */
export function baseUrlsOf({
  export: products,
  templates,
  platform,
  handover,
  interfaces = {},
}: Addressed): readonly BaseUrl[] {
  const known: readonly (readonly [name: string, setting: string, address: string | undefined])[] =
    [
      ['export', 'EXPORT_BASE_URL', products?.baseUrl],
      ['templates', 'ETM_BASE_URL', templates?.baseUrl],
      ['authentication', 'AUTH_URL', templates?.authUrl],
      ['platform', 'PLATFORM_BASE_URL', platform?.baseUrl],
      ['handover', 'CDE_BASE_URL', handover?.baseUrl],
      ...Object.entries(interfaces).map(
        ([name, { baseUrl }]) => [name, `interfaces.${name}.baseUrl`, baseUrl] as const,
      ),
    ];
  return known.flatMap(([name, setting, address]) =>
    address === undefined ? [] : [{ name, interface: ownerOf(name), setting, address }],
  );
}

const ownerOf = (name: string): string => (name === 'authentication' ? 'templates' : name);

/** Longest base URL first, because one base URL may be the beginning of another. */
export const longestFirst = (target: Addressed): readonly BaseUrl[] =>
  [...baseUrlsOf(target)].sort((a, b) => b.address.length - a.address.length);

/**
 * Whether a URL is equal to a base URL, or continues it with a path, a query or a fragment.
 * `https://h/api2` does not belong to `https://h/api`. The base URL must not end with a slash.
 */
export const belongsTo = (url: string, base: string): boolean =>
  url.startsWith(base) && /^(?:[/?#]|$)/.test(url.slice(base.length));

/** Returns the longest base URL to which a URL belongs. */
export const baseUrlOf = (url: string, target: Addressed): BaseUrl | undefined =>
  longestFirst(target).find(({ address }) => belongsTo(url, address));

/**
 * Whether a URL is on the server that issues tokens. A longer base URL of an interface takes
 * precedence.
 */
export const isOnTokenServer = (url: string, target: Addressed): boolean =>
  target.templates?.authUrl !== undefined &&
  baseUrlOf(url, target)?.address === target.templates.authUrl;

/** Returns all interfaces whose base URL is the longest one to which a URL belongs. */
export function interfacesAt(url: string, target: Addressed): readonly string[] {
  const longest = baseUrlOf(url, target)?.address;
  return baseUrlsOf(target)
    .filter(({ address }) => address === longest)
    .map((base) => base.interface);
}

/** Returns the interface to which a URL belongs. */
export const interfaceOf = (url: string, target: Addressed): string | undefined =>
  baseUrlOf(url, target)?.interface;
