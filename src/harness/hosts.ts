import type { Target } from '../settings/index.js';

/** The base URLs that a target names, with their settings; the longest first, as one may begin like another. */
export function addressSettings({
  export: products,
  templates,
  platform,
  handover,
  interfaces,
}: Target): readonly (readonly [setting: string, address: string])[] {
  const addresses: readonly (readonly [string, string | undefined])[] = [
    ['EXPORT_BASE_URL', products?.baseUrl],
    ['ETM_BASE_URL', templates?.baseUrl],
    ['AUTH_URL', templates?.authUrl],
    ['PLATFORM_BASE_URL', platform?.baseUrl],
    ['CDE_BASE_URL', handover?.baseUrl],
    ...Object.entries(interfaces).map(([name, { baseUrl }]) => [`interfaces.${name}.baseUrl`, baseUrl] as const),
  ];
  return addresses
    .flatMap(([setting, address]) => (address === undefined ? [] : [[setting, address] as const]))
    .sort(([, a], [, b]) => b.length - a.length);
}

export const addressesOf = (target: Target): readonly string[] => addressSettings(target).map(([, address]) => address);

/** The hosts, with their ports, that a target names: requests go to these alone. */
export const hostsOf = (target: Target): ReadonlySet<string> =>
  new Set(addressesOf(target).map((address) => new URL(address).host));

/** Whether a target names the host of an address; false for what is not an address at all. */
export const isConfigured = (target: Target, address: string): boolean =>
  URL.canParse(address) && hostsOf(target).has(new URL(address).host);
