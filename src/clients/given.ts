/**
 * Makes the credentials and the data of a scenario. In a scenario, an API client is tested against
 * scripted servers.
 */

import { createHash, randomBytes } from 'node:crypto';
import type { Given, Scenario } from '../../suites/clients/index.js';

/** The values are random. Only the servers of one scenario accept them. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly exportToken: string;
  /** The value of the authentication header of the platform API. */
  readonly platformValue: string;
}

const randomText = (bytes = 18): string => randomBytes(bytes).toString('base64url');

/** These characters have a special meaning in a form, in Basic credentials or in a URL. */
const RESERVED = '+/&=%:';

export function makeCredentials({ script }: Scenario): Credentials {
  const clientId = `assay-client-${randomText(6)}`;
  return {
    clientId,
    clientSecret:
      script.tokens?.reservedSecret === true
        ? `cs_${randomText(9)}${RESERVED}${randomText(9)}`
        : `cs_${randomText()}`,
    exportToken: `et_${randomText()}`,
    platformValue: `${clientId}:${randomText()}`,
  };
}

/** All data except the credentials depends only on the seed and the scenario. */
export function givenFor(
  { id: scenario, script }: Scenario,
  credentials: Credentials,
  seed: number,
): Given {
  const numberBelow = numbersFrom(`${seed}:${scenario}`);
  const count = script.products?.count ?? script.walk?.count ?? 0;
  const ids: number[] = [];
  // Real ids have gaps. The ids are large, so that no other number in the output of the client
  // equals an id.
  for (let id = 10_000 + numberBelow(5000); ids.length < count; id += 1 + numberBelow(40))
    ids.push(id);
  return {
    ...credentials,
    siteId: 100 + numberBelow(900),
    channelId: 100 + numberBelow(900),
    destinationId: 1000 + numberBelow(9000),
    ids,
    errorText: `The service refuses this as case ${100_000 + numberBelow(900_000)}`,
  };
}

/**
 * Makes a function that returns a pseudorandom whole number from 0 to `below` - 1. The same text
 * gives the same sequence of numbers.
 */
function numbersFrom(text: string): (below: number) => number {
  let round = 0;
  return (below) => {
    const digest = createHash('sha256').update(`${text}:${round}`).digest();
    round += 1;
    return digest.readUInt32BE(0) % below;
  };
}
