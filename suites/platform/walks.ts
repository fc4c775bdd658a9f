import { skip } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { platformOf } from './ask.js';
import { mainOf } from './collections.js';
import { checks } from './exchange.js';
import { mainWalk, walk } from './walk.js';

/** Requests for the other collections where a budget limits them. */
const MOST_OF_OTHERS = 8;

/** A walk from page to page sees every entity once. */
export const walks = checks({
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
    take: { besides: -MOST_OF_OTHERS },
    lacking: 'needs a second collection with an entity',
    async questions({ collections: [main, ...others] }, context) {
      if (others.length === 0)
        skip(
          'configuration',
          `needs a second collection with pages, besides ${main?.name} (platform.collections names ${platformOf(context.target).collections.length})`,
        );
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
});
