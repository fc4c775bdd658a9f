/** The default credentials and data of the reference server. */

import { otherRecords } from './dataset/index.js';
import type { Destination } from './export/index.js';
import { type Owners, owners } from './handover/index.js';
import { COLLECTIONS, type Collections } from './platform/index.js';
import type { ProductRecord } from './table/column.js';
import { CLIENTS, type Client, TEMPLATES, type Template } from './templates/index.js';

/** The credentials and the data of a server. */
export interface Identity {
  readonly destinations: readonly Destination[];
  readonly clients: readonly Client[];
  readonly templates: readonly Template[];
  readonly collections: Collections;
  readonly handoverToken: string;
  /** Makes the resources of users. Each server makes its own, because a handover changes them. */
  readonly owners: () => Owners;
}

export const SITE_ID = 123;
export const CHANNEL_ID = 456;

/**
 * The tokens contain every kind of character that a token may have: upper-case and lower-case
 * letters, digits, a hyphen and an underscore.
 */
const MAIN_TOKEN = 'Rf7_main-4c0DE-k9Zq';
const OTHER_TOKEN = 'Rf7_othr-8b1AF-m2Xw';
const EMPTY_TOKEN = 'Rf7_void-3e6BC-p5Vu';

export const HANDOVER_TOKEN = 'hnd_9Qx2-Vt7Lw0.eA4';

/** Requests to the platform API need this header. */
export const PLATFORM_HEADERS: Readonly<Record<string, string>> = {
  'X-Auth-Token': 'plt-client:plt-S3cret_71',
};

/**
 * The destinations (recipients of exported products) of the server: a main destination, a
 * destination with other data and another token, and a destination without data.
 */
export const destinations = (
  records: readonly ProductRecord[],
): readonly [Destination, Destination, Destination] => [
  { id: 789, siteId: SITE_ID, channelId: CHANNEL_ID, token: MAIN_TOKEN, records },
  { id: 790, siteId: SITE_ID, channelId: CHANNEL_ID, token: OTHER_TOKEN, records: otherRecords() },
  { id: 791, siteId: SITE_ID, channelId: CHANNEL_ID, token: EMPTY_TOKEN, records: undefined },
];

export const identityOf = (records: readonly ProductRecord[]): Identity => ({
  destinations: destinations(records),
  clients: CLIENTS,
  templates: TEMPLATES,
  collections: COLLECTIONS,
  handoverToken: HANDOVER_TOKEN,
  owners,
});
