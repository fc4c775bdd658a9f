import { createHmac } from 'node:crypto';
import { jsonValue } from '../../schema/json-value.js';

export const [HEADER, PAYLOAD, SIGNATURE] = [0, 1, 2] as const;

/** What the signature of a token begins with that stands for one which was removed: it verifies with no key. */
export const REMOVED = 'stand-in-';

/** A part of a JWT as it is written; empty where the token has none. */
export const part = (token: string, index: number): string => token.split('.')[index] ?? '';

export const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function decodePart(text: string): Readonly<Record<string, unknown>> {
  const value = jsonValue(Buffer.from(text, 'base64url').toString());
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export const withHeader = (token: string, members: Readonly<Record<string, unknown>>): string =>
  `${encodePart({ ...decodePart(part(token, HEADER)), ...members })}.${part(token, PAYLOAD)}.${part(token, SIGNATURE)}`;

export function withPayload(token: string, claims: Readonly<Record<string, unknown>>): string {
  const payload = { ...decodePart(part(token, PAYLOAD)), ...claims };
  return `${part(token, HEADER)}.${encodePart(payload)}.${part(token, SIGNATURE)}`;
}

export const withSignature = (token: string, signature: string): string =>
  `${part(token, HEADER)}.${part(token, PAYLOAD)}.${signature}`;

/** The claims of a token, signed by HMAC with a secret under the name of its key. */
export function signedByHmac(token: string, secret: string): string {
  const { kid } = decodePart(part(token, HEADER));
  const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT', kid })}.${part(token, PAYLOAD)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}
