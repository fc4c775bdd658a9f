import { jsonValue } from '../../schema/json-value.js';
import { type Answer, json } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import type { Owners } from './users.js';

export interface Transfer {
  readonly from: string;
  readonly to: string;
}

/**
 * How the server processes a handover, a request that transfers all resources of a user to another
 * user. A defect replaces one of these functions.
 */
export interface HandoverBehaviour {
  readonly tokenOf: (call: Call) => string | undefined;
  readonly isAuthorised: (presented: string | undefined, token: string, call: Call) => boolean;
  /** Returns an error response for an invalid body. */
  readonly readTransfer: (call: Call) => Promise<Transfer | Answer>;
  readonly transfer: (owners: Owners, transfer: Transfer) => void;
  readonly unauthorized: () => Answer;
  readonly transferred: () => Answer;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const refuse = (status: number, message: string): Answer => json(status, { message });

export const handoverBehaviour: HandoverBehaviour = {
  tokenOf: (call) => /^Bearer +(\S+)$/i.exec(header(call, 'authorization') ?? '')?.[1],
  isAuthorised: (presented, token) => presented === token,
  readTransfer,
  transfer: (owners, { from, to }) => {
    owners.set(to, [...(owners.get(to) ?? []), ...(owners.get(from) ?? [])]);
    owners.set(from, []);
  },
  unauthorized: () =>
    json(
      401,
      { message: 'You have to be authorized to access this resource.' },
      { 'WWW-Authenticate': 'Bearer realm="content-delivery"' },
    ),
  transferred: () => json(200, { message: 'All resources have been transferred to the new user.' }),
};

async function readTransfer(call: Call): Promise<Transfer | Answer> {
  const type = (header(call, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refuse(415, 'The body must be application/json.');
  const body = parse((await call.body()).toString('utf8'));
  const { from, to } = body ?? {};
  if (typeof from !== 'string' || typeof to !== 'string')
    return refuse(400, 'The body must name from and to.');
  if (!UUID.test(from) || !UUID.test(to)) return refuse(400, 'from and to must be UUIDs.');
  if (from.toLowerCase() === to.toLowerCase()) return refuse(400, 'from and to must be two users.');
  return { from: from.toLowerCase(), to: to.toLowerCase() };
}

function parse(text: string): { from?: unknown; to?: unknown } | undefined {
  const body = jsonValue(text);
  return typeof body === 'object' && body !== null ? body : undefined;
}
