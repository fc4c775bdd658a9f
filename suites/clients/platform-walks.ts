/** The clause about walks. In a walk, a client follows `meta.cursor.next` from page to page. */

import type { Reading } from '../../src/protocol/platform/next-cursor.js';
import { readPage } from '../../src/protocol/platform/page.js';
import { PLATFORM_PATH } from '../../src/protocol/platform/question.js';
import type { Recorded, Recording } from './recording.js';
import {
  describeEnding,
  deviation,
  everyIdOnce,
  type PagesRule,
  pageRule,
  type Rule,
  unfinished,
} from './rule.js';
import type { WalkEnd } from './script.js';
import { type ClientTopics, must, type ScenarioRow } from './topic.js';

const COLLECTION = 'projects';
const PATH = `${PLATFORM_PATH}${COLLECTION}`;
const LIMIT = 4;
const THREE_PAGES = 3 * LIMIT;

/** The two allowed meanings of `next`. */
const READINGS: Readonly<Record<Reading, string>> = {
  'last-of-page': 'the last id of the page',
  'first-of-next': 'the first id of the next page',
};

/** How the server marks the last page. With `cycle` and `ever-empty` there is no last page. */
const ENDS: Readonly<Record<Exclude<WalkEnd, 'cycle' | 'ever-empty'>, string>> = {
  zero: 'next is 0',
  null: 'next is null',
  'last-id': 'next stays at the last id',
  'empty-page': 'a page is empty',
};

export const platformWalks = {
  'CLI-PLT-1': {
    clause: must('a client that follows `meta.cursor.next` sees every entity once and stops')
      .in('Resources, cursor pagination response')
      .judged(
        'Tests both interpretations of `next`, and every way in which a server may mark the last page.',
      ),
    scenarios: {
      ...walksInReading('last-of-page'),
      ...walksInReading('first-of-next'),
      'clients.platform.many-pages': walkThrough('A walk through 21 pages', 21 * LIMIT),
      'clients.platform.empty': walkThrough('A walk through an empty collection', 0),
      'clients.platform.endless': endless('A walk whose `next` returns to the start', 'cycle'),
      'clients.platform.endless-empty': endless('A walk through endless empty pages', 'ever-empty'),
    },
    traffic: {
      'clients.traffic.walk': {
        title: 'Walks through collections of the platform API',
        tests: ({ requests }) =>
          requests.filter(
            ({ host, query, method }) =>
              host === 'platform' && method === 'GET' && query.has('cursor'),
          ),
        rule: noneSkipped,
      },
    },
  },
} satisfies ClientTopics;

function walksInReading(reading: Reading): Readonly<Record<string, ScenarioRow>> {
  const title = `A walk where next is ${READINGS[reading]}`;
  const toEachEnd = Object.entries(ENDS).map(([end, words]) => {
    const row = walkThrough(`${title}; at the end ${words}`, THREE_PAGES, reading, end as WalkEnd);
    return [`clients.platform.${reading}-${end}`, row] as const;
  });
  const short = walkThrough(`${title}, with a short last page`, THREE_PAGES + 1, reading);
  return Object.fromEntries([...toEachEnd, [`clients.platform.${reading}-short`, short]]);
}

function walkThrough(
  title: string,
  count: number,
  reading: Reading = 'last-of-page',
  end: WalkEnd = 'zero',
): ScenarioRow {
  return {
    title,
    task: `walk ${COLLECTION} ${LIMIT}`,
    script: { walk: { collection: COLLECTION, count, reading, end } },
    maxRequests: 40,
    hopeless: false,
    rules: [pageRule('platform', PATH, LIMIT, seesAllThenStops(count))],
  };
}

/** A client must give up a walk without an end. */
function endless(title: string, end: 'cycle' | 'ever-empty'): ScenarioRow {
  const rules = [pageRule('platform', PATH, 'any', givesUp)];
  return { ...walkThrough(title, THREE_PAGES, 'last-of-page', end), hopeless: true, rules };
}

function seesAllThenStops(count: number): PagesRule {
  return (recording, requested) => {
    // Consecutive pages may share an entity, so a page may add only LIMIT - 1 entities. Two
    // more requests are allowed: for a page that shows the end, and for one needless page.
    const most = Math.ceil(count / (LIMIT - 1)) + 2;
    if (requested.length > most) {
      const actual = `${requested.length}: ${describeEnding(recording)}`;
      return deviation(`at most ${most} requests`, actual, ...requested);
    }
    const start = Number(requested[0]?.query.get('cursor') ?? 0);
    if (start > 0) {
      const sent = `cursor=${start}, which leaves out entities up to id ${start}`;
      return deviation('a walk from cursor 0', sent, ...requested.slice(0, 1));
    }
    return everyIdOnce(recording, requested);
  };
}

function givesUp(...[recording, requested]: Parameters<PagesRule>): ReturnType<PagesRule> {
  if (recording.stopped !== undefined) {
    const sent = `${requested.length} requests until the client was stopped`;
    return deviation('the walk ends, with or without an error', sent, ...requested);
  }
  const least = THREE_PAGES / LIMIT;
  if (requested.length >= least) return undefined;
  return unfinished(`${least} pages`, requested.length, recording, ...requested);
}

/** Recorded traffic has no settings, so the id of an entity is expected in `id`. */
const TRAFFIC_SETTINGS = { idMember: 'id', dialect: {} };

/**
 * The server returns the entities after the id in `cursor`. If `next` is the id of the first entity
 * of the next page, a request with `cursor=<next>` leaves that entity out.
 */
function noneSkipped({ requests }: Recording): ReturnType<Rule> {
  const successful = requests.filter(
    ({ host, method, answer }) => host === 'platform' && method === 'GET' && answer.ok,
  );
  for (const request of successful) {
    const page = readPage(request.answer, TRAFFIC_SETTINGS);
    const following = followingOf(request, successful);
    if (page === undefined || page.ids.length === 0 || following === undefined) continue;
    const { next } = page.cursor;
    const cursor = Number(following.query.get('cursor') ?? Number.NaN);
    if (next === null || cursor !== next) continue;
    const isOnNextPage = next > Math.max(...page.ids);
    if (!isOnNextPage) continue;
    const expected = `a cursor before ${next}, the first entity of the next page`;
    return deviation(expected, `cursor=${cursor}`, request, following);
  }
  return undefined;
}

const followingOf = (page: Recorded, all: readonly Recorded[]): Recorded | undefined =>
  all.find((one) => one !== page && one.atMs >= page.answeredMs && one.path === page.path);
