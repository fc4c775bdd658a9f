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

interface Stretch {
  readonly kind: keyof typeof STEPS;
  /** Where it begins in the view, and where it stood. */
  readonly from: number;
  readonly at: number;
  readonly to: number;
}

/** The stretches of a decoded text, in order. */
export class ViewBuilder {
  readonly #stretches: Stretch[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  /** Bytes that were made from what stands from `at` to `to`. */
  add(kind: Stretch['kind'], bytes: string, at: number, to: number): void {
    if (bytes === '') return;
    this.#stretches.push({ kind, from: this.#length, at, to });
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** The view, whose original is itself a view of an earlier one. */
  over(outer: View): View {
    const stretches = this.#stretches;
    return {
      bytes: this.#parts.join(''),
      origin(index) {
        let [low, high] = [0, stretches.length - 1];
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if ((stretches[middle] as Stretch).from <= index) low = middle;
          else high = middle - 1;
        }
        const { kind, from, at, to } = stretches[low] as Stretch;
        const [bytes, characters] = STEPS[kind];
        const start = at + Math.floor((index - from) / bytes) * characters;
        const end = characters === 0 ? to : Math.min(start + characters, to);
        return [outer.origin(start)[0], outer.origin(end - 1)[1]];
      },
    };
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
  const characters = { bytes: text.toWellFormed(), origin: SELF };
  let built: View | undefined;
  // Few texts contain a secret: the way back is made for those.
  const origin: View['origin'] = (index) => {
    built ??= replaced(characters, /[\u0080-\u{10ffff}]/gu, ([one]) => bytesOf(one)) ?? characters;
    return built.origin(index);
  };
  return { bytes: bytesOf(text), origin };
}

/**
 * A view with every match decoded; undefined where nothing matches. A match for which there are no bytes stays. Of the
 * rest, only the stretches beside what is decoded are kept, up to a byte that is not wanted.
 */
export function replaced(
  outer: View,
  pattern: RegExp,
  decode: (match: RegExpExecArray) => string | undefined,
  wanted: (byte: number) => boolean = () => true,
): View | undefined {
  const { bytes: text } = outer;
  let made: ViewBuilder | undefined;
  let done = 0;
  const isKept = (at: number): boolean => text.charCodeAt(at) > 0x7f || wanted(text.charCodeAt(at));
  const literal = (to: number): void => {
    let [end, start] = [done, to];
    while (end < to && isKept(end)) end += 1;
    while (start > end && isKept(start - 1)) start -= 1;
    // One byte between two stretches keeps them apart.
    end = Math.min(end + 1, start);
    made?.add('literal', text.slice(done, end), done, end);
    made?.add('literal', text.slice(start, to), start, to);
  };
  for (const match of text.matchAll(pattern)) {
    const bytes = decode(match as RegExpExecArray);
    if (bytes === undefined) continue;
    made ??= new ViewBuilder();
    literal(match.index);
    done = match.index + match[0].length;
    made.add('escape', bytes, match.index, done);
  }
  if (made !== undefined) literal(text.length);
  return made?.over(outer);
}
