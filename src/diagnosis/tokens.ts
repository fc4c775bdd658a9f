import { swapCase } from '../protocol/swap-case.js';
import { jsonValue } from '../schema/json-value.js';

type Claims = Readonly<Record<string, unknown>>;
const partsOf = (token: string): readonly string[] => token.split('.');
const decoded = (part = ''): Claims => {
  const value = jsonValue(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null ? (value as Claims) : {};
};

/** Tokens of the target with those that another server issued in their place. */
export class Tokens {
  readonly #issued = new Map<string, string>();

  learn(theirs: string, ours: string): void {
    this.#issued.set(theirs, ours);
  }

  /**
   * The same text for the other server: issued tokens are exchanged, and so is what was made from
   * one.
   */
  translate(text: string): string {
    if (this.#issued.size === 0) return text;
    let made = text;
    for (const [theirs, ours] of this.#issued)
      if (made.includes(theirs)) made = made.replaceAll(theirs, ours);
    if (made !== text) return made;
    return text.replace(/[\w-]+\.[\w-]+\.[\w-]*/g, (token) => this.#forged(token) ?? token);
  }

  /** A token that was made from an issued one, made from the other's in the same way. */
  #forged(token: string): string | undefined {
    const [header = '', payload = '', signature = ''] = partsOf(token);
    for (const [theirs, ours] of this.#issued) {
      const a = partsOf(theirs);
      const b = partsOf(ours);
      if (a.length !== 3 || b.length !== 3 || !isMadeFrom(payload, a[1] ?? '')) continue;
      const made = resigned(signature, a[2] ?? '', b[2] ?? '');
      // A token that was signed anew is sent as it is: its signature fits nothing else.
      if (made === undefined) return token;
      const changed = (): string => withOthers(decoded(payload), decoded(a[1]), decoded(b[1]));
      return [header === a[0] ? b[0] : header, payload === a[1] ? b[1] : changed(), made].join('.');
    }
    return undefined;
  }
}

/**
 * Whether a payload is an issued one, perhaps with other claims: the same id, or the same issue.
 */
function isMadeFrom(payload: string, issued: string): boolean {
  if (payload === issued) return true;
  const { jti, sub, iat } = decoded(payload);
  const claims = decoded(issued);
  return (jti !== undefined && jti === claims.jti) || (sub === claims.sub && iat === claims.iat);
}

/** The claims of the reference server's token with the changes made to the target's token. */
function withOthers(changed: Claims, theirs: Claims, ours: Claims): string {
  const others = Object.entries(changed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(theirs[name]),
  );
  return Buffer.from(JSON.stringify({ ...ours, ...Object.fromEntries(others) })).toString(
    'base64url',
  );
}

const otherLetter = (character: string): string => (character === 'A' ? 'B' : 'A');

/** Characters of a signature that count as changed instead of replaced. */
const CHANGED = 4;

/**
 * A signature that was cut, written in the other case, or changed in a few places; undefined for
 * another one.
 */
function resigned(signature: string, theirs: string, ours: string): string | undefined {
  if (theirs.startsWith(signature)) return ours.slice(0, signature.length);
  if (signature.length !== theirs.length) return undefined;
  const isSwapped = (at: number): boolean =>
    signature[at] !== theirs[at] && signature[at] === swapCase(theirs[at] ?? '');
  const places = [...signature].flatMap((character, at) => (character === theirs[at] ? [] : [at]));
  if (places.length > CHANGED && !places.every(isSwapped)) return undefined;
  const change = places.every(isSwapped) ? swapCase : otherLetter;
  return [...ours]
    .map((character, at) => (places.includes(at) ? change(character) : character))
    .join('');
}
