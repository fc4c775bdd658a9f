/** Makes the target file and the environment variables for a reference server. */

import type { HandoverSettings, PlatformSettings, TargetFile } from '../schema/types.js';
import { CHANNEL_ID, HANDOVER_TOKEN, SITE_ID } from './credentials.js';
import type { Destination } from './export/index.js';
import { GIVER, RECEIVER } from './handover/index.js';
import type { Client } from './templates/index.js';
import type { Mount } from './wire/call.js';

export type BaseUrls = Readonly<Record<Mount, string>>;

/** The addresses and credentials of a reference server. */
export interface Access {
  readonly baseUrls: BaseUrls;
  /** The main destination, another destination, and an empty destination. */
  readonly destinations: readonly Destination[];
  /** The main client, another client, and a client that may not use client credentials. */
  readonly clients: readonly Client[];
  readonly collections: readonly string[];
  readonly platformHeaders: Readonly<Record<string, string>>;
}

/** The target file of a reference server. Its credentials are texts, not `CredentialSource`. */
export interface ReferenceTarget extends TargetFile {
  platform?: PlatformSettings & { headers?: Record<string, string> };
  handover?: HandoverSettings & { token?: string };
}

export function targetOf({
  baseUrls,
  destinations,
  clients,
  collections,
  platformHeaders,
}: Access): ReferenceTarget {
  const [destination, otherDestination, emptyDestination] = destinations.map(({ id, token }) => ({
    id,
    token,
  }));
  const [client, otherClient, unsupportedClient] = clients.map(({ id, secret }) => ({
    id,
    secret,
  }));
  return {
    name: 'reference',
    allow: { destructive: true, unsafeMethods: true, secretsInUrls: true, hostileValues: true },
    export: {
      baseUrl: baseUrls.export,
      siteId: SITE_ID,
      channelId: CHANNEL_ID,
      ...(destination && { destination }),
      ...(otherDestination && { otherDestination }),
      ...(emptyDestination && { emptyDestination }),
    },
    templates: {
      baseUrl: baseUrls.templates,
      authUrl: baseUrls.auth,
      ...(client && { client }),
      ...(otherClient && { otherClient }),
      ...(unsupportedClient && { unsupportedClient }),
    },
    platform: {
      baseUrl: baseUrls.platform,
      collections: [...collections],
      headers: { ...platformHeaders },
    },
    handover: {
      baseUrl: baseUrls.handover,
      token: HANDOVER_TOKEN,
      from: GIVER,
      to: RECEIVER,
      listing: '/users/{user}/resources',
    },
  };
}

/**
 * Returns the environment variables with which Assay tests the server without a target file. They
 * can contain only one header of the platform API, so further headers are left out.
 */
export function environmentOf({
  baseUrls,
  destinations,
  clients,
  collections,
  platformHeaders,
}: Access): Record<string, string> {
  const [main, other, empty] = destinations;
  const [client, otherClient, unsupported] = clients;
  const [header = ['', '']] = Object.entries(platformHeaders);
  return {
    EXPORT_BASE_URL: baseUrls.export,
    EXPORT_SITE_ID: String(SITE_ID),
    EXPORT_CHANNEL_ID: String(CHANNEL_ID),
    ...destinationVariables('EXPORT', main),
    ...destinationVariables('EXPORT_OTHER', other),
    ...destinationVariables('EXPORT_EMPTY', empty),
    AUTH_URL: baseUrls.auth,
    ETM_BASE_URL: baseUrls.templates,
    ...clientVariables('ETM_CLIENT', client),
    ...clientVariables('ETM_OTHER_CLIENT', otherClient),
    ...clientVariables('ETM_UNSUPPORTED_CLIENT', unsupported),
    PLATFORM_BASE_URL: baseUrls.platform,
    PLATFORM_COLLECTIONS: collections.join(','),
    PLATFORM_AUTH_HEADER: header[0],
    PLATFORM_AUTH_VALUE: header[1],
    CDE_BASE_URL: baseUrls.handover,
    CDE_TOKEN: HANDOVER_TOKEN,
    CDE_HANDOVER_FROM: GIVER,
    CDE_HANDOVER_TO: RECEIVER,
  };
}

const clientVariables = (name: string, client: Client | undefined): Record<string, string> =>
  client === undefined ? {} : { [`${name}_ID`]: client.id, [`${name}_SECRET`]: client.secret };

const destinationVariables = (
  name: string,
  destination: Destination | undefined,
): Record<string, string> =>
  destination === undefined
    ? {}
    : { [`${name}_DESTINATION_ID`]: String(destination.id), [`${name}_TOKEN`]: destination.token };
