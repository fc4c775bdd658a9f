import { type Context, deviates, skip } from '../../src/harness/suite.js';
import { ask, pageIn, platformOf } from './ask.js';
import { collectionsOf, mainOf } from './collections.js';
import { check, type PlatformCheck } from './pages.js';
import { judgeWalk, mainWalk, type Walk, walk } from './walk.js';

/** Requests for the other collections where a budget limits them. */
const MOST_OF_OTHERS = 8;

/** A walk from page to page sees every entity once. */
export const walks: readonly PlatformCheck[] = [
  check({
    id: 'platform.walk.complete',
    clauses: ['PLT-PAGE-5'],
    title: 'follow next from cursor 0 through the largest collection',
    requests: { least: 0, most: 1 },
    async run(context) {
      const walked = await mainWalk(context);
      const witness = judgeWalk(walked);
      for (const whole of context.budget.take(walked.endless ? [] : [walked])) await nothingAfter(context, whole);
      return witness;
    },
  }),
  check({
    id: 'platform.walk.full-last-page',
    clauses: ['PLT-PAGE-5'],
    title: 'follow next to a last page that is exactly full',
    requests: 3,
    async run(context) {
      const main = mainOf(await collectionsOf(context), 3);
      const limit = Math.max(1, Math.min(20, Math.floor((main.ids.length - 1) / 2)));
      const from = main.ids[main.ids.length - 2 * limit - 1] ?? 0;
      return judgeWalk(await walk(context, main, limit, from));
    },
  }),
  check({
    id: 'platform.walk.collections',
    clauses: ['PLT-PAGE-5'],
    title: 'follow next through the other collections, including empty and single-entity ones',
    requests: { least: 0, most: MOST_OF_OTHERS },
    async run(context) {
      const [main, ...others] = await collectionsOf(context);
      if (others.length === 0)
        return skip(
          'configuration',
          `needs a second collection with pages, besides ${main?.name} (platform.collections names ${platformOf(context.target).collections.length})`,
        );
      const told: string[] = [];
      let spent = 0;
      for (const other of others) {
        const limit = Math.max(1, Math.min(other.most, Math.ceil(other.ids.length / 2)));
        const pages = Math.ceil(other.ids.length / limit) + 1;
        // Only a budget leaves one out.
        const least = context.budget.requests < MOST_OF_OTHERS ? 0 : 1;
        if (context.budget.take([other], { least, besides: spent + pages - 1 }).length === 0) continue;
        spent += pages;
        judgeWalk(await walk(context, other, limit));
        told.push(`${other.ids.length} of ${other.name}`);
      }
      return told.length === 0
        ? skip('budget', 'budget used up before another collection; raise --max-requests')
        : told.join(', ');
    },
  }),
];

/** Past the entity that a walk ended with there is none: a page may lose its last one wherever it is the last page. */
async function nothingAfter(context: Context, { collection, pages }: Walk): Promise<void> {
  const last = pages.flatMap(({ ids }) => ids).at(-1) ?? 0;
  const answer = await ask(context, { collection: collection.name, cursor: last });
  const beyond = pageIn(answer, context.target)?.ids.find((id) => id > last);
  if (beyond === undefined) return;
  const shown = pages.findLast((page) => page.ids.length > 0)?.answer;
  deviates(
    `a walk that ends with entity ${beyond}, which follows ${last}`,
    `an end at ${last}`,
    ...(shown === undefined ? [] : [shown]),
    answer,
  );
}
