/** Maps the tokens of the target to the tokens of the reference server. */

import { swapCase } from '../protocol/swap-case.js';
import { jsonValue } from '../schema/json-value.js';

type Claims = Readonly<Record<string, unknown>>;
const partsOf = (token: string): readonly string[] => token.split('.');
const decoded = (part = ''): Claims => {
  const value = jsonValue(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null ? (value as Claims) : {};
};

export class Tokens {
  readonly #issued = new Map<string, string>();

  /** `ours` was issued by the reference server instead of `theirs`. */
  learn(theirs: string, ours: string): void {
    this.#issued.set(theirs, ours);
  }

  /**
   * Replaces tokens of the target by tokens of the reference server. In a text without such tokens,
   * forged tokens are replaced.
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
   * Forges a token of the reference server in the way in which `token` was forged; undefined if
   * `token` was not forged from a token of the target.
   */
  #forged(token: string): string | undefined {
    const [header = '', payload = '', signature = ''] = partsOf(token);
    for (const [theirs, ours] of this.#issued) {
      const a = partsOf(theirs);
      const b = partsOf(ours);
      if (a.length !== 3 || b.length !== 3 || !isMadeFrom(payload, a[1] ?? '')) continue;
      const made = resigned(signature, a[2] ?? '', b[2] ?? '');
      // A new signature fits no other token, so the token is sent unchanged.
      if (made === undefined) return token;
      const changed = (): string => withOthers(decoded(payload), decoded(a[1]), decoded(b[1]));
      return [header === a[0] ? b[0] : header, payload === a[1] ? b[1] : changed(), made].join('.');
    }
    return undefined;
  }
}

/**
 * Claims may be changed, but the token id, or the subject and the time of issue, must be the same.
 */
function isMadeFrom(payload: string, issued: string): boolean {
  if (payload === issued) return true;
  const { jti, sub, iat } = decoded(payload);
  const claims = decoded(issued);
  return (jti !== undefined && jti === claims.jti) || (sub === claims.sub && iat === claims.iat);
}

/** The claims of `ours`, with the changes between `theirs` and `changed`. */
function withOthers(changed: Claims, theirs: Claims, ours: Claims): string {
  const others = Object.entries(changed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(theirs[name]),
  );
  return Buffer.from(JSON.stringify({ ...ours, ...Object.fromEntries(others) })).toString(
    'base64url',
  );
}

const otherLetter = (character: string): string => (character === 'A' ? 'B' : 'A');

/** In characters. A signature with more changes counts as new. */
const MAX_CHANGED = 4;

/**
 * Changes the signature `ours` as `theirs` was changed: cut, with swapped letter case, or changed at
 * the same positions. undefined for any other change.
 */
function resigned(signature: string, theirs: string, ours: string): string | undefined {
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
