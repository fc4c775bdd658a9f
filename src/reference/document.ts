/**
 * The numbers and texts of the document (the specification), as the server uses them. The suites
 * have their own, so that a mistake on one side is noticed.
 */

/** Endpoints, A. Export API, query parameters: the limit of a request without `limit`. */
export const EXPORT_DEFAULT_LIMIT = 100;

/** Endpoints, C. Platform API: the limit of a request without `limit`. */
export const PLATFORM_DEFAULT_LIMIT = 50;

/** Errors, Export API, table. `{path}` stands for the requested path. */
export const ERROR_TEXTS = {
  tokenMissing: 'Authentication token is required',
  tokenMalformed: 'Provided token format is invalid',
  destinationMissing: 'Destination ID is required',
  destinationMalformed: 'Invalid destination ID format',
  notAuthorized: 'Token is not authorized for this destination',
  noData: 'No exported data',
  noRoute: 'Requested route was not found: "{path}"',
} as const;

/** The largest page of both APIs. The document does not say it; a dialect may change it. */
export const LARGEST_PAGE = 1000;
