import { bytesOf, CUT } from './view.js';

/** The position of a secret in bytes, and what replaces it. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

interface Needle {
  readonly bytes: string;
  readonly shown: string;
  /** Whether it is the secret itself, and not the secret in other letters. */
  readonly exact: boolean;
}

/** Bytes by which a needle is first looked for, and the fewest of one that is cut short. */
const HEAD = 4;
/** The minimum length of a secret that is searched for in text: a shorter one occurs by chance. */
export const SHORTEST_SECRET = 6;

/** What escapes and base64 are written with, in lines too. */
const SPELLING = '\r\n\\%&#;+/=-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Many secrets searched for at once, by Wu and Manber's algorithm: what stands at the end of a window says how far the
 * window may move before a needle can begin in it, so that most bytes are never looked at.
 */
export class Needles {
  readonly #byHead = new Map<string, Needle[]>();
  /** How far the window moves for what stands at its end, for each length of the window. */
  readonly #moves = new Map<number, Uint8Array>();
  readonly #wanted = Uint8Array.from({ length: 256 }, (_, byte) =>
    Number(SPELLING.includes(String.fromCharCode(byte))),
  );
  /** Bytes of the shortest needle. */
  shortest = Number.POSITIVE_INFINITY;
  #longest = 0;
  /** Whether a needle contains a space. */
  blanks = false;

  /** Whether a byte is one that a needle holds, or that spells others. */
  readonly wanted = (byte: number): boolean => this.#wanted[byte] === 1;

  /** A secret, as it is, in small letters, in capitals and in hexadecimal digits. */
  add(value: string, shown: string): void {
    for (const bytes of spelledInBytes(value)) this.#add({ bytes, shown, exact: true });
    if (value.length < SHORTEST_SECRET) return;
    const hex = Buffer.from(value).toString('hex');
    for (const other of [value.toLowerCase(), value.toUpperCase(), hex, hex.toUpperCase()])
      for (const bytes of spelledInBytes(other)) this.#add({ bytes, shown, exact: false });
  }

  #add(needle: Needle): void {
    const { bytes } = needle;
    if (bytes.length < SHORTEST_SECRET) return;
    const head = bytes.slice(0, HEAD);
    const known = this.#byHead.get(head) ?? [];
    const same = known.findIndex((one) => one.bytes === bytes);
    if (same >= 0) {
      // What is one secret in other letters may be another secret.
      if (needle.exact && !known[same]?.exact) known[same] = needle;
      return;
    }
    known.push(needle);
    known.sort((a, b) => b.bytes.length - a.bytes.length);
    this.#byHead.set(head, known);
    // A window is no longer than any needle.
    if (bytes.length < this.shortest) this.#moves.delete(this.shortest);
    for (const [window, moves] of this.#moves) shorten(moves, bytes, window);
    for (const byte of Buffer.from(bytes, 'latin1')) this.#wanted[byte] = 1;
    this.blanks ||= bytes.includes(' ');
    this.shortest = Math.min(this.shortest, bytes.length);
    this.#longest = Math.max(this.#longest, bytes.length);
  }

  /** The first needle from `from` on, the longest where several begin there; a cut one counts where the text is cut. */
  next(bytes: string, from = 0, { held, cuts } = read(bytes)): Hit | undefined {
    if (this.shortest === Number.POSITIVE_INFINITY) return undefined;
    let at = from;
    for (const cut of cuts) {
      if (cut < at) continue;
      // Only what stands this near before a cut can be a needle that was cut short.
      const near = Math.max(at, cut - this.#longest - UNFINISHED);
      const hit = this.#search(bytes, held, at, near, this.shortest) ?? this.#search(bytes, held, near, cut, HEAD, cut);
      if (hit !== undefined) return hit;
      at = cut;
    }
    return this.#search(bytes, held, at, held.length, this.shortest);
  }

  /** The first needle that begins in a stretch, by a window no longer than any that is looked for; one may end at `cut`. */
  #search(bytes: string, held: Uint8Array, from: number, to: number, window: number, cut?: number): Hit | undefined {
    const moves = this.#movesOf(window);
    const last = Math.min(to - 1, held.length - window);
    for (let at = from; at <= last; at += 1) {
      const move = moves[slot(held, at + window - BLOCK)] ?? 0;
      if (move > 0) {
        at += move - 1;
        continue;
      }
      for (const { bytes: wanted, shown } of this.#byHead.get(bytes.slice(at, at + HEAD)) ?? []) {
        // A run of one letter is the beginning of another at each of its places: their ends tell sooner.
        if (bytes.endsWith(wanted.slice(-HEAD), at + wanted.length) && bytes.startsWith(wanted, at))
          return { start: at, end: at + wanted.length, shown };
        if (cut !== undefined && isCutShort(bytes, at, wanted, cut)) return { start: at, end: cut, shown };
      }
    }
    return undefined;
  }

  #movesOf(window: number): Uint8Array {
    const known = this.#moves.get(window);
    if (known !== undefined) return known;
    const moves = new Uint8Array(SLOTS).fill(Math.min(window - BLOCK + 1, 255));
    for (const { bytes } of [...this.#byHead.values()].flat()) shorten(moves, bytes, window);
    this.#moves.set(window, moves);
    return moves;
  }

  /** Every place, none within another. */
  all(bytes: string): readonly Hit[] {
    const hits: Hit[] = [];
    const known = read(bytes);
    for (let hit = this.next(bytes, 0, known); hit !== undefined; hit = this.next(bytes, hit.end, known))
      hits.push(hit);
    return hits;
  }
}

/** Bytes at the end of a window that decide how far it moves, and the number of their classes. */
const BLOCK = 3;
const SLOTS = 1 << 16;

const slot = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) * 2111 + (bytes[at + 1] ?? 0) * 229 + (bytes[at + 2] ?? 0)) & (SLOTS - 1);

/** A window moves no further than to where a needle may begin. */
function shorten(moves: Uint8Array, bytes: string, window: number): void {
  const furthest = window - BLOCK;
  const head = Buffer.from(bytes.slice(0, window), 'latin1');
  for (let at = 0; at <= furthest; at += 1) {
    const place = slot(head, at);
    moves[place] = Math.min(moves[place] ?? 0, furthest - at);
  }
}

/** The bytes of a text, and where it was cut. */
const read = (text: string) => ({ held: Buffer.from(text, 'latin1'), cuts: placesOf(CUT, text) });

function placesOf(sign: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) places.push(at);
  return places;
}

/** Whether what stands before a cut is the beginning of a secret; half an escape may precede the cut. */
function isCutShort(bytes: string, at: number, wanted: string, cut: number): boolean {
  if (cut < at + HEAD || cut > at + wanted.length + UNFINISHED) return false;
  let same = HEAD;
  while (same < wanted.length && at + same < cut && bytes.charCodeAt(at + same) === wanted.charCodeAt(same)) same += 1;
  const left = bytes.slice(at + same, cut);
  return left === '' || UNFINISHED_ESCAPE.test(left);
}

/** Half an escape before a cut, and the characters that it may have after its sign. */
const UNFINISHED_ESCAPE = /^[\\%&][#\w]{0,5}$/;
const UNFINISHED = 5;

/** In UTF-8; for non-ASCII characters also in Latin-1, and in UTF-8 decoded as Latin-1, as in header fields. */
function spelledInBytes(value: string): readonly string[] {
  const utf8 = bytesOf(value);
  if (utf8 === value) return [value];
  return [utf8, bytesOf(utf8), ...(/^[\u0000-\u00ff]*$/.test(value) ? [value] : [])];
}
