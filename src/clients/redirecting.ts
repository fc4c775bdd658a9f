import type { Handler } from './call.js';

/**
 * A server that answers every call with a redirect to another host, under which method and body are
 * kept (307).
 */
export const redirecting =
  (elsewhere: () => string): Handler =>
  ({ path }) => ({
    status: 307,
    headers: { Location: `${elsewhere()}${path}` },
    body: { error: 'moved' },
  });
