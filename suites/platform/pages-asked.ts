import { type Check, type Context, deviates, expectJson, expectStatus, skip, warns } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { check } from './check.js';
import { askPage, faultsIn, needPage, type Page, pageIn, platformOf, readPage, sameIds } from './page.js';
import type { ShapeFault } from './read-page.js';
import { type Collection, collectionsOf, mainCollection } from './survey.js';
import { mainWalk } from './walk.js';

/** Every page that was seen of the collections, their walk included where there is one. */
async function pagesSeen(context: Context): Promise<readonly Page[]> {
  const collections = await collectionsOf(context);
  const main = collections[0];
  const walked = main !== undefined && main.ids.length >= 2 ? (await mainWalk(context)).walked.pages : [];
  return [...collections.map(({ first }) => first), ...walked];
}

/** Answers 200 that came where a page was due and are none. */
async function brokenPages(context: Context): Promise<readonly Answer[]> {
  const collections = await collectionsOf(context);
  const walked = (collections[0]?.ids.length ?? 0) >= 2 ? (await mainWalk(context)).walked : undefined;
  return [...collections.map(({ broken }) => broken), walked?.broken].filter(
    (answer): answer is Answer => answer?.status === 200,
  );
}

/** The ids after a cursor, at most so many. */
const after = ({ ids }: Collection, cursor: number, limit: number): readonly number[] =>
  ids.filter((id) => id > cursor).slice(0, limit);

/** How the entities are written, for the dialect. */
function learnWriting(context: Context, answers: readonly Answer[]): void {
  const pages = answers.flatMap((answer) => pageIn(context, answer) ?? []);
  const [entities] = pages.map((page) => page.entities);
  const [ids] = pages.flatMap(({ idType }) => idType ?? []);
  const [wrapper] = pages.flatMap((page) => page.wrapper ?? []);
  context.facts.recordDialect({
    ...(entities === undefined ? {} : { entities }),
    ...(ids === undefined ? {} : { ids }),
    ...(wrapper === undefined ? {} : { wrapper }),
  });
}

const some = (ids: readonly number[]): string =>
  ids.length > 6 ? `${ids.slice(0, 5).join(', ')} … ${ids.at(-1)}` : ids.join(', ') || 'none';

/** A page holds what was asked for. */
export const pagesAsked: readonly Check[] = [
  // PLT-PAGE-1: a page has `success` boolean, `Entities` array of objects, `meta.cursor` with integers `current`,
  // `prev`, `next`, `count`
  check({
    id: 'platform.page.shape',
    clauses: ['PLT-PAGE-1'],
    title: 'a page has success, Entities and meta.cursor with integers',
    requests: 0,
    async run(context) {
      const { dialect, collections } = platformOf(context);
      const firsts: Answer[] = [];
      const faults = new Map<string, ShapeFault & { readonly answer: Answer }>();
      for (const collection of collections) {
        const answer = await askPage(context, collection);
        expectStatus(answer, 200);
        expectJson(answer);
        firsts.push(answer);
        for (const fault of faultsIn(context, answer)) {
          const known = faults.get(fault.expected) ?? { ...fault, answer };
          faults.set(fault.expected, known);
        }
      }
      learnWriting(context, firsts);
      if (faults.size > 0) {
        const told = [...faults.values()];
        deviates(
          told.map(({ expected }) => expected).join(', '),
          told.map(({ actual }) => actual).join(', '),
          ...new Set(told.map(({ answer }) => answer)),
        );
      }
      for (const answer of firsts) {
        const wrapper = pageIn(context, answer)?.wrapper;
        if (wrapper !== undefined) warns('entities with their id', `entities wrapped in ${wrapper}`, answer);
      }
      const seen = await pagesSeen(context);
      for (const broken of await brokenPages(context)) readPage(context, broken);
      for (const page of seen) {
        if (page.cursor.next === null) warns('next 0 at the end', 'null', page.answer);
      }
      return `${seen.length} pages of ${collections.join(', ')}${dialect.entities === undefined ? '' : `, entities in ${dialect.entities}`}`;
    },
  }),
  // PLT-PAGE-2: `count` is the number of entities in the answer
  check({
    id: 'platform.page.count',
    clauses: ['PLT-PAGE-2'],
    title: 'count is the number of entities in the answer',
    requests: 0,
    async run(context) {
      const seen = await pagesSeen(context);
      for (const { ids, cursor, answer } of seen) {
        if (cursor.count !== null && cursor.count !== ids.length)
          deviates(`count ${ids.length}`, String(cursor.count), answer);
      }
      if (seen.every(({ ids }) => ids.length === 0)) skip('data', 'needs a collection with an entity');
      return `right on ${seen.length} pages of ${[...new Set(seen.map(({ ids }) => ids.length))].join(', ')} entities`;
    },
  }),
  // PLT-PAGE-3: at most `limit` entities; default 50
  check({
    id: 'platform.page.limit',
    clauses: ['PLT-PAGE-3'],
    title: 'at most limit entities come back, 50 by default',
    requests: { least: 2, most: 3 },
    async run(context) {
      const main = await mainCollection(context, 2);
      const told: string[] = [];
      const limits = [1, 50, Math.max(2, Math.min(main.most, main.ids.length - 1))];
      for (const limit of context.budget.take(limits)) {
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
  // PLT-PAGE-4: `cursor=c` gives only entities with an id greater than c; default 0
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
      const cursors = context.budget.take([middle, 0, ...(gap === undefined ? [] : [gap + 1]), beforeLast]);
      for (const cursor of cursors) {
        const { ids, answer } = await needPage(context, main.name, { cursor, limit: 5 });
        const lower = ids.find((id) => id <= cursor);
        if (lower !== undefined) deviates(`ids greater than ${cursor}`, `id ${lower}`, answer);
        // What has come since the survey is none of what it found.
        const found = main.complete ? ids.filter((id) => id <= (main.ids.at(-1) ?? 0)) : ids;
        const wanted = after(main, cursor, found.length);
        if (!main.complete && wanted.length < 5) continue;
        if (!sameIds(found, wanted) || (found.length === 0 && after(main, cursor, 1).length > 0)) {
          deviates(`the entities after ${cursor}: ${some(after(main, cursor, 5))}`, some(ids), answer);
        }
      }
      return `the entities after ${cursors.join(', ')}`;
    },
  }),
];
