import { json } from '../wire/answer.js';
import type { Handler } from '../wire/server.js';
import type { HandoverBehaviour } from './behaviour.js';
import type { Owners } from './users.js';

const LISTING = /^\/users\/([^/]+)\/resources$/;

/** Answers the handover, and lists the resources of a user, so that a transfer can be seen. */
export function handoverHandler(
  behaviour: HandoverBehaviour,
  owners: Owners,
  token: string,
): Handler {
  return async (call) => {
    const listed = LISTING.exec(call.path)?.[1];
    if (listed === undefined && call.path !== '/handover')
      return json(404, { message: 'Not found.' });
    const method = listed === undefined ? 'POST' : 'GET';
    if (call.method !== method)
      return json(405, { message: 'Method not allowed.' }, { Allow: method });
    if (!behaviour.isAuthorised(behaviour.tokenOf(call), token, call))
      return behaviour.unauthorized();
    if (listed !== undefined) {
      const resources = owners.get(listed.toLowerCase());
      return resources === undefined
        ? json(404, { message: 'There is no such user.' })
        : json(200, resources);
    }
    const transfer = await behaviour.readTransfer(call);
    if ('status' in transfer) return transfer;
    if (!owners.has(transfer.from) || !owners.has(transfer.to))
      return json(404, { message: 'There is no such user.' });
    behaviour.transfer(owners, transfer);
    return behaviour.transferred();
  };
}
