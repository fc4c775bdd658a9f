/**
 * A text as bytes, one character a byte, with the way back: where each byte stood in the original. Literal stretches
 * move along together; what an escape became points at the whole escape.
 */
export interface View {
  readonly bytes: string;
  /** Start and end in the original of what byte `index` was made from. */
  readonly origin: (index: number) => readonly [start: number, end: number];
}

/** Stretches of a decoded text, in order: `from` is where one begins, `at` and `to` where it stood; `step` 0 for an escape. */
export class ViewBuilder {
  readonly #from: number[] = [];
  readonly #at: number[] = [];
  readonly #to: number[] = [];
  readonly #literal: boolean[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  /** A stretch that is the same in both. */
  literal(text: string, at: number): void {
    this.#add(text, at, at + text.length, true);
  }

  /** Bytes that one escape stands for. */
  escape(bytes: string, at: number, to: number): void {
    this.#add(bytes, at, to, false);
  }

  /** The view, whose original is itself a view of an earlier one. */
  over(outer: View): View {
    const [from, at, to, literal] = [this.#from, this.#at, this.#to, this.#literal];
    return {
      bytes: this.#parts.join(''),
      origin(index) {
        let [low, high] = [0, from.length - 1];
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if ((from[middle] ?? 0) <= index) low = middle;
          else high = middle - 1;
        }
        const [begin, start, end] = [from[low] ?? 0, at[low] ?? 0, to[low] ?? 0];
        if (literal[low]) return outer.origin(start + index - begin);
        return [outer.origin(start)[0], outer.origin(end - 1)[1]];
      },
    };
  }

  #add(text: string, at: number, to: number, literal: boolean): void {
    if (text === '') return;
    this.#from.push(this.#length);
    this.#at.push(at);
    this.#to.push(to);
    this.#literal.push(literal);
    this.#parts.push(text);
    this.#length += text.length;
  }
}

/** The sign that stands where a text was cut, in UTF-8. */
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
