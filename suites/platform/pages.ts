import {
  type Check,
  type Context,
  describeAnswer,
  deviates,
  inconclusive,
  observed,
  skip,
  warns,
} from '../../src/harness/index.js';
import { check } from './check.js';
import { askPage, needPage, type Page, type PageQuery, pageIn, platformOf, readPage } from './page.js';
import { type Collection, collectionsOf, LARGE, mainCollection } from './survey.js';
import { judgeWalk, mainWalk, walk } from './walk.js';

/** Every page that was seen of the collections, their walk included where there is one. */
async function pagesSeen(context: Context): Promise<readonly Page[]> {
  const collections = await collectionsOf(context);
  const main = collections[0];
  const walked = main !== undefined && main.ids.length >= 2 ? (await mainWalk(context)).walked.pages : [];
  return [...collections.map(({ first }) => first), ...walked];
}

/** The ids after a cursor, at most so many. */
const after = ({ ids }: Collection, cursor: number, limit: number): readonly number[] =>
  ids.filter((id) => id > cursor).slice(0, limit);

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
const some = (ids: readonly number[]): string =>
  ids.length > 6 ? `${ids.slice(0, 5).join(', ')} … ${ids.at(-1)}` : ids.join(', ') || 'none';

export const pages: readonly Check[] = [
  check({
    id: 'platform.page.shape',
    clauses: ['PLT-PAGE-1'],
    title: 'a page has success, Entities and meta.cursor with integers',
    requests: 0,
    async run(context) {
      for (const collection of platformOf(context).collections) readPage(context, await askPage(context, collection));
      const seen = await pagesSeen(context);
      for (const page of seen) {
        if (page.cursor.next === null) warns('next 0 at the end', 'null', page.answer);
      }
      return `${seen.length} pages of ${platformOf(context).collections.join(', ')}`;
    },
  }),
  check({
    id: 'platform.page.count',
    clauses: ['PLT-PAGE-2'],
    title: 'count is the number of entities in the answer',
    requests: 0,
    async run(context) {
      const seen = await pagesSeen(context);
      for (const { ids, cursor, answer } of seen) {
        if (cursor.count !== ids.length) deviates(`count ${ids.length}`, String(cursor.count), answer);
      }
      if (seen.every(({ ids }) => ids.length === 0)) skip('data', 'needs a collection with an entity');
      return `right on ${seen.length} pages of ${[...new Set(seen.map(({ ids }) => ids.length))].join(', ')} entities`;
    },
  }),
  check({
    id: 'platform.page.limit',
    clauses: ['PLT-PAGE-3'],
    title: 'at most limit entities come back, 50 by default',
    requests: { least: 2, most: 3 },
    async run(context) {
      const main = await mainCollection(context, 2);
      const told: string[] = [];
      for (const limit of [1, 50, Math.max(2, main.ids.length - 1)].slice(0, context.allowance)) {
        const { ids, answer } = await needPage(context, main.name, { limit });
        if (ids.length > limit) deviates(`at most ${limit} entities`, String(ids.length), answer);
        if (ids.length === 0) deviates(`entities for limit=${limit}`, 'none', answer);
        if (limit === 50 && ids.length !== main.first.ids.length) {
          deviates(
            `as many entities by default as for limit=50 (${ids.length})`,
            String(main.first.ids.length),
            answer,
            main.first.answer,
          );
        }
        told.push(`${ids.length} for limit=${limit}`);
      }
      if (main.first.ids.length > 50)
        deviates('at most 50 entities by default', String(main.first.ids.length), main.first.answer);
      return `${told.join(', ')}, ${main.first.ids.length} by default`;
    },
  }),
  check({
    id: 'platform.page.cursor',
    clauses: ['PLT-PAGE-4'],
    title: 'cursor gives only entities with a greater id, 0 by default',
    requests: { least: 2, most: 4 },
    async run(context) {
      const main = await mainCollection(context, 2);
      const middle = main.ids[Math.floor(main.ids.length / 2) - 1] ?? 0;
      const gap = main.ids.find((id, index) => (main.ids[index + 1] ?? id + 1) > id + 1);
      const beforeLast = main.ids.at(-2) ?? 0;
      const cursors = [middle, 0, ...(gap === undefined ? [] : [gap + 1]), beforeLast].slice(0, context.allowance);
      for (const cursor of cursors) {
        const { ids, answer } = await needPage(context, main.name, { cursor, limit: 5 });
        const lower = ids.find((id) => id <= cursor);
        if (lower !== undefined) deviates(`ids greater than ${cursor}`, `id ${lower}`, answer);
        const wanted = after(main, cursor, ids.length);
        if (!sameIds(ids, wanted) || (ids.length === 0 && after(main, cursor, 1).length > 0)) {
          deviates(`the entities after ${cursor}: ${some(after(main, cursor, 5))}`, some(ids), answer);
        }
      }
      return `the entities after ${cursors.join(', ')}`;
    },
  }),
  check({
    id: 'platform.walk.complete',
    clauses: ['PLT-PAGE-5'],
    title: 'a walk from 0 meets every entity once, in ascending order, and ends',
    requests: 0,
    async run(context) {
      const { collection, walked } = await mainWalk(context);
      await settled(context, collection, walked.ids);
      return judgeWalk(walked, collection.ids, collection.complete);
    },
  }),
  check({
    id: 'platform.walk.full-last-page',
    clauses: ['PLT-PAGE-5'],
    title: 'a walk whose last page is exactly full ends as well',
    requests: 3,
    async run(context) {
      const main = await mainCollection(context, 3);
      const limit = Math.max(1, Math.min(20, Math.floor((main.ids.length - 1) / 2)));
      const from = main.ids[main.ids.length - 2 * limit - 1] ?? 0;
      return judgeWalk(
        await walk(context, main, limit, from),
        main.ids.filter((id) => id > from),
        main.complete,
      );
    },
  }),
  check({
    id: 'platform.walk.collections',
    clauses: ['PLT-PAGE-5'],
    title: 'the other collections are walked to their ends, empty and single ones too',
    requests: { least: 0, most: 8 },
    async run(context) {
      const [, ...others] = await collectionsOf(context);
      if (others.length === 0 || context.allowance === 0)
        return skip('configuration', 'needs a second collection in platform.collections');
      const told: string[] = [];
      let left = context.allowance;
      for (const other of others) {
        const limit = Math.max(1, Math.ceil(other.ids.length / 2));
        if (left < 3) break;
        left -= 3;
        judgeWalk(await walk(context, other, limit), other.ids, other.complete);
        told.push(`${other.ids.length} of ${other.name}`);
      }
      return told.length === 0
        ? skip('budget', 'no request is left for another collection; raise --max-requests')
        : told.join(', ');
    },
  }),
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
      for (const asked of [cursor, main.ids[Math.floor(main.ids.length / 2) - 1] ?? cursor]) {
        const page = await needPage(context, main.name, { cursor: asked, limit: 5 });
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
  check({
    id: 'platform.page.parameters',
    clauses: ['PLT-PAGE-11'],
    title: 'limit, cursor and previous are accepted, alone and together',
    requests: 2,
    async run(context) {
      const main = await mainCollection(context, 1);
      const id = main.ids[0] ?? 1;
      const questions: readonly PageQuery[] = [{ previous: id }, { limit: 2, cursor: id, previous: id }];
      for (const question of questions) readPage(context, await askPage(context, main.name, question));
      return 'each answered with a page';
    },
  }),
  check({
    id: 'platform.page.open',
    clauses: ['PLT-PAGE-9'],
    title: 'limits and cursors that the document leaves open',
    requests: { least: 3, most: 9 },
    async run(context) {
      const { name, ids } = await mainCollection(context, 1);
      const cases: readonly (readonly [string, PageQuery])[] = [
        ['a cursor past the end', { cursor: (ids.at(-1) ?? 0) + 1000 }],
        ['limit=0', { limit: 0 }],
        ['limit=-1', { limit: -1 }],
        ['limit=abc', { limit: 'abc' }],
        ['cursor=-1', { cursor: -1, limit: 1 }],
        ['cursor=abc', { cursor: 'abc', limit: 1 }],
        ['previous=abc', { previous: 'abc', limit: 1 }],
        ['limit=1000000', { limit: 1_000_000 }],
        ['previous of the last entity', { previous: ids.at(-1), limit: 1 }],
      ];
      const rows = [];
      let warning: string | undefined;
      for (const [question, query] of cases.slice(0, context.allowance)) {
        const answer = await askPage(context, name, query);
        const page = pageIn(context, answer);
        rows.push({
          question,
          answer:
            page === undefined
              ? describeAnswer(answer)
              : `200, ${page.ids.length} entities, ${JSON.stringify(page.cursor)}`,
        });
        if (answer.status >= 500) warning = `${question} answers ${answer.status}`;
      }
      return observed('what odd limits and cursors give', rows, warning);
    },
  }),
  check({
    id: 'platform.page.methods',
    clauses: ['PLT-PAGE-10'],
    title: 'other methods than GET do not answer a page',
    requests: 2,
    permission: 'unsafeMethods',
    async run(context) {
      const { name } = await mainCollection(context, 1);
      for (const method of ['POST', 'DELETE']) {
        const answer = await askPage(context, name, {}, { method });
        if (pageIn(context, answer) !== undefined) deviates(`no page for ${method}`, describeAnswer(answer), answer);
      }
      return 'POST and DELETE answer no page';
    },
  }),
  check({
    id: 'platform.auth.anonymous',
    clauses: ['PLT-AUTH-1'],
    title: 'what a request without the configured header is answered',
    requests: 1,
    needs: ['platform.headers'],
    async run(context) {
      const { name } = await mainCollection(context, 1);
      const answer = await askPage(context, name, {}, { anonymous: true });
      const given = pageIn(context, answer)?.ids.length ?? 0;
      const rows = [
        { question: `without ${Object.keys(platformOf(context).headers).join(', ')}`, answer: describeAnswer(answer) },
      ];
      const warning =
        given > 0
          ? `${given} entities come back without authentication`
          : answer.status >= 500
            ? `answers ${answer.status}`
            : undefined;
      return observed('what an anonymous request is answered', rows, warning);
    },
  }),
];

/** Where a walk and the large page differ the large page is read again: entities that came or went prove nothing. */
async function settled(
  context: Context,
  { name, ids, complete }: Collection,
  walked: readonly number[],
): Promise<void> {
  if (!complete || sameIds(ids, walked)) return;
  const again = await needPage(context, name, ids.length < 50 ? {} : { limit: LARGE }, { fresh: true });
  if (!sameIds(again.ids, ids)) inconclusive('entities came or went during the walk; run again while they stand still');
}
