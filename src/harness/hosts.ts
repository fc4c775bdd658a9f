/** The addresses and hosts to which a run may send requests. */

import { longestFirst } from '../settings/base-urls.js';
import type { Target } from '../settings/index.js';

/** The base URLs, longest first. */
export const addressesOf = (target: Target): readonly string[] =>
  longestFirst(target).map(({ address }) => address);

/** Hosts with ports. Requests are sent only to these hosts. */
export const hostsOf = (target: Target): ReadonlySet<string> =>
  new Set(addressesOf(target).map((address) => new URL(address).host));
