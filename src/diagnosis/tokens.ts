/**
 * Maps the tokens of the target to the tokens of the reference server. Names with `their` belong to
 * the target, and names with `our` belong to the reference server.
 */

import { jwtPart } from '../http/inspect-json.js';
import { swapCase } from '../protocol/swap-case.js';
import type { Members } from '../schema/json-value.js';

const partsOf = (token: string): readonly string[] => token.split('.');
const decoded = (part = ''): Members => jwtPart(part) ?? {};

export class Tokens {
  readonly #issued = new Map<string, string>();

  /**
   * The target issued `theirs`. The reference server issued `ours` in response to the same request.
   */
  learn(theirs: string, ours: string): void {
    this.#issued.set(theirs, ours);
  }

  /**
   * Replaces tokens of the target by tokens of the reference server. If the text contains no token
   * of the target, it replaces tokens that were forged from one.
   */
  translate(text: string): string {
    if (this.#issued.size === 0) return text;
    let made = text;
    for (const [theirs, ours] of this.#issued)
      if (made.includes(theirs)) made = made.replaceAll(theirs, ours);
    if (made !== text) return made;
    return text.replace(/[\w-]+\.[\w-]+\.[\w-]*/g, (token) => this.#forged(token) ?? token);
  }

  /**
   * Forges a token of the reference server. The changes are those by which `token` was forged from a
   * token of the target. Returns undefined if `token` was not made from a token of the target.
   */
  #forged(token: string): string | undefined {
    const [header = '', payload = '', signature = ''] = partsOf(token);
    for (const [theirs, ours] of this.#issued) {
      const theirParts = partsOf(theirs);
      const ourParts = partsOf(ours);
      if (theirParts.length !== 3 || ourParts.length !== 3) continue;
      if (!isMadeFrom(payload, theirParts[1] ?? '')) continue;
      const made = changedSignature(signature, theirParts[2] ?? '', ourParts[2] ?? '');
      // A completely different signature is wrong for both servers, so `token` is kept.
      if (made === undefined) return token;
      const changed = (): string =>
        withChangedClaims(decoded(payload), decoded(theirParts[1]), decoded(ourParts[1]));
      return [
        header === theirParts[0] ? ourParts[0] : header,
        payload === theirParts[1] ? ourParts[1] : changed(),
        made,
      ].join('.');
    }
    return undefined;
  }
}

/**
 * Whether a payload was made from an issued payload: it is the same, or it has the same token id,
 * or the same subject and time of issue. Other claims may differ.
 */
function isMadeFrom(payload: string, issued: string): boolean {
  if (payload === issued) return true;
  const { jti, sub, iat } = decoded(payload);
  const claims = decoded(issued);
  return (jti !== undefined && jti === claims.jti) || (sub === claims.sub && iat === claims.iat);
}

/**
 * Returns the claims of `ours`, with those of `changed` that differ from `theirs`, as base64url of
 * their JSON.
 */
function withChangedClaims(changed: Members, theirs: Members, ours: Members): string {
  const differing = Object.entries(changed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(theirs[name]),
  );
  return Buffer.from(JSON.stringify({ ...ours, ...Object.fromEntries(differing) })).toString(
    'base64url',
  );
}

const otherLetter = (character: string): string => (character === 'A' ? 'B' : 'A');

/** A signature with more changed characters counts as a completely different one. */
const MAX_CHANGED = 4;

/**
 * `signature` is a changed form of `theirs`. Applies the same change to `ours`: it is cut, its
 * letter case is swapped, or the characters at the same positions are changed. Returns undefined
 * for any other change.
 */
function changedSignature(signature: string, theirs: string, ours: string): string | undefined {
  if (theirs.startsWith(signature)) return ours.slice(0, signature.length);
  if (signature.length !== theirs.length) return undefined;
  const isSwapped = (at: number): boolean =>
    signature[at] !== theirs[at] && signature[at] === swapCase(theirs[at] ?? '');
  const places = [...signature].flatMap((character, at) => (character === theirs[at] ? [] : [at]));
  if (places.length > MAX_CHANGED && !places.every(isSwapped)) return undefined;
  const change = places.every(isSwapped) ? swapCase : otherLetter;
  return [...ours]
    .map((character, at) => (places.includes(at) ? change(character) : character))
    .join('');
}
