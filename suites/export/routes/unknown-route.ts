import type { ExportTarget } from '../../../src/settings/target.js';

/**
 * Paths that name no route, plain and odd, already percent-encoded. None has two, four or seven segments, raw or
 * decoded, for those could name a route with odd ids.
 */
export const UNKNOWN_PATHS = [
  '/assay/unknown/route',
  '/assay/no/such/%22quoted%22/route',
  '/assay/no/such/a%2Fb/route',
  '/assay/no/such/%C3%A9%E4%BD%A0/route',
  '/sites/1/channels',
] as const;

const destinationPath = ({ siteId, channelId, destination }: ExportTarget): string =>
  `/sites/${siteId}/channels/${channelId}/destinations/${destination?.id}`;

/** What stands below the products path, which names no route either. */
export const belowProducts = (target: ExportTarget): string => `${destinationPath(target)}/products/assay`;

/** What stands above it: a target may have a route of its own there, but none that gives the products. */
export const aboveProducts = destinationPath;
