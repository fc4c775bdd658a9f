import { type Check, deviates, skip, warns } from '../../src/harness/index.js';
import { check } from './check.js';
import { needPage } from './page.js';
import { mainCollection } from './survey.js';
import { mainWalk } from './walk.js';

/** What meta.cursor says. */
export const cursors: readonly Check[] = [
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
  check({
    id: 'platform.page.current',
    clauses: ['PLT-PAGE-7'],
    title: 'current is the cursor that was asked for',
    requests: 1,
    async run(context) {
      const main = await mainCollection(context, 2);
      const cursor = main.ids[0] ?? 0;
      if (main.first.cursor.current !== 0)
        deviates('current 0 on the first page', String(main.first.cursor.current), main.first.answer);
      const middle = main.ids[Math.floor(main.ids.length / 2) - 1] ?? cursor;
      for (const [asked, query] of [
        [cursor, { cursor }],
        [middle, { cursor: middle, limit: 5 }],
      ] as const) {
        const page = await needPage(context, main.name, query);
        if (page.cursor.current !== asked) deviates(`current ${asked}`, String(page.cursor.current), page.answer);
      }
      return `0 on the first page, ${cursor} for cursor=${cursor}`;
    },
  }),
  check({
    id: 'platform.page.prev',
    clauses: ['PLT-PAGE-8'],
    title: 'prev is 0 on the first page, later an id that precedes the page',
    requests: 0,
    async run(context) {
      const { collection, walked } = await mainWalk(context);
      const [first, ...later] = walked.pages;
      if (first !== undefined && first.cursor.prev !== 0)
        deviates('prev 0 on the first page', String(first.cursor.prev), first.answer);
      const full = later.filter(({ ids }) => ids.length > 0);
      if (full.length === 0) skip('data', 'needs a collection of more than one page');
      for (const { ids, cursor, answer } of full) {
        const start = ids[0] ?? 0;
        if (cursor.prev <= 0 || cursor.prev >= start)
          deviates(`prev an id below ${start}`, String(cursor.prev), answer);
        if (collection.complete && !collection.ids.includes(cursor.prev))
          warns(`prev the id of an entity before ${start}`, String(cursor.prev), answer);
      }
      return `0, then ${full.map(({ cursor }) => cursor.prev).join(', ')}`;
    },
  }),
];
