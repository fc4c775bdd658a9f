import { createHash, randomBytes } from 'node:crypto';
import type { Given, Scenario } from '../../suites/clients/index.js';

/** Random credentials of one scenario; no other scenario and no service accepts them. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly exportToken: string;
  readonly platformValue: string;
}

const made = (bytes = 18): string => randomBytes(bytes).toString('base64url');

/** Characters that mean something in a form, in Basic or in a URL. */
const RESERVED = '+/&=%:';

export function makeCredentials({ script }: Scenario): Credentials {
  const clientId = `assay-client-${made(6)}`;
  return {
    clientId,
    clientSecret:
      script.tokens?.reservedSecret === true
        ? `cs_${made(9)}${RESERVED}${made(9)}`
        : `cs_${made()}`,
    exportToken: `et_${made()}`,
    platformValue: `${clientId}:${made()}`,
  };
}

/**
 * What a client is given in one scenario: the credentials, and data that follow from the seed
 * alone.
 */
export function givenFor(
  { id: scenario, script }: Scenario,
  credentials: Credentials,
  seed: number,
): Given {
  const numbers = numbersFrom(`${seed}:${scenario}`);
  const count = script.products?.count ?? script.walk?.count ?? 0;
  const ids: number[] = [];
  // Realistic ids with gaps; large ones, so that no other number is mistaken for one.
  for (let id = 10_000 + numbers(5000); ids.length < count; id += 1 + numbers(40)) ids.push(id);
  return {
    ...credentials,
    siteId: 100 + numbers(900),
    channelId: 100 + numbers(900),
    destinationId: 1000 + numbers(9000),
    ids,
    errorText: `The service refuses this as case ${100_000 + numbers(900_000)}`,
  };
}

/** Whole numbers from 0 up to a bound, the same for the same text. */
function numbersFrom(text: string): (below: number) => number {
  let round = 0;
  return (below) =>
    createHash('sha256').update(`${text}:${round++}`).digest().readUInt32BE(0) % below;
}
