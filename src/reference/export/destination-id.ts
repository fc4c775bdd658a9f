import { type Call, header } from '../wire/call.js';
import { type Problems, Rejected } from './problems.js';
import type { ProductRoute } from './routes.js';

const INTEGER = /^\d+$/;

/**
 * Reads the id of the destination. On v2 routes it is in the path, and on legacy routes in a header
 * (items 4 and 5 of the section on authentication in the specification). Throws `Rejected` for a
 * missing or malformed id.
 */
export function destinationIdOf(
  { call, route }: { readonly call: Call; readonly route: ProductRoute },
  problems: Problems,
): number {
  const written =
    route.kind === 'products' ? route.destinationId : header(call, 'x-destination-id');
  if (written === undefined || written === '') throw new Rejected(problems.destinationMissing());
  if (!INTEGER.test(written)) throw new Rejected(problems.destinationMalformed());
  return Number(written);
}
