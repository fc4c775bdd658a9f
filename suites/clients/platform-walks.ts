import { deviates, inconclusive } from '../../src/harness/index.js';
import { ending, unfinished } from './ending.js';
import { expectEveryIdOnce } from './every-id-once.js';
import { answersOf, type Recorded, type Recording } from './recording.js';
import type { Scenario } from './scenario.js';
import type { Reading, WalkEnd } from './script.js';

const COLLECTION = 'projects';
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

const walk = (name: string, title: string, count: number, reading: Reading, end: WalkEnd): Scenario => ({
  id: `clients.platform.${name}`,
  clauses: ['CLI-PLT-1'],
  title,
  task: `walk ${COLLECTION} ${LIMIT}`,
  script: { walk: { collection: COLLECTION, count, reading, end } },
  maxRequests: 40,
  hopeless: !(end in ENDS),
  judge: (recording) => (end in ENDS ? expectWalk(recording, count) : expectEnd(recording)),
});

const readings = Object.keys(READINGS) as readonly Reading[];
const ends = Object.keys(ENDS) as readonly (keyof typeof ENDS)[];

/** Walks under both readings of `next`, to every end that the document leaves open. */
export const platformWalks: readonly Scenario[] = [
  ...readings.flatMap((reading) => [
    ...ends.map((end) =>
      walk(`${reading}-${end}`, `A walk where next is ${READINGS[reading]} ends when ${ENDS[end]}`, FULL, reading, end),
    ),
    walk(
      `${reading}-short`,
      `A walk where next is ${READINGS[reading]} keeps a short last page`,
      FULL + 1,
      reading,
      'zero',
    ),
  ]),
  walk('many-pages', 'A walk through 21 pages comes to its end', 21 * LIMIT, 'last-of-page', 'zero'),
  walk('empty', 'A walk through an empty collection ends at once', 0, 'last-of-page', 'zero'),
  walk('endless', 'A walk whose next leads back to the start is given up', FULL, 'last-of-page', 'cycle'),
  walk('endless-empty', 'A walk through empty pages without end is given up', FULL, 'last-of-page', 'ever-empty'),
];

const pagesOf = (recording: Recording): readonly Recorded[] => {
  const path = `/platform/v2/${COLLECTION}`;
  const pages = recording.requests.filter((request) => request.host === 'platform' && request.path === path);
  if (pages.length === 0) unfinished(`calls of ${path}`, 'none', recording);
  return pages;
};

function expectWalk(recording: Recording, count: number): string {
  const pages = pagesOf(recording);
  // Who reads the last entity of a page again gets one fewer of a page; a page more shows the end, and one more is harmless.
  const most = Math.ceil(count / (LIMIT - 1)) + 2;
  if (pages.length > most)
    deviates(`at most ${most} requests`, `${pages.length}: ${ending(recording)}`, ...answersOf(pages));
  const other = pages.find(({ query }) => query.get('limit') !== String(LIMIT));
  if (other !== undefined)
    inconclusive(
      `the task asks for pages of ${LIMIT}, and the client asked for ${other.query.get('limit') ?? 'none'}: the limit is the task's parameter`,
    );
  const [first] = pages;
  const start = Number(first?.query.get('cursor') ?? 0);
  if (first !== undefined && start > 0)
    deviates('a walk from cursor 0', `cursor=${start}, which leaves out entities up to id ${start}`, first.answer);
  expectEveryIdOnce(recording, pages);
  return `${count} entities in ${pages.length} pages`;
}

function expectEnd(recording: Recording): string {
  const pages = pagesOf(recording);
  if (recording.stopped !== undefined)
    deviates('an end, with or without an error', `${pages.length} requests until it was stopped`, ...answersOf(pages));
  if (pages.length < FULL / LIMIT) unfinished(`${FULL / LIMIT} pages`, String(pages.length), recording, pages);
  return `given up after ${pages.length} pages`;
}
