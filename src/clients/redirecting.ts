import type { Handler } from './call.js';

/** A server that redirects every call to another host with 307, which preserves method and body. */
export const redirectingServer =
  (elsewhere: () => string): Handler =>
  ({ path }) => ({
    status: 307,
    headers: { Location: `${elsewhere()}${path}` },
    body: { error: 'moved' },
  });
