import { type Answer, json } from '../wire/answer.js';
import type { Call } from '../wire/call.js';
import type { Handler } from '../wire/server.js';
import type { HandoverBehaviour } from './behaviour.js';
import type { Owners } from './users.js';

const LISTING = /^\/users\/([^/]+)\/resources$/;

/**
 * Serves the handover, which transfers the resources of a user to another user, and the list of the
 * resources of each user. The specification has no such list; the target file names its address.
 */
export function handoverHandler(
  behaviour: HandoverBehaviour,
  owners: Owners,
  token: string,
): Handler {
  return async (call) => {
    const listedUser = LISTING.exec(call.path)?.[1];
    if (listedUser === undefined && call.path !== '/handover')
      return json(404, { message: 'Not found.' });
    const method = listedUser === undefined ? 'POST' : 'GET';
    if (call.method !== method)
      return json(405, { message: 'Method not allowed.' }, { Allow: method });
    if (!behaviour.isAuthorised(behaviour.tokenOf(call), token, call))
      return behaviour.unauthorized();
    return listedUser === undefined
      ? handleTransfer(behaviour, owners, call)
      : resourcesOf(owners, listedUser.toLowerCase());
  };
}

const noSuchUser = (): Answer => json(404, { message: 'There is no such user.' });

function resourcesOf(owners: Owners, user: string): Answer {
  const resources = owners.get(user);
  return resources === undefined ? noSuchUser() : json(200, resources);
}

async function handleTransfer(
  behaviour: HandoverBehaviour,
  owners: Owners,
  call: Call,
): Promise<Answer> {
  const transfer = await behaviour.readTransfer(call);
  if ('status' in transfer) return transfer;
  if (!owners.has(transfer.from) || !owners.has(transfer.to)) return noSuchUser();
  behaviour.transfer(owners, transfer);
  return behaviour.transferred();
}
