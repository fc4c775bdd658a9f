/** Filters that cannot be understood, and that select every record. */

import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import {
  misunderstoodPart,
  NUL_BEHIND_WILDCARD,
  nulTakenFor,
  widenedTo,
} from '../questions/misunderstood.js';
import { type ExportReading, slug } from './reading.js';

/**
 * Kinds of parts that one mistake may ignore, the widest last. The patterns match the names of
 * parts as `questions/misunderstood.ts` writes them.
 */
const KINDS: readonly (readonly [words: string, holds: (part: string) => boolean])[] = [
  ['an incomplete criterion', (part) => part.startsWith('a criterion without')],
  ['a value for numbers that is not a number', (part) => part.startsWith('a value for numbers')],
  [
    'a comparison by order with a text',
    (part) => /^`(?:[<>]|BETWEEN).* that (?:is not|does not)/.test(part),
  ],
  ['a criterion that cannot be understood', (part) => part !== '`filters` with a text'],
  ['a filter that cannot be understood', () => true],
];

/** Up to this number of parts, a sentence that lists them is preferred to one with their kind. */
const FEW = 2;

const selectsAll = (
  words: string,
  holds: (part: string) => boolean,
  all = 'every record',
): ExportReading => ({
  id: `misunderstood.${slug(words)}-selects-all`,
  // The narrowest is named, if nothing tells them apart.
  mistake: 'misunderstood',
  clause: 'EXP-HARD-2',
  sentence: `${words} selects ${all}`,
  requires: 'it should be refused, or match no record',
  touches: ({ filter, extra }) => (filter ?? extra) !== undefined,
  response({ question, answer, page }, known) {
    const part = misunderstoodPart(question, known);
    return part === undefined || !holds(part) || answer.status >= 500
      ? undefined
      : widenedTo(page, question, known) !== undefined;
  },
});

/** A NUL in a value that is read as the character 0, or as the end of the value. */
const nuls: readonly ExportReading[] = (
  [
    ['zero', 'a NUL in a pattern of `LIKE` matches the character 0'],
    ['end', 'a value is read up to a NUL'],
  ] as const
).map(([taken, sentence]) => ({
  id: `misunderstood.nul-is-${taken}`,
  clause: 'EXP-HARD-2',
  sentence,
  requires: 'it should be refused, or match no record',
  touches: ({ filter }) => filter !== undefined,
  response: (exchange, known) => {
    // Up to its NUL, the pattern is `%`, which matches every text.
    const isWidened =
      taken === 'end' &&
      misunderstoodPart(exchange.question, known) === NUL_BEHIND_WILDCARD &&
      widenedTo(exchange.page, exchange.question, known) !== undefined;
    return isWidened || nulTakenFor(exchange) === taken || undefined;
  },
}));

export function misunderstoodReadings(
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] {
  const shown = violated.flatMap(({ question, page }) => {
    const part = misunderstoodPart(question, known);
    const widened = widenedTo(page, question, known);
    return part === undefined || widened === undefined ? [] : [{ part, widened }];
  });
  const parts = [...new Set(shown.map(({ part }) => part))];
  const all = shown.some(({ widened }) => widened === 'list')
    ? 'every record'
    : 'every record with a value in the column';
  const ofNuls = nuls.filter(({ response }) =>
    violated.some((exchange) => response?.(exchange, known)),
  );
  if (parts.length === 0) return ofNuls;
  const single = parts.map((one) => selectsAll(one, (part) => part === one, all));
  const words = [parts.slice(0, -1).join(', '), parts.at(-1)].filter((one) => one !== '');
  const list = selectsAll(words.join(' or '), (part) => parts.includes(part), all);
  const kinds = KINDS.map(([words, holds]) => selectsAll(words, holds, all));
  return [...ofNuls, ...single, ...(parts.length > FEW ? [...kinds, list] : [list, ...kinds])];
}
