/** The error table of the document. */

const UNAUTHORIZED = { status: 401, title: 'Unauthorized' } as const;
const FORBIDDEN = { status: 403, title: 'Forbidden' } as const;
const NOT_FOUND = { status: 404, title: 'Not Found' } as const;

/** `{path}` stands for the requested path. */
export const documented = {
  'token missing': {
    ...UNAUTHORIZED,
    text: 'Authentication token is required',
  },
  'token format': {
    ...UNAUTHORIZED,
    text: 'Provided token format is invalid',
  },
  'not authorized': {
    ...FORBIDDEN,
    text: 'Token is not authorized for this destination',
  },
  'destination missing': {
    ...UNAUTHORIZED,
    text: 'Destination ID is required',
  },
  'destination format': {
    ...UNAUTHORIZED,
    text: 'Invalid destination ID format',
  },
  'no data': { ...NOT_FOUND, text: 'No exported data' },
  'unknown route': {
    ...NOT_FOUND,
    text: 'Requested route was not found: "{path}"',
  },
} as const;
export type ErrorName = keyof typeof documented;
