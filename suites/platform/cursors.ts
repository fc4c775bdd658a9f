import { type Check, deviates, skip, warns } from '../../src/harness/index.js';
import { check } from './check.js';
import { needPage, type Page, platformOf } from './page.js';
import { mainCollection } from './survey.js';
import { mainWalk, nextCursor } from './walk.js';
import { wrongPrev } from './wrong-prev.js';

/** What meta.cursor says. */
export const cursors: readonly Check[] = [
  // PLT-PAGE-6: `next` leads to the page after this one
  check({
    id: 'platform.page.next',
    clauses: ['PLT-PAGE-6'],
    title: 'next leads to the page after this one, in one reading on every page',
    requests: 0,
    async run(context) {
      const { collection, walked } = await mainWalk(context);
      const { reading } = walked;
      let told = 0;
      for (const { ids, cursor, answer } of walked.pages) {
        const last = ids.at(-1);
        const following = last === undefined ? undefined : collection.ids.find((id) => id > last);
        if (last === undefined || following === undefined) continue;
        const wanted = reading === 'last-of-page' ? last : following;
        // What is no number is the fault of PLT-PAGE-1, but null says that nothing follows.
        if (cursor.next !== wanted) {
          const readings =
            told === 0
              ? `${last}, the last id of this page, or ${following}, the first of the next`
              : `${wanted}, read as on the first page`;
          deviates(`next ${readings}`, String(cursor.next), answer);
        }
        told += 1;
      }
      if (told === 0) skip('data', 'needs a collection of more than one page');
      return `the ${reading === 'last-of-page' ? 'last id of the page' : 'first id of the next page'} on ${told} pages`;
    },
  }),
  // PLT-PAGE-7: `current` is the cursor that was asked for
  check({
    id: 'platform.page.current',
    clauses: ['PLT-PAGE-7'],
    title: 'current is the cursor that was asked for',
    requests: 1,
    async run(context) {
      const main = await mainCollection(context, 2);
      const cursor = main.ids[0] ?? 0;
      if (main.first.cursor.current !== null && main.first.cursor.current !== 0)
        deviates('current 0 on the first page', String(main.first.cursor.current), main.first.answer);
      const middle = main.ids[Math.floor(main.ids.length / 2) - 1] ?? cursor;
      for (const [asked, query] of [
        [cursor, { cursor }],
        [middle, { cursor: middle, limit: 5 }],
      ] as const) {
        const page = await needPage(context, main.name, query);
        if (page.cursor.current !== null && page.cursor.current !== asked)
          deviates(`current ${asked}`, String(page.cursor.current), page.answer);
      }
      return `0 on the first page, ${cursor} for cursor=${cursor}`;
    },
  }),
  // PLT-PAGE-8: `prev` is 0 or an id that precedes this page; where `previous=p` was sent it may be p
  check({
    id: 'platform.page.prev',
    clauses: ['PLT-PAGE-8'],
    title: 'prev is 0 or an id that precedes the page',
    requests: 0,
    async run(context) {
      const { collection, walked } = await mainWalk(context);
      const [first, ...later] = walked.pages;
      const full = later.filter(({ ids }) => ids.length > 0);
      if (first === undefined || full.length === 0) return skip('data', 'needs a collection of more than one page');
      let before = walked.from;
      for (const page of walked.pages) {
        const wrong = wrongPrev(page, { cursor: before });
        if (wrong !== undefined) deviates(wrong.expected, wrong.actual, page.answer);
        const { prev } = page.cursor;
        const known = prev === null || prev === 0 || prev === before || collection.ids.includes(prev);
        if (collection.complete && !known)
          warns(`prev the id of an entity before ${page.ids[0]}`, String(prev), page.answer);
        before = nextCursor(page, walked.reading) ?? before;
      }
      const reading = platformOf(context).dialect.prev ?? prevReading(full);
      if (reading !== undefined) context.facts.recordDialect({ prev: reading });
      return `${first.cursor.prev}, then ${full.map(({ cursor }) => cursor.prev).join(', ')}`;
    },
  }),
];

/** Without `previous` an echo is 0 on every page; who names the id before a page does so at least on the last ones. */
const prevReading = (pages: readonly Page[]): 'echo' | 'before-page' | undefined => {
  const last = pages.at(-1)?.cursor.prev;
  if (last === null || last === undefined) return undefined;
  return last === 0 ? 'echo' : 'before-page';
};
