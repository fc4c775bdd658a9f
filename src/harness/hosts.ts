import type { Target } from '../target/index.js';

/** The hosts, with their ports, that a target names: requests go to these alone. */
export function hostsOf({ export: products, templates, platform, handover, interfaces }: Target): ReadonlySet<string> {
  const addresses = [
    products?.baseUrl,
    templates?.baseUrl,
    templates?.authUrl,
    platform?.baseUrl,
    handover?.baseUrl,
    ...Object.values(interfaces).map(({ baseUrl }) => baseUrl),
  ];
  return new Set(addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).host])));
}

/** Whether a target names the host of an address; false for what is no address at all. */
export const isConfigured = (target: Target, address: string): boolean =>
  URL.canParse(address) && hostsOf(target).has(new URL(address).host);
