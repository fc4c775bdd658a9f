import { afterEach, describe, expect, it } from 'vitest';
import { asking } from '../../../tests/reference/asking.js';
import type { Dialect } from '../dialect.js';
import { type Reference, startReference } from '../reference.js';
import { COLLECTIONS } from './collections.js';

interface Page {
  readonly Entities: { readonly id: number }[];
  readonly meta: {
    readonly cursor: { current: number; prev: number; next: number | null; count: number };
  };
}

const running: Reference[] = [];
afterEach(() => Promise.all(running.splice(0).map((reference) => reference.close())));

async function platform(dialect: Partial<Dialect> = {}) {
  const reference = await startReference({ dialect });
  running.push(reference);
  return asking(reference).platform;
}

const idsOf = (name: string): number[] => (COLLECTIONS.get(name) ?? []).map(({ id }) => id);

/**
 * Whether a page of at most 20 entities is the last page. If a server returns the last id as the
 * next cursor, a client cannot see from the cursor that the walk ends. Then a short page ends the
 * walk.
 */
const isLast = (ids: readonly number[], end: Dialect['end']): boolean =>
  ids.length === 0 || (end === 'last-id' && ids.length < 20);

/**
 * Walks through all pages of a collection and returns their ids. Each page must follow the page
 * before it.
 */
async function walk(
  get: Awaited<ReturnType<typeof platform>>,
  name: string,
  { next, end }: Pick<Dialect, 'next' | 'end'>,
): Promise<readonly number[]> {
  const seen: number[] = [];
  let cursor = 0;
  for (let pages = 0; pages < 10; pages += 1) {
    const page: Page = JSON.parse((await get(`${name}?limit=20&cursor=${cursor}`)).text);
    const ids = page.Entities.map(({ id }) => id);
    expect(page.meta.cursor).toMatchObject({ current: cursor, count: ids.length });
    expect(page.meta.cursor.prev).toBe(cursor === 0 ? 0 : seen.at(-1));
    seen.push(...ids);
    const following = page.meta.cursor.next ?? 0;
    if (following === 0 || isLast(ids, end)) break;
    cursor = next === 'last-of-page' ? following : following - 1;
  }
  return seen;
}

describe('the platform API', () => {
  const ends: Dialect['end'][] = ['zero', 'null', 'last-id', 'empty-page'];
  const readings: Dialect['next'][] = ['last-of-page', 'first-of-next'];

  it.each(readings.flatMap((next) => ends.map((end) => [next, end] as const)))(
    'returns all entities in a walk: next is %s, the end %s',
    async (next, end) => {
      const get = await platform({ next, end });
      for (const name of COLLECTIONS.keys())
        expect(await walk(get, name, { next, end })).toEqual(idsOf(name));
    },
  );

  it('returns 50 entities by default, and validates credentials and parameters', async () => {
    const get = await platform();
    const page: Page = JSON.parse((await get('projects')).text);
    expect(page.Entities).toHaveLength(50);
    expect((await get('projects', {})).status).toBe(401);
    expect((await get('projects', { 'X-Auth-Token': 'a:b' })).status).toBe(401);
    for (const query of ['limit=0', 'limit=x', 'cursor=-1', 'previous=1.5']) {
      expect((await get(`projects?${query}`)).status).toBe(400);
    }
    expect((await get('nothing')).status).toBe(404);
  });

  it('returns a page for any value of `previous`', async () => {
    const get = await platform();
    const [first = 0, second = 0, third = 0] = idsOf('projects');
    const prev = async (query: string): Promise<number> =>
      JSON.parse((await get(`projects?${query}`)).text).meta.cursor.prev;
    expect(await prev(`previous=${second}`)).toBe(0);
    expect(await prev(`cursor=${third}&previous=${first}`)).toBe(first);
    expect(await prev(`cursor=${third}&previous=99999`)).toBe(third);
  });
});
