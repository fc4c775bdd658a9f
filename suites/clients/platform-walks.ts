import { deviation, ending, everyIdOnce, type PagesRule, pages, unfinished } from './rule.js';
import type { Scenario } from './scenario.js';
import type { Reading, WalkEnd } from './script.js';

const COLLECTION = 'projects';
const PATH = `/platform/v2/${COLLECTION}`;
const LIMIT = 4;
const FULL = 3 * LIMIT;

const READINGS: Readonly<Record<Reading, string>> = {
  'last-of-page': 'the last id of the page',
  'first-of-next': 'the first id of the next page',
};
const ENDS: Readonly<Record<Exclude<WalkEnd, 'cycle' | 'ever-empty'>, string>> = {
  zero: 'next is 0',
  null: 'next is null',
  'last-id': 'next stays at the last id',
  'empty-page': 'a page is empty',
};

const toTheEnd =
  (count: number): PagesRule =>
  (recording, asked) => {
    // Who reads the last entity of a page again gets one fewer of a page; a page more shows the end, and one more is harmless.
    const most = Math.ceil(count / (LIMIT - 1)) + 2;
    if (asked.length > most)
      return deviation(
        `at most ${most} requests`,
        `${asked.length}: ${ending(recording)}`,
        ...asked,
      );
    const start = Number(asked[0]?.query.get('cursor') ?? 0);
    if (start > 0) {
      const sent = `cursor=${start}, which leaves out entities up to id ${start}`;
      return deviation('a walk from cursor 0', sent, ...asked.slice(0, 1));
    }
    return everyIdOnce(recording, asked);
  };

const givenUp: PagesRule = (recording, asked) => {
  const sent = `${asked.length} requests until the client was stopped`;
  if (recording.stopped !== undefined)
    return deviation('the walk ends, with or without an error', sent, ...asked);
  return asked.length < FULL / LIMIT
    ? unfinished(`${FULL / LIMIT} pages`, asked.length, recording, ...asked)
    : undefined;
};

const walk = (
  name: string,
  title: string,
  count: number,
  reading: Reading,
  end: WalkEnd,
): Scenario => ({
  id: `clients.platform.${name}`,
  clauses: ['CLI-PLT-1'],
  title,
  task: `walk ${COLLECTION} ${LIMIT}`,
  script: { walk: { collection: COLLECTION, count, reading, end } },
  maxRequests: 40,
  hopeless: !(end in ENDS),
  rules: [
    end in ENDS
      ? pages('platform', PATH, LIMIT, toTheEnd(count))
      : pages('platform', PATH, 'any', givenUp),
  ],
});

const readings = Object.keys(READINGS) as readonly Reading[];
const ends = Object.keys(ENDS) as readonly (keyof typeof ENDS)[];

/** Walks under both readings of `next`, to every end that the document leaves open. */
export const platformWalks: readonly Scenario[] = [
  ...readings.flatMap((reading) => {
    const title = `A walk where next is ${READINGS[reading]}`;
    return [
      ...ends.map((end) =>
        walk(`${reading}-${end}`, `${title}, to its end where ${ENDS[end]}`, FULL, reading, end),
      ),
      walk(`${reading}-short`, `${title}, with a short last page`, FULL + 1, reading, 'zero'),
    ];
  }),
  walk('many-pages', 'A walk through 21 pages', 21 * LIMIT, 'last-of-page', 'zero'),
  walk('empty', 'A walk through an empty collection', 0, 'last-of-page', 'zero'),
  walk('endless', 'A walk whose `next` returns to the start', FULL, 'last-of-page', 'cycle'),
  walk('endless-empty', 'A walk through endless empty pages', FULL, 'last-of-page', 'ever-empty'),
];
