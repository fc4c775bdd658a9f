/** Matches text against the patterns of LIKE and ILIKE. */

import { memoized, memoizedByObject } from '../../../../src/memoized.js';
import {
  coarseKey,
  type Equality,
  foldAscii,
  isAscii,
  isBinary,
  isExact,
  reducedText,
  subsetsOf,
} from './equality.js';
import { OPEN, type Truth, truth } from './truth.js';

/**
 * Returns a function that tests whether the pattern matches a whole text. `%` matches any text, and
 * `_` matches any code point. A backslash has no special meaning. Regular expressions are not used,
 * because some patterns with several wildcards would take them very long.
 */
export function pattern(source: string): (text: string) => boolean {
  const [first, ...parts] = source.split('%').map(partOf);
  const last = parts.pop();
  return (text) => {
    let at = first?.endAt(text, 0) ?? -1;
    if (last === undefined) return at === text.length;
    for (const part of parts) {
      if (at < 0) return false;
      // Taking the first occurrence of a part leaves the most room for the following parts.
      at = part.nextEnd(text, at);
    }
    return at >= 0 && last.isAtEnd(text, at);
  };
}

/** A part of a pattern before, between or after `%`. */
interface Part {
  /** Returns the end of the part if the part is at this position, otherwise -1. */
  readonly endAt: (text: string, at: number) => number;
  /** Returns the end of the first occurrence at or after a position, otherwise -1. */
  readonly nextEnd: (text: string, from: number) => number;
  /** Whether the text ends with the part, and the part starts at or after a position. */
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

const widthBefore = (text: string, at: number): number =>
  at >= 2 && widthAt(text, at - 2) === 2 ? 2 : 1;

const widthAt = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

/**
 * The result is OPEN (a match is allowed, but not required) if the pattern has a backslash or
 * brackets, because some databases interpret them. It is also OPEN if the match depends on
 * differences that the column may or may not ignore.
 */
export const likeText = (text: string, likePattern: string, equality: Equality): Truth =>
  matchers(equality)(likePattern)(text);

/** A pattern is compared with every text of a column, so its matcher is kept. */
const matchers = memoizedByObject((equality: Equality) =>
  memoized((likePattern: string) => matcher(likePattern, equality), 1000),
);

function matcher(likePattern: string, equality: Equality): (text: string) => Truth {
  if (/[\\[\]]/.test(likePattern)) return () => OPEN;
  if (isExact(equality)) {
    const matches = pattern(likePattern);
    return (text) => truth(matches(text));
  }
  const formsOf = textForms(equality);
  const forPattern = formsOf(likePattern);
  const exact = pattern(likePattern);
  const folded = pattern(forPattern.folded);
  const matchesComposed = pattern(composer(equality)(forPattern.folded));
  const mayMatch = looseMatcher(likePattern, equality);
  return (text) => {
    const forms = formsOf(text);
    const isExactMatch = exact(text);
    const strict = equality.case === 'folded' ? folded(forms.folded) : isExactMatch;
    // A server may compose a letter and its combining mark to one character before it compares. A
    // match is therefore certain only if the pattern also matches the composed text.
    if (strict) return forms.isComposed || matchesComposed(forms.composed) ? truth(true) : OPEN;
    return isExactMatch || mayMatch(text) ? OPEN : truth(false);
  };
}

interface TextForms {
  /** The text with ASCII letters in lower case. */
  readonly folded: string;
  /** `folded` with letters and their marks composed. */
  readonly composed: string;
  /** Whether the text itself stays the same when it is composed. */
  readonly isComposed: boolean;
}

/**
 * The forms of a text are kept, because each pattern is compared with the same texts of a column.
 */
const textForms = memoizedByObject((equality: Equality) => {
  const composed = composer(equality);
  const foldsI = equality.dots === 'folded';
  return memoized((text: string): TextForms => {
    const folded = foldAscii(text, foldsI);
    return { folded, composed: composed(folded), isComposed: composed(text) === text };
  });
});

/**
 * Composes letters and their marks, if the column may treat composed and decomposed letters as
 * equal.
 */
function composer({ forms, width }: Equality): (text: string) => string {
  if (forms === 'kept' && width === 'kept') return (text) => text;
  const form = width === 'kept' ? 'NFC' : 'NFKC';
  return (text) => (isAscii(text) ? text : text.normalize(form));
}

/**
 * Returns a function that tests whether a text matches under some collation that `equality` allows.
 */
function looseMatcher(likePattern: string, equality: Equality): (text: string) => boolean {
  const reductions = reductionsOf(equality).map((loose) => ({
    loose,
    matches: pattern(loose(likePattern)),
  }));
  // Some collations treat one letter as equal to two, so `_` is tested as if it were `%`.
  const coarse = isBinary(equality)
    ? undefined
    : pattern(coarseKey(likePattern.replaceAll('_', '%')).replace(/%+/g, '%'));
  return (text) => {
    if (reductions.some(({ loose, matches }) => matches(loose(text)))) return true;
    return (
      coarse !== undefined && !(isAscii(likePattern) && isAscii(text)) && coarse(coarseKey(text))
    );
  };
}

/**
 * Functions that remove the differences that the column may ignore. Each text is reduced only once.
 */
const reductionsOf = memoizedByObject((equality: Equality) =>
  choicesOfTraits(equality).map((reading) =>
    memoized((text: string) => reducedText(text, reading)),
  ),
);

/**
 * If a column ignores trailing blanks or character width, the compared text may have fewer or more
 * characters, which decides what `_` matches. If it is unknown whether the column ignores one of
 * these differences, both cases are tried.
 */
const choicesOfTraits = (equality: Equality): readonly Equality[] => {
  const unknown = (['blanks', 'width'] as const).filter((trait) => equality[trait] === 'unknown');
  return subsetsOf(unknown).map((kept) => ({
    ...equality,
    ...Object.fromEntries(kept.map((trait) => [trait, 'kept' as const])),
  }));
};
