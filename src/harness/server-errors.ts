/**
 * Makes readings for responses with a server error: each names values in a request, and the place
 * where the request contains them. The first readings name one value in one place. Later readings
 * name more of the values and places that the failed requests suggest.
 */

import type { Reading } from './reading.js';
import { type Exchanged, isServerError } from './rule.js';

/** A part of a request that contains the value. */
interface Place {
  readonly name: string;
  /** The places that the server reads in the same way as this one, such as `any parameter`. */
  readonly kind?: string;
  /** A request with this value, in words. */
  readonly subject: (value: string) => string;
}

interface Part {
  readonly value: string;
  readonly place: Place;
}

/** How an interface names the values in its requests. */
export interface PlacedMistakes<E> {
  /** The beginning of the ids. */
  readonly id: string;
  readonly clause: string;
  readonly partsIn: (exchange: E) => readonly Part[];
  /** Conditions under which the server may fail, the most general first. Default: none. */
  readonly scopes?: readonly Scope<E>[];
}

interface Scope<E> {
  readonly id: string;
  /** Follows the sentence. */
  readonly words: string;
  readonly holds: (exchange: E) => boolean;
}

export interface PlacedReading<E> extends Reading {
  /** Undefined if the reading is not about the request. */
  readonly predicts: (exchange: E) => boolean | undefined;
}

/** Some values in some places. */
interface Group {
  readonly subject: string;
  readonly holds: (part: Part) => boolean;
}

/**
 * Values on which a server may fail for the same reason. The patterns match the names of the values
 * as the suites and `src/protocol/hostile-in-words.ts` write them.
 */
const FAMILIES: readonly (readonly [words: string, holds: (value: string) => boolean])[] = [
  ['150 levels or more', (value) => /\blevels\b/.test(value)],
  ['malformed escapes', (value) => /UTF-8$|escape|half a character|surrogate/.test(value)],
  ['an integer of 2^63 or more', (value) => /^a number beyond 2\^6|^5,000 digits/.test(value)],
  ['an integer of 2^31 or more', (value) => /^a number beyond|^5,000 digits/.test(value)],
];
const ANY_VALUE = 'any malformed or extreme value';
/** A reading lists at most this number of values. */
const MOST_LISTED = 3;

const inList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].join(' or ');

const uniqueBy = <T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
];

/** The groups that these parts belong to, the narrowest first. */
function groupsOf(parts: readonly Part[]): readonly Group[] {
  const places = uniqueBy(
    parts.map(({ place }) => place),
    ({ name }) => name,
  );
  const values = [...new Set(parts.map(({ value }) => value))];
  const kinds = new Set(places.flatMap(({ kind }) => kind ?? []));
  const isOneKind = kinds.size === 1 && places.every(({ kind }) => kind !== undefined);
  const wider: readonly (readonly [words: string, holds: (place: Place) => boolean])[] = [
    ...[...kinds].map((kind) => [kind, (place: Place) => place.kind === kind] as const),
    // Failures in places of one kind do not show that the server also fails elsewhere.
    ...(isOneKind ? [] : [['any part', () => true] as const]),
  ];
  const inWider = (words: string, holds: (value: string) => boolean): readonly Group[] =>
    wider.map(([name, isThere]) => ({
      subject: `a request with ${words} in ${name}`,
      holds: ({ value, place }) => holds(value) && isThere(place),
    }));
  const families = FAMILIES.filter(([, holds]) => values.some(holds));
  const isIn =
    ({ name }: Place) =>
    ({ place }: Part): boolean =>
      place.name === name;
  const severalIn = (place: Place): readonly Group[] => {
    const listed = [...new Set(parts.filter(isIn(place)).map(({ value }) => value))];
    if (listed.length < 2 || listed.length > MOST_LISTED) return [];
    const subject = place.subject(inList(listed));
    return [{ subject, holds: (part) => isIn(place)(part) && listed.includes(part.value) }];
  };
  return [
    ...uniqueBy(parts, ({ value, place }) => place.subject(value)).map(
      ({ value, place }): Group => ({
        subject: place.subject(value),
        holds: (part) => isIn(place)(part) && part.value === value,
      }),
    ),
    ...values.flatMap((value) => inWider(value, (one) => one === value)),
    ...families.flatMap(([words, holds]) =>
      places.map(
        (place): Group => ({
          subject: place.subject(words),
          holds: (part) => isIn(place)(part) && holds(part.value),
        }),
      ),
    ),
    ...places.flatMap(severalIn),
    ...places.map((place): Group => ({ subject: place.subject(ANY_VALUE), holds: isIn(place) })),
    ...families.flatMap(([words, holds]) => inWider(words, holds)),
    ...inWider(ANY_VALUE, () => true),
  ];
}

/**
 * Statuses of an overloaded server or of a gateway. They do not show how the server reads requests.
 */
const OF_OTHERS = [429, 502, 503, 504];

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns readings for each server error status in these responses. */
export function serverErrors<E extends Exchanged<unknown>>(
  violated: readonly E[],
  {
    id,
    clause,
    partsIn,
    scopes = [{ id: 'any', words: '', holds: () => true }],
  }: PlacedMistakes<E>,
): readonly PlacedReading<E>[] {
  const failed = violated.filter((one) => isServerError(one.answer) && partsIn(one).length > 0);
  const groups = groupsOf(failed.flatMap(partsIn));
  const statuses = [...new Set(failed.map(({ answer }) => answer.status))];
  return statuses.flatMap((status) =>
    groups.flatMap(({ subject, holds }) =>
      scopes.map(
        (scope): PlacedReading<E> => ({
          id: `${id}.${slug(subject)}-gets-${status}.${scope.id}`,
          mistake: `${id}.gets-${status}`,
          // Failures on different values are different mistakes in the code of the server.
          isApart: true,
          clause,
          sentence: `${subject} gets status ${status}${scope.words}`,
          requires: 'it should be refused with a status such as 400, or succeed',
          isPlain: true,
          predicts(exchange) {
            const { status: seen } = exchange.answer;
            if (OF_OTHERS.includes(seen) || !scope.holds(exchange)) return undefined;
            return partsIn(exchange).some(holds) ? seen === status : undefined;
          },
        }),
      ),
    ),
  );
}
