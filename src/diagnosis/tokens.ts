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
    const { jti, sub, iat } = decoded(payload);
    for (const [theirs, ours] of this.#issued) {
      const [a, b] = [partsOf(theirs), partsOf(ours)];
      if (a.length !== 3 || b.length !== 3) continue;
      const claims = decoded(a[1]);
      const isSame =
        payload === a[1] ||
        (jti !== undefined && jti === claims.jti) ||
        (sub === claims.sub && iat === claims.iat);
      if (!isSame) continue;
      const made = resigned(signature, a[2] ?? '', b[2] ?? '');
      // A signature of its own holds for what was signed, and for nothing else.
      if (made === undefined) return token;
      return [
        header === a[0] ? b[0] : header,
        payload === a[1] ? b[1] : withOthers(decoded(payload), claims, decoded(b[1])),
        made,
      ].join('.');
    }
    return undefined;
  }
}

/** Claims of ours with what was changed in theirs. */
function withOthers(changed: Claims, theirs: Claims, ours: Claims): string {
  const others = Object.entries(changed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(theirs[name]),
  );
  return Buffer.from(JSON.stringify({ ...ours, ...Object.fromEntries(others) })).toString(
    'base64url',
  );
}

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
  return [...ours]
    .map((character, at) =>
      !places.includes(at)
        ? character
        : places.every(isSwapped)
          ? swapCase(character)
          : character === 'A'
            ? 'B'
            : 'A',
    )
    .join('');
}
