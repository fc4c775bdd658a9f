/** The addresses and hosts to which a run may send requests. */

import type { Target } from '../settings/index.js';

/**
 * The base URLs of the target in the order of its settings. `name` is the interface, or
 * `authentication` for the server that issues tokens.
 */
export function namedAddressesOf({
  export: products,
  templates,
  platform,
  handover,
  interfaces,
}: Target) {
  const addresses: readonly (readonly [
    name: string,
    setting: string,
    address: string | undefined,
  ])[] = [
    ['export', 'EXPORT_BASE_URL', products?.baseUrl],
    ['templates', 'ETM_BASE_URL', templates?.baseUrl],
    ['authentication', 'AUTH_URL', templates?.authUrl],
    ['platform', 'PLATFORM_BASE_URL', platform?.baseUrl],
    ['handover', 'CDE_BASE_URL', handover?.baseUrl],
    ...Object.entries(interfaces).map(
      ([name, { baseUrl }]) => [name, `interfaces.${name}.baseUrl`, baseUrl] as const,
    ),
  ];
  return addresses.flatMap(([name, setting, address]) =>
    address === undefined ? [] : [{ name, setting, address }],
  );
}

/**
 * Longest address first, because one address may be the beginning of another: the first match is
 * then the right one.
 */
export const longestFirst = (target: Target) =>
  namedAddressesOf(target).sort((a, b) => b.address.length - a.address.length);

/** The base URLs, longest first. */
export const addressesOf = (target: Target): readonly string[] =>
  longestFirst(target).map(({ address }) => address);

/** Hosts with ports. Requests are sent only to these hosts. */
export const hostsOf = (target: Target): ReadonlySet<string> =>
  new Set(addressesOf(target).map((address) => new URL(address).host));
