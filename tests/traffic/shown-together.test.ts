import { describe, expect, it } from 'vitest';
import type { HarEntry } from '../../src/formats/har.js';
import { failuresIn, judgedAsOthers } from './judged.js';

const baseUrl = 'http://127.0.0.1:9/api';
const target = { export: { baseUrl } };

/** A list of products, the price of each, and what is asked of it. */
type Seen = readonly [query: string, ids: readonly number[], price?: number, total?: number];

/** Pages of the v2 route in the JSON:API format, one each 100 ms or as told. */
const recorded = (seen: readonly Seen[], apartMs = 100): readonly HarEntry[] =>
  seen.map(([query, ids, price = 5, total = 40], place) => {
    const asked = new URLSearchParams(query);
    const data = ids.map((id) => ({ id, name: `Chair ${id}`, price }));
    const meta = {
      limit: Number(asked.get('limit') ?? 100),
      offset: Number(asked.get('offset') ?? 0),
      total,
    };
    return {
      method: 'GET',
      url: `${baseUrl}/sites/1/channels/2/destinations/3/products?${query}`,
      headers: [
        ['Accept', 'application/vnd.api+json'],
        ['X-EA-Auth-Token', 'Rf7_main-4c0DE-k9Zq'],
      ],
      at: Date.UTC(2026, 0, 1) + place * apartMs,
      durationMs: 20,
      response: {
        status: 200,
        headers: [['Content-Type', 'application/vnd.api+json']],
        body: Buffer.from(JSON.stringify({ data, meta })),
      },
      own: {},
    };
  });

const clauses = async (seen: readonly Seen[], apartMs?: number): Promise<readonly string[]> =>
  failuresIn(await judgedAsOthers(recorded(seen, apartMs), target)).map(
    (line) => line.split(':')[0] ?? '',
  );

const FIRST: Seen = ['limit=2&orderBy=id', [1, 2]];
const OVERLAPPING: Seen = ['limit=2&offset=2&orderBy=id', [2, 3]];
const TURNED: Seen = ['limit=2&orderBy=id', [1, 3]];

describe('pages that somebody else requested', () => {
  it('violate a clause where each was seen while the other did not change', async () => {
    expect(await clauses([FIRST, OVERLAPPING, FIRST, OVERLAPPING])).toEqual(['EXP-LIST-8']);
    expect(await clauses([FIRST, TURNED, FIRST, TURNED])).toEqual(['EXP-LIST-11']);
  });

  it('do not where the data may have changed meanwhile', async () => {
    expect(await clauses([FIRST, OVERLAPPING])).toEqual([]);
    expect(await clauses([FIRST, FIRST, OVERLAPPING, OVERLAPPING])).toEqual([]);
    expect(await clauses([FIRST, OVERLAPPING, FIRST])).toEqual([]);
    expect(await clauses([FIRST, OVERLAPPING, FIRST, OVERLAPPING], 70_000)).toEqual([]);
  });

  it('do not by values that change and change back', async () => {
    const dearer: Seen = [FIRST[0], FIRST[1], 6];
    expect(await clauses([FIRST, dearer, FIRST, dearer])).toEqual([]);
  });

  it('do not without an order', async () => {
    const other: Seen = ['limit=2', [7, 8]];
    expect(await clauses([['limit=2', [1, 2]], other, ['limit=2', [1, 2]], other])).toEqual([]);
  });
});
