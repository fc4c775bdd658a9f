import type { Target } from '../settings/index.js';

interface Address {
  /** The interface that is there, or the server that issues its tokens. */
  readonly name: string;
  readonly setting: string;
  readonly address: string;
}

/** The base URLs that a target names. */
export function addressesIn({
  export: products,
  templates,
  platform,
  handover,
  interfaces,
}: Target): readonly Address[] {
  const addresses: readonly (readonly [name: string, setting: string, address: string | undefined])[] = [
    ['export', 'EXPORT_BASE_URL', products?.baseUrl],
    ['templates', 'ETM_BASE_URL', templates?.baseUrl],
    ['authentication', 'AUTH_URL', templates?.authUrl],
    ['platform', 'PLATFORM_BASE_URL', platform?.baseUrl],
    ['handover', 'CDE_BASE_URL', handover?.baseUrl],
    ...Object.entries(interfaces).map(([name, { baseUrl }]) => [name, `interfaces.${name}.baseUrl`, baseUrl] as const),
  ];
  return addresses.flatMap(([name, setting, address]) => (address === undefined ? [] : [{ name, setting, address }]));
}

/** The same with their settings; the longest first, as one may begin like another. */
export const addressSettings = (target: Target): readonly (readonly [setting: string, address: string])[] =>
  addressesIn(target)
    .map(({ setting, address }) => [setting, address] as const)
    .sort(([, a], [, b]) => b.length - a.length);

export const addressesOf = (target: Target): readonly string[] => addressSettings(target).map(([, address]) => address);

/** The hosts, with their ports, that a target names: requests go to these alone. */
export const hostsOf = (target: Target): ReadonlySet<string> =>
  new Set(addressesOf(target).map((address) => new URL(address).host));

/** Whether a target names the host of an address; false for what is not an address at all. */
export const isConfigured = (target: Target, address: string): boolean =>
  URL.canParse(address) && hostsOf(target).has(new URL(address).host);
