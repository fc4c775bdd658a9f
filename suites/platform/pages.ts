import { broken, type Context, skip } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { pageIn, platformOf } from './ask.js';
import { collectionsOf, mainOf, mainWalk, walk } from './collections.js';
import { checks } from './exchange.js';
import { middle, noId } from './generated.js';

const firstPages = ({ target }: Context): readonly Question[] =>
  platformOf(target).collections.map((collection) => ({ collection }));

const walked = async (context: Context): Promise<readonly Question[]> => (await mainWalk(context)).questions;

/** Requests for the other collections where a budget limits them. */
const MOST_OF_OTHERS = 8;

/** Pages one by one, walks from page to page, and what the document leaves open. */
export const pageChecks = checks({
  'PLT-PAGE-1 platform.page.shape': {
    title: 'the first page of each collection',
    withoutFacts: firstPages,
  },
  'PLT-PAGE-2 platform.page.count': {
    title: 'the pages of a walk, their entities counted',
    lacking: 'needs a collection with an entity',
    questions: async ({ collections }, context) => [
      ...firstPages(context),
      ...((collections[0]?.ids.length ?? 0) < 2 ? [] : await walked(context)),
    ],
  },
  'PLT-PAGE-3 platform.page.limit': {
    title: 'pages with a limit, and with the default of 50 written out',
    requests: { least: 2, most: 3 },
    take: { sharedRequests: 1 },
    questions: ({ collections }) => {
      const { name: collection, ids, most } = mainOf(collections, 2);
      const limits = [undefined, 1, 50, Math.max(2, Math.min(most, ids.length - 1))];
      return limits.map((limit) => ({ collection, limit }));
    },
  },
  'PLT-PAGE-4 platform.page.cursor': {
    title: 'pages after an id, after a number between two ids, and after 0',
    requests: { least: 2, most: 4 },
    questions: ({ collections }) => {
      const main = mainOf(collections, 2);
      const cursors = [middle(main), 0, noId(main), main.ids.at(-2)].filter((cursor) => cursor !== undefined);
      return cursors.map((cursor) => ({ collection: main.name, cursor, limit: 5 }));
    },
  },
  'PLT-PAGE-6 platform.page.next': {
    title: 'next on the pages of a walk',
    questions: (_, context) => walked(context),
  },
  'PLT-PAGE-7 platform.page.current': {
    title: 'current on the first page and after a cursor',
    requests: 1,
    questions: ({ collections }) => {
      const main = mainOf(collections, 2);
      const { name: collection, ids } = main;
      return [{ collection }, { collection, cursor: ids[0] }, { collection, cursor: middle(main), limit: 5 }];
    },
  },
  'PLT-PAGE-8 platform.page.prev': {
    title: 'prev on the pages of a walk',
    questions: (_, context) => walked(context),
  },
  'PLT-PAGE-11 platform.page.parameters': {
    title: 'limit, cursor and previous, each alone and in combination',
    requests: { least: 2, most: 4 },
    questions: ({ collections }) => {
      const { name: collection, ids } = mainOf(collections, 1);
      const [id] = ids;
      return [
        { collection, previous: id },
        { collection, limit: 2, cursor: id, previous: id },
        { collection, cursor: id },
        { collection, limit: 1 },
      ];
    },
  },
  'PLT-PAGE-10 platform.page.methods': {
    title: 'methods other than GET',
    requests: 2,
    permission: 'unsafeMethods',
    withoutFacts: (context) =>
      ['POST', 'DELETE'].map((method) => ({ collection: platformOf(context.target).collections[0] ?? '', method })),
  },
  'PLT-PAGE-5 platform.walk.complete': {
    title: 'a walk from 0 over the largest collection, and what follows its last entity',
    requests: 1,
    async questions(_, context) {
      const { questions, pages } = await mainWalk(context);
      const { collection = '' } = questions[0] ?? {};
      // A page may lose its last entity wherever it is the last page.
      return [...questions, { collection, cursor: pages.flatMap(({ ids }) => ids).at(-1) ?? 0 }];
    },
  },
  'PLT-PAGE-5 platform.walk.full-last-page': {
    title: 'follow next to a last page that is exactly full',
    requests: 3,
    async questions({ collections }, context) {
      const main = mainOf(collections, 3);
      const limit = Math.max(1, Math.min(20, Math.floor((main.ids.length - 1) / 2)));
      const from = main.ids[main.ids.length - 2 * limit - 1] ?? 0;
      return (await walk(context, main, limit, from)).questions;
    },
  },
  'PLT-PAGE-5 platform.walk.collections': {
    title: 'follow next through the other collections, including empty and single-entity ones',
    requests: { least: 0, most: MOST_OF_OTHERS },
    take: { sharedRequests: MOST_OF_OTHERS },
    lacking: 'needs a second collection with an entity',
    async questions({ collections: [main, ...others] }, context) {
      const named = `platform.collections names ${platformOf(context.target).collections.length}`;
      const missing = `needs a second collection with pages, besides ${main?.name} (${named})`;
      if (others.length === 0) skip('configuration', missing);
      // Only a budget leaves one out.
      const isWhole = context.budget.requests >= MOST_OF_OTHERS;
      const wanted = isWhole ? others : context.budget.take(others, { each: 3 });
      if (wanted.length === 0) skip('budget', 'budget used up before another collection; raise --max-requests');
      const questions: Question[] = [];
      for (const other of wanted) {
        const limit = Math.max(1, Math.min(other.most, Math.ceil(other.ids.length / 2)));
        questions.push(...(await walk(context, other, limit)).questions);
      }
      return questions;
    },
  },
  'PLT-PAGE-9 platform.page.open': {
    title: 'limits and cursors that the document does not specify',
    requests: { least: 3, most: 9 },
    shows: 'results of unspecified limits and cursors',
    async cases(context) {
      const { name: collection, ids } = mainOf(await collectionsOf(context), 1);
      return {
        'a cursor past the end': { collection, cursor: (ids.at(-1) ?? 0) + 1000 },
        'limit=0': { collection, limit: 0 },
        'limit=-1': { collection, limit: '-1' },
        'limit=abc': { collection, limit: 'abc' },
        'cursor=-1': { collection, cursor: '-1', limit: 1 },
        'cursor=abc': { collection, cursor: 'abc', limit: 1 },
        'previous=abc': { collection, previous: 'abc', limit: 1 },
        'limit=1000000': { collection, limit: 1_000_000 },
        'previous of the last entity': { collection, previous: ids.at(-1), limit: 1 },
      };
    },
  },
  'PLT-AUTH-1 platform.auth.anonymous': {
    title: 'a request without the configured header',
    requests: 1,
    needs: ['platform.headers'],
    shows: 'response without authentication',
    async cases(context) {
      const { name: collection } = mainOf(await collectionsOf(context), 1);
      return { 'without the configured headers': { collection, anonymous: true } };
    },
    odd(answer, { target }) {
      const given = pageIn(answer, target)?.ids.length ?? 0;
      return given > 0 ? `gives ${given} entities` : broken(answer);
    },
  },
});
