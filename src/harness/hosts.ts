/** The addresses and hosts to which a run may send requests. */

import type { Target } from '../settings/index.js';

/** `name` is the interface, or `authentication` for the server that issues tokens. */
export function addressesIn({
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

/** One address may be the beginning of another address. */
export const longestFirst = (target: Target) =>
  addressesIn(target).sort((a, b) => b.address.length - a.address.length);

export const addressesOf = (target: Target): readonly string[] =>
  longestFirst(target).map(({ address }) => address);

/** Hosts with ports. Requests are sent only to these hosts. */
export const hostsOf = (target: Target): ReadonlySet<string> =>
  new Set(addressesOf(target).map((address) => new URL(address).host));

export const isConfigured = (target: Target, address: string): boolean =>
  URL.canParse(address) && hostsOf(target).has(new URL(address).host);
