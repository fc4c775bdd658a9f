/**
 * A text as bytes, one character a byte, with the way back: where each byte stood in the original. Literal stretches
 * move along together; what an escape became points at the whole escape.
 */
export interface View {
  readonly bytes: string;
  /** Start and end in the original of what byte `index` was made from. */
  readonly origin: (index: number) => readonly [start: number, end: number];
}

/** Bytes of a stretch and the characters that they were made from: one to one, an escape as a whole, or base64. */
const STEPS = { literal: [1, 1], escape: [Number.POSITIVE_INFINITY, 0], base64: [3, 4] } as const;

/** Stretches of a decoded text, in order: `from` is where one begins, `at` and `to` where it stood. */
export class ViewBuilder {
  readonly #from: number[] = [];
  readonly #at: number[] = [];
  readonly #to: number[] = [];
  readonly #kinds: (keyof typeof STEPS)[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  /** A stretch that is the same in both. */
  literal(text: string, at: number): void {
    this.#add(text, at, at + text.length, 'literal');
  }

  /** The bytes of one escape. */
  escape(bytes: string, at: number, to: number): void {
    this.#add(bytes, at, to, 'escape');
  }

  /** Bytes of a run of base64: three of four characters. */
  base64(bytes: string, at: number, to: number): void {
    this.#add(bytes, at, to, 'base64');
  }

  /** The view, whose original is itself a view of an earlier one. */
  over(outer: View): View {
    const [from, at, to, kinds] = [this.#from, this.#at, this.#to, this.#kinds];
    return {
      bytes: this.#parts.join(''),
      origin(index) {
        let [low, high] = [0, from.length - 1];
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if ((from[middle] ?? 0) <= index) low = middle;
          else high = middle - 1;
        }
        const [bytes, characters] = STEPS[kinds[low] ?? 'literal'];
        const start = (at[low] ?? 0) + Math.floor((index - (from[low] ?? 0)) / bytes) * characters;
        const end = characters === 0 ? (to[low] ?? 0) : Math.min(start + characters, to[low] ?? 0);
        return [outer.origin(start)[0], outer.origin(end - 1)[1]];
      },
    };
  }

  #add(text: string, at: number, to: number, kind: keyof typeof STEPS): void {
    if (text === '') return;
    this.#from.push(this.#length);
    this.#at.push(at);
    this.#to.push(to);
    this.#kinds.push(kind);
    this.#parts.push(text);
    this.#length += text.length;
  }
}

/** The sign at the end of a text that was cut, in UTF-8. */
export const CUT = '\u00e2\u0080\u00a6';

/** A text in UTF-8, one character a byte. */
export const bytesOf = (text: string): string =>
  isAscii(text) ? text : Buffer.from(text.toWellFormed(), 'utf8').toString('latin1');

const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text);

const SELF: View['origin'] = (index) => [index, index + 1];

/** The text itself. */
export function plainView(text: string): View {
  if (isAscii(text)) return { bytes: text, origin: SELF };
  return (
    replaced({ bytes: text.toWellFormed(), origin: SELF }, /[\u0080-\u{10ffff}]/gu, ([character]) =>
      bytesOf(character),
    ) ?? {
      bytes: text,
      origin: SELF,
    }
  );
}

/** A view with every match decoded; undefined where nothing matches. A match for which there are no bytes stays. */
export function replaced(
  outer: View,
  pattern: RegExp,
  decode: (match: RegExpExecArray) => string | undefined,
): View | undefined {
  let made: ViewBuilder | undefined;
  let done = 0;
  for (const match of outer.bytes.matchAll(pattern)) {
    const bytes = decode(match as RegExpExecArray);
    if (bytes === undefined) continue;
    made ??= new ViewBuilder();
    made.literal(outer.bytes.slice(done, match.index), done);
    done = match.index + match[0].length;
    made.escape(bytes, match.index, done);
  }
  made?.literal(outer.bytes.slice(done), done);
  return made?.over(outer);
}
