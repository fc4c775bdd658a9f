import { describe, expect, it } from 'vitest';
import { asking, JSON_API } from '../../../tests/reference/asking.js';
import { startReference } from '../reference.js';
import { VARIANTS, variant } from './index.js';

describe('variants', () => {
  it('have unique ids and a sentence', () => {
    expect(new Set(VARIANTS.map(({ id }) => id)).size).toBe(VARIANTS.length);
    expect(VARIANTS.length).toBeGreaterThanOrEqual(36);
    expect(VARIANTS.filter(({ sentence }) => !/^[A-Z“‘`].+\.$/.test(sentence))).toEqual([]);
    expect(() => variant('dialect.none')).toThrow(RangeError);
  });

  const quick = VARIANTS.filter(({ large }) => large !== true);
  it.each(quick.map(({ id }) => id))(
    '%s returns a correct first page on every interface',
    async (id) => {
      const reference = await startReference(variant(id).options);
      const { length } = reference.records;
      try {
        const ask = asking(reference);
        const list = await ask.products('', JSON_API);
        if (length === 0) expect([200, 404]).toContain(list.status);
        else
          expect(JSON.parse(list.text)).toMatchObject({
            meta: { total: length, limit: 100, offset: 0 },
          });
        const legacy = JSON.parse((await ask.products('', { Accept: 'application/json' })).text);
        if (length > 0) expect(legacy).toHaveLength(Math.min(100, length));

        const page = JSON.parse((await ask.platform('projects?limit=3')).text);
        expect(page).toMatchObject({
          success: true,
          meta: { cursor: { current: 0, prev: 0, count: 3 } },
        });
        expect(page.Entities).toHaveLength(3);

        const { id: client_id = '', secret: client_secret = '' } =
          reference.target.templates?.client ?? {};
        const issued = await ask.tokenRequest({
          grant_type: 'client_credentials',
          client_id,
          client_secret,
        });
        const templates = await ask.templates(`Bearer ${JSON.parse(issued.text).access_token}`);
        expect([templates.status, templates.text]).toEqual([
          200,
          expect.stringContaining('Marketplace'),
        ]);
        expect(JSON.parse((await ask.handover({}, '')).text)).toEqual(
          expect.objectContaining({ message: expect.any(String) }),
        );
        expect(reference.faults).toEqual([]);
      } finally {
        await reference.close();
      }
    },
  );
});
