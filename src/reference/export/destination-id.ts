/** Reads the destination of a products request. */

import { type Call, header } from '../wire/call.js';
import { type Problems, Rejected } from './problems.js';
import type { ProductRoute } from './routes.js';

const INTEGER = /^\d+$/;

/**
 * The destination id: from the path on v2 routes, and from a header on legacy routes (items 4 and 5
 * of the section on authentication in the specification).
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
