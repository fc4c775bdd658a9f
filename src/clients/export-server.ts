/**
 * An export API with fixed records, which a client under test calls. It has the v2 route, both
 * legacy routes and the welcome page. The script of the scenario sets the errors, the delays, the
 * size of pages and the totals.
 */

import type { Given, ProductsScript } from '../../suites/clients/index.js';
import type { ExportError } from '../../suites/clients/script.js';
import { EXPORT_DEFAULT_LIMIT } from '../reference/document.js';
import { type Call, type Handler, JSON_API, numberIn, type Reply } from './call.js';

export function exportServer(script: ProductsScript, given: Given): Handler {
  const { siteId, channelId, destinationId, exportToken, ids } = given;
  const v2 = `/sites/${siteId}/channels/${channelId}/destinations/${destinationId}/products`;
  const legacy = `/${siteId}/${channelId}`;
  const records = ids.map((id) => ({
    id,
    name: `Product ${id}`,
    price: 1 + (id % 90),
    color: 'red',
  }));
  const { error, delayMs = 0 } = script;
  /**
   * Tests the conditions in the order of the error table in the specification. A malformed token or
   * destination is refused like a wrong one.
   */
  const unauthorized = (call: Call, isLegacy: boolean): Reply | undefined => {
    const token = call.header('x-ea-auth-token');
    if (token === undefined) return problem(call, 401, 'Authentication token is required');
    const destination = isLegacy ? call.header('x-destination-id') : String(destinationId);
    if (destination === undefined) return problem(call, 401, 'Destination ID is required');
    return token === exportToken && destination === String(destinationId)
      ? undefined
      : problem(call, 403, 'Token is not authorized for this destination');
  };
  return (call) => {
    if (call.path === '/') return { status: 200, body: 'Welcome', type: 'text/html' };
    const isLegacy = call.path === legacy || call.path.startsWith(`${legacy}/`);
    if (call.path !== v2 && !isLegacy)
      return problem(call, 404, `Requested route was not found: "${call.path}"`);
    const refused = unauthorized(call, isLegacy);
    if (refused !== undefined) return refused;
    return error === undefined
      ? { ...page(call, records, script), delayMs }
      : errorReply(call, error, given.errorText);
  };
}

const errorReply = (call: Call, error: ExportError, text: string): Reply =>
  error === 'wrong-destination' ? problem(call, 403, text) : problem(call, 404, text, 'message');

const wantsJsonApi = (call: Call): boolean =>
  (call.header('accept') ?? '').toLowerCase().includes(JSON_API);

/** Returns an error response in the format that the `Accept` header requires. */
const problem = (
  call: Call,
  status: keyof typeof TITLES,
  detail: string,
  member = 'error',
): Reply =>
  wantsJsonApi(call)
    ? { status, type: JSON_API, body: { errors: [{ status, title: TITLES[status], detail }] } }
    : { status, body: { [member]: detail } };

const TITLES = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' } as const;

function page(
  call: Call,
  records: readonly object[],
  { mostPerPage, firstTotal }: ProductsScript,
): Reply {
  const limit = Math.min(
    numberIn(call, 'limit', EXPORT_DEFAULT_LIMIT),
    mostPerPage ?? Number.POSITIVE_INFINITY,
  );
  const offset = numberIn(call, 'offset', 0);
  const data = records.slice(offset, offset + limit);
  const total = offset === 0 ? (firstTotal ?? records.length) : records.length;
  return wantsJsonApi(call)
    ? { status: 200, type: JSON_API, body: { data, meta: { total, limit, offset } } }
    : { status: 200, body: data };
}
