import { createHmac } from 'node:crypto';
import { jsonValue } from '../../schema/json-value.js';

export const [HEADER, PAYLOAD, SIGNATURE] = [0, 1, 2] as const;

/** What the signature of a token begins with that stands for one which was removed: it verifies with no key. */
export const REMOVED = 'stand-in-';

/** A part of a JWT as it is written; empty where the token has none. */
export const part = (token: string, index: number): string => token.split('.')[index] ?? '';

type Members = Readonly<Record<string, unknown>>;

export const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function decodePart(text: string): Members {
  const value = jsonValue(Buffer.from(text, 'base64url').toString());
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What a token has instead: members of its header and its claims, which as undefined are left out, and its signature. */
export interface Changes {
  readonly header?: Members;
  readonly claims?: Members;
  readonly signature?: string | ((own: string) => string);
}

export function altered(token: string, { header, claims, signature = (own) => own }: Changes): string {
  const withMembers = (index: number, members: Members | undefined): string =>
    members === undefined ? part(token, index) : encodePart({ ...decodePart(part(token, index)), ...members });
  const signed = typeof signature === 'string' ? signature : signature(part(token, SIGNATURE));
  return `${withMembers(HEADER, header)}.${withMembers(PAYLOAD, claims)}.${signed}`;
}

/** The claims of a token, signed by HMAC with a secret under the name of its key. */
export function signedByHmac(token: string, secret: string): string {
  const { kid } = decodePart(part(token, HEADER));
  const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT', kid })}.${part(token, PAYLOAD)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}
