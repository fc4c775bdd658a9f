import {
  coarsely,
  type Equality,
  foldAscii,
  isAscii,
  isBinary,
  isExact,
  loosely,
  subsetsOf,
} from './equality.js';
import { keptFor, memoized } from './memoized.js';
import { OPEN, type Truth, truth } from './truth.js';

/**
 * Whether a whole text matches a pattern of `%` (any run) and `_` (any one character), as SQL's
 * `LIKE` without an escape has it. A character is a code point. Takes time in proportion to text
 * times pattern at most, whatever the pattern: a regular expression with several runs may take
 * years on a long text.
 */
export function pattern(source: string): (text: string) => boolean {
  const [first, ...parts] = source.split('%').map(partOf);
  const last = parts.pop();
  return (text) => {
    let at = first?.endAt(text, 0) ?? -1;
    if (last === undefined) return at === text.length;
    for (const part of parts) {
      if (at < 0) return false;
      // Where a part comes first, what follows has the most room.
      at = part.nextEnd(text, at);
    }
    return at >= 0 && last.isAtEnd(text, at);
  };
}

/** A part of a pattern without runs. */
interface Part {
  /** Where it ends in a text that has it at a place; -1 where it is not there. */
  readonly endAt: (text: string, at: number) => number;
  /** Where it ends at its first occurrence from a place on; -1 where there is none. */
  readonly nextEnd: (text: string, from: number) => number;
  /** Whether the text ends with it, and not before a place. */
  readonly isAtEnd: (text: string, from: number) => boolean;
}

const partOf = (part: string): Part =>
  part.includes('_') ? wildcardPart([...part]) : literalPart(part);

const literalPart = (part: string): Part => ({
  endAt: (text, at) => (text.startsWith(part, at) ? at + part.length : -1),
  nextEnd(text, from) {
    const at = text.indexOf(part, from);
    return at < 0 ? -1 : at + part.length;
  },
  isAtEnd: (text, from) => text.length - part.length >= from && text.endsWith(part),
});

function wildcardPart(characters: readonly string[]): Part {
  function endAt(text: string, begin: number): number {
    let at = begin;
    for (const c of characters) {
      if (at >= text.length || (c !== '_' && !text.startsWith(c, at))) return -1;
      at += c === '_' ? widthAt(text, at) : c.length;
    }
    return at;
  }
  return {
    endAt,
    nextEnd(text, from) {
      for (let at = from; at < text.length; at += widthAt(text, at)) {
        const end = endAt(text, at);
        if (end >= 0) return end;
      }
      return -1;
    },
    isAtEnd(text, from) {
      let at = text.length;
      for (let left = characters.length; left > 0; left -= 1) at -= widthBefore(text, at);
      return at >= from && endAt(text, at) === text.length;
    },
  };
}

/** Code units of the character that ends at a place. */
const widthBefore = (text: string, at: number): number =>
  at >= 2 && widthAt(text, at - 2) === 2 ? 2 : 1;

const widthAt = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

/**
 * Whether a whole text matches a pattern. Patterns with an escape or a character class of some
 * dialect are open, and so is what only a looser collation than the column is known to have would
 * match.
 */
export const likeText = (text: string, asked: string, equality: Equality): Truth =>
  matchers(equality)(asked)(text);

/** A pattern is put to every text of a column. */
const matchers = keptFor((equality: Equality) =>
  memoized((asked: string) => matcher(asked, equality), 1000),
);

function matcher(asked: string, equality: Equality): (text: string) => Truth {
  if (/[\\[\]]/.test(asked)) return () => OPEN;
  if (isExact(equality)) {
    const matches = pattern(asked);
    return (text) => truth(matches(text));
  }
  const formsOf = textForms(equality);
  const forAsked = formsOf(asked);
  const exact = pattern(asked);
  const folded = pattern(forAsked.folded);
  const matchesComposed = pattern(composer(equality)(forAsked.folded));
  const mayMatch = looseMatcher(asked, equality);
  return (text) => {
    const forms = formsOf(text);
    const isSame = exact(text);
    const strict = equality.case === 'folded' ? folded(forms.folded) : isSame;
    // A mark may be a part of the letter before it, which then is another letter.
    if (strict) return forms.isComposed || matchesComposed(forms.composed) ? truth(true) : OPEN;
    return isSame || mayMatch(text) ? OPEN : truth(false);
  };
}

/** What a text is compared by, apart from itself. */
interface TextForms {
  /** In lower case, where a column without regard to case has it. */
  readonly folded: string;
  /** The same with letters and their marks composed. */
  readonly composed: string;
  readonly isComposed: boolean;
}

/** Worked out once for each text: a column holds the same texts for every pattern. */
const textForms = keptFor((equality: Equality) => {
  const composed = composer(equality);
  const withI = equality.dots === 'folded';
  return memoized((text: string): TextForms => {
    const folded = foldAscii(text, withI);
    return { folded, composed: composed(folded), isComposed: composed(text) === text };
  });
});

/** Composes letters with their marks, where a column may hold both forms equal. */
function composer({ forms, width }: Equality): (text: string) => string {
  if (forms === 'kept' && width === 'kept') return (text) => text;
  const form = width === 'kept' ? 'NFC' : 'NFKC';
  return (text) => (isAscii(text) ? text : text.normalize(form));
}

function looseMatcher(asked: string, equality: Equality): (text: string) => boolean {
  const readings = readingsOf(equality).map((loose) => ({ loose, matches: pattern(loose(asked)) }));
  // A letter that some collation spells with two makes any count of characters uncertain.
  const coarse = isBinary(equality)
    ? undefined
    : pattern(coarsely(asked.replaceAll('_', '%')).replace(/%+/g, '%'));
  return (text) => {
    if (readings.some(({ loose, matches }) => matches(loose(text)))) return true;
    return coarse !== undefined && !(isAscii(asked) && isAscii(text)) && coarse(coarsely(text));
  };
}

/**
 * What a text is reduced to, for each choice of what may be folded; worked out once for each text.
 */
const readingsOf = keptFor((equality: Equality) =>
  mayFold(equality).map((reading) => memoized((text: string) => loosely(text, reading))),
);

/**
 * What may be folded, with and without what changes the count of characters that `_` stands for.
 */
const mayFold = (equality: Equality): readonly Equality[] => {
  const unknown = (['blanks', 'width'] as const).filter((trait) => equality[trait] === 'unknown');
  return subsetsOf(unknown).map((kept) => ({
    ...equality,
    ...Object.fromEntries(kept.map((trait) => [trait, 'kept' as const])),
  }));
};
