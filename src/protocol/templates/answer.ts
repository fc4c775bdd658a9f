import type { Answer } from '../../http/answer.js';
import { decodePart, PAYLOAD, part } from './jwt.js';

/** The access token in a token response: one that a header can carry (RFC 6750 section 2.1), or undefined. */
export function tokenIn(answer: Answer): string | undefined {
  const { access_token: token } = (answer.json ?? {}) as { readonly access_token?: unknown };
  return answer.ok && typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

/** Milliseconds that an issued token lives, as `expires_in` says; 0 where it says nothing. */
export function lifetimeOf({ json }: Answer): number {
  const { expires_in: seconds } = (json ?? {}) as { readonly expires_in?: unknown };
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0;
}

/** Whether an issued token cannot have ended: its end is written in whole seconds, and may come a second early. */
export const isAliveAt = (issued: Answer, now: number): boolean => {
  const lifetime = lifetimeOf(issued);
  return lifetime === 0 || now < issued.sentAt + lifetime - 1000;
};

export const claimsOf = (token: string): Readonly<Record<string, unknown>> => decodePart(part(token, PAYLOAD));

/** Items of a collection in whichever shape it comes: an array, or an object that holds one. */
export function itemsIn({ json }: Answer): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return [];
  const lists = Object.values(json).filter((value) => Array.isArray(value));
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}

/** The items as texts that can be compared. */
export const textsIn = (answer: Answer): ReadonlySet<string> =>
  new Set(itemsIn(answer).map((item) => JSON.stringify(item)));
