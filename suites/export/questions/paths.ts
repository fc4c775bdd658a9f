/** Paths of products requests, correct and malformed. */

import { askedBy } from '../../../src/harness/place.js';
import { productsPath } from '../../../src/protocol/export/question.js';
import { PATHS } from '../../../src/protocol/shapes/shapes.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import { PLACES } from '../places.js';

/** In JavaScript, every object has a member of this name, and a table of routes is an object. */
export const INHERITED = 'constructor';
export const INHERITED_PATH = `/assay/no/such/${INHERITED}/route`;

/**
 * No path has two, four or seven segments, before or after decoding, because a path of that length
 * could be a route with unusual ids.
 */
export const UNKNOWN_PATHS = [
  '/Assay/Unknown/Route',
  '/assay/no/such/%22quoted%22/route',
  '/assay/no/such/a%2Fb/route',
  '/assay/no/such/%C3%A9%E4%BD%A0/route',
  '/assay/no/such/a%5Cb/route',
  '/assay/no/such/a%0Ab/route',
  INHERITED_PATH,
  '/sites/1/channels',
] as const;

/**
 * The path of the welcome page with a line break behind it. In some languages, `$` also matches
 * before a line break at the end, so the route `^/$` would accept this path.
 */
export const ROOT_AND_LINE_BREAK = '/%0A';

/** The character NUL in a path. */
export const NUL = '%00';

/** Returns the malformed products paths that the check sends, according to the table of places. */
export const pathsFor = (
  check: string,
  route: 'v2' | 'legacy',
  target: ExportTarget,
): readonly string[] =>
  askedBy(PLACES['path of products'], check, PATHS).map((shape) =>
    PATHS[shape](productsPath(route, target)),
  );
