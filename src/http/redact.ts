/** Removes secrets from everything that is stored or shown. */

import type { StoredRecord } from '../schema/stored-text.js';
import { type Secret, settings } from '../settings/index.js';
import type { Piece } from './body.js';
import type { Header, Request } from './request.js';
import { bytesOf } from './secrets/escaped-text.js';
import { KnownSecrets, SHORTEST_SECRET } from './secrets/known-secrets.js';

/**
 * Removes secrets before data is stored: known values in every encoding, values of sensitive
 * headers, and texts that look like tokens.
 */
export class Redactor {
  /** The key is a secret, and the value is the text that replaces the secret. */
  readonly #named = new Map<string, string>();
  /** The key is the text that replaces a secret, and the value is the secret. */
  readonly #values = new Map<string, string>();
  readonly #secrets = new KnownSecrets();
  /** The shell words that compute secrets. The key is the text that replaces the secret. */
  readonly #recipes = new Map<string, string>();
  /**
   * The commands that obtain tokens during a run. The key is the text that replaces the token.
   */
  readonly #sources = new Map<string, string>();
  /** The number of issued tokens that have a number in their names. */
  #numbered = 0;
  /**
   * Texts without secrets, by their original, because the same headers and bodies occur many times.
   */
  readonly #clean = new Map<string, string>();
  readonly #cleanPieces = new WeakMap<Piece, StoredRecord>();
  /** The total length of the keys of `#clean`. */
  #kept = 0;

  constructor(secrets: readonly Secret[]) {
    all.add(new WeakRef(this));
    for (const { name, value, recipe, weak, isObtained = false } of secrets) {
      const printing = `npx --no -- assay token --secret ${name}`;
      const isVariable = isObtained || settings.some(({ variable }) => variable === name);
      this.learn(
        value,
        `\${${name}}`,
        recipe ?? (isVariable ? undefined : `"$(${printing})"`),
        weak,
      );
      if (isObtained) this.#sources.set(`\${${name}}`, printing);
    }
  }

  /**
   * Registers a secret. In every encoding it is then replaced by `shown`, its shown name, such as
   * `${NAME}`. A weak value is replaced only if it is the whole value of a sensitive header, or the
   * value of a field such as `client_secret`. By default, a value under six characters is weak.
   * `recipe` is the shell word that computes the value.
   */
  learn(
    value: string,
    shown: string,
    recipe?: string,
    weak = value.length < SHORTEST_SECRET,
  ): void {
    if (value === '' || this.#named.has(value)) return;
    this.#named.set(value, shown);
    this.#values.set(shown, value);
    this.#forget();
    if (!weak) this.#secrets.add(value, shown);
    if (recipe !== undefined) this.#recipes.set(shown, recipe);
  }

  /**
   * The number of tokens that the earlier parts of a resumed run received. Later tokens are
   * numbered after them, because each token has its own name.
   */
  issuedBefore = 0;

  /**
   * Registers an access token that the target issued. Each token gets a number, so that different
   * tokens have different names. `command` obtains a token of the same kind.
   */
  registerToken(token: string, command?: string): void {
    const known = this.#named.get(token);
    if (known === undefined) this.#numbered += 1;
    const shown = known ?? `\${ACCESS_TOKEN_${this.issuedBefore + this.#numbered}}`;
    this.learn(token, shown);
    if (command !== undefined || !this.#sources.has(shown))
      this.#sources.set(shown, command ?? 'npx --no -- assay token');
  }

  /**
   * The shell word that computes the secret with this shown name; undefined if none was registered.
   */
  recipeOf(shown: string): string | undefined {
    return this.#recipes.get(shown);
  }

  /**
   * The command that obtains the token with this shown name; undefined if no token has this name.
   */
  sourceOf(shown: string): string | undefined {
    return this.#sources.get(shown);
  }

  /** The shown name of a value that is exactly one secret, or undefined. */
  nameOf(value: string): string | undefined {
    return this.#named.get(value);
  }

  /** The value of a shown name such as `${EXPORT_TOKEN}`, or undefined. */
  valueOf(shown: string): string | undefined {
    return this.#values.get(shown);
  }

  /**
   * Returns a text without its secrets. Results are kept, because the same headers and short bodies
   * occur many times.
   */
  text(text: string): string {
    const known = this.#clean.get(text);
    if (known !== undefined) return known;
    const clean = this.#cleaned(text);
    if (this.#kept + text.length > REMEMBERED) this.#forget();
    this.#clean.set(text, clean);
    this.#kept += text.length;
    return clean;
  }

  /**
   * Returns the parts of a body without secrets. A part without a secret is returned unchanged. A
   * part that was processed before is not searched for newer secrets, because it was stored before
   * they were in use.
   */
  pieces(pieces: readonly Piece[]): readonly StoredRecord[] {
    const unknown = pieces.filter((piece) => !this.#cleanPieces.has(piece));
    // Few parts contain a secret, so all parts are searched together first.
    const areClean = this.#isClean(unknown.map(({ bytes }) => bytes.toString('latin1')).join(','));
    for (const piece of unknown)
      this.#cleanPieces.set(piece, areClean ? piece : this.#cleanedPiece(piece));
    return pieces.map((piece) => this.#cleanPieces.get(piece) ?? this.#cleanedPiece(piece));
  }

  /** Whether a secret may contain this text, so that a body must not be divided at this text. */
  mayContain(text: string): boolean {
    return [...this.#named.keys()].some((value) => value.includes(text));
  }

  /** Whether a text contains a known secret in any encoding. */
  contains(text: string): boolean {
    return this.#secrets.isIn(text);
  }

  #forget(): void {
    this.#clean.clear();
    this.#kept = 0;
  }

  /** Whether a text with one character per byte contains nothing that must be removed. */
  #isClean(bytes: string): boolean {
    // The searches for a fixed text are fast, and nearly always make the slower search unnecessary.
    return (
      this.#secrets.find(bytes).length === 0 &&
      (!bytes.includes('eyJ') || bytes.search(JWT) < 0) &&
      (!/_secret|_token|password/.test(bytes) || bytes.search(CREDENTIAL_FIELD) < 0)
    );
  }

  #cleanedPiece(piece: Piece): StoredRecord {
    const { text: original } = piece;
    const text = this.#cleaned(original);
    return text === original ? piece : { text, length: text.length };
  }

  #cleaned(text: string): string {
    return this.#withoutKnown(text)
      .replace(JWT, '<JWT>')
      .replace(CREDENTIAL_FIELD, (whole, field: string) => {
        const value = whole.slice(field.length);
        return `${field}${this.#named.get(value) ?? '<removed>'}`;
      });
  }

  /** Searches the bytes for secrets. A text without a secret is returned unchanged. */
  #withoutKnown(text: string): string {
    const bytes = bytesOf(text);
    const hits = this.#secrets.find(bytes);
    if (hits.length === 0) return text;
    let clean = '';
    let done = 0;
    for (const { start, end, shown } of hits) {
      clean += bytes.slice(done, Math.max(done, startOfCharacter(bytes, start))) + bytesOf(shown);
      done = endOfCharacter(bytes, end);
    }
    return Buffer.from(clean + bytes.slice(done), 'latin1').toString();
  }

  /**
   * Returns headers without secrets. `reveal` names sensitive headers whose values a check made up.
   */
  headers(
    headers: readonly Header[],
    { reveal = [] }: Pick<Request, 'reveal'> = {},
  ): readonly Header[] {
    const shown = new Set(reveal.map((name) => name.toLowerCase()));
    return headers.map(([name, value]) => {
      const sensitive = SENSITIVE.test(name);
      const clean = (sensitive ? this.#wholeSecret(value) : undefined) ?? this.text(value);
      return [name, sensitive && !shown.has(name.toLowerCase()) ? withoutUnnamed(clean) : clean];
    });
  }

  /**
   * The shown form of a sensitive value that is one secret of any length, possibly after a scheme.
   */
  #wholeSecret(value: string): string | undefined {
    const scheme = /^[A-Za-z]+ /.exec(value)?.[0] ?? '';
    const named = this.#named.get(value) ?? this.#named.get(value.slice(scheme.length));
    return named === undefined ? undefined : `${this.#named.has(value) ? '' : scheme}${named}`;
  }
}

/** Whether a byte continues a UTF-8 character (RFC 3629 section 3). */
const continues = (bytes: string, at: number): boolean => (bytes.charCodeAt(at) & 0xc0) === 0x80;

/**
 * The start of the character at a position. A secret in another character set may begin or end
 * within a character. The whole character is then removed.
 */
function startOfCharacter(bytes: string, at: number): number {
  return continues(bytes, at) ? startOfCharacter(bytes, at - 1) : at;
}

function endOfCharacter(bytes: string, at: number): number {
  return continues(bytes, at) ? endOfCharacter(bytes, at + 1) : at;
}

/** The maximum total length of the texts whose results are kept. */
const REMEMBERED = 4 * 1024 * 1024;

const all = new Set<WeakRef<Redactor>>();

/**
 * Returns a text for a terminal without the secrets of all active redactors. It is used for crash
 * reports, because the code that writes them does not know the target.
 */
export function withoutSecrets(text: string): string {
  let clean = text;
  for (const reference of all) {
    const redactor = reference.deref();
    if (redactor === undefined) all.delete(reference);
    else clean = redactor.text(clean);
  }
  return clean;
}

const SENSITIVE =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-ea-auth-token|x-auth-token|x-api-key)$/i;
const JWT = /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]*/g;
/** A field of a form or of a JSON object. Its value is replaced unless it is a shown name. */
const CREDENTIAL_FIELD =
  /\b((?:client_secret|access_token|refresh_token|id_token|password)(?:=|"\s*:\s*"))(?!\$|<)[^&"\s]+/g;

/**
 * Keeps the authentication scheme and the shown names of secrets in a sensitive value, as in
 * `Bearer ${ACCESS_TOKEN_1}` or a cookie, and removes the rest.
 */
function withoutUnnamed(value: string): string {
  if (/^(?:(?:[A-Za-z]+ +|Bearer|[\w-]+=)?(?:\$\{\w+\}|<[^>]*>)(?:; (?=.)|$))+$/.test(value))
    return value;
  const scheme = /^(Bearer|Basic|Digest) +/i.exec(value)?.[0] ?? '';
  return `${scheme}<removed>`;
}
