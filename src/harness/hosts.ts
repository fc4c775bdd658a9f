import type { Target } from '../settings/index.js';

/** The base URLs that a target names. */
export function addressesOf({
  export: products,
  templates,
  platform,
  handover,
  interfaces,
}: Target): readonly string[] {
  const addresses = [
    products?.baseUrl,
    templates?.baseUrl,
    templates?.authUrl,
    platform?.baseUrl,
    handover?.baseUrl,
    ...Object.values(interfaces).map(({ baseUrl }) => baseUrl),
  ];
  return addresses.filter((address) => address !== undefined);
}

/** The hosts, with their ports, that a target names: requests go to these alone. */
export const hostsOf = (target: Target): ReadonlySet<string> =>
  new Set(addressesOf(target).map((address) => new URL(address).host));

/** Whether a target names the host of an address; false for what is no address at all. */
export const isConfigured = (target: Target, address: string): boolean =>
  URL.canParse(address) && hostsOf(target).has(new URL(address).host);
