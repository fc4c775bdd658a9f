import { describe, expect, it } from 'vitest';
import { IMPOSTORS } from './index.js';

const v2 = '/sites/123/channels/456/destinations/789/products';

describe('impostors', () => {
  it('have ids of their own and say what they do', () => {
    expect(new Set(IMPOSTORS.map(({ id }) => id)).size).toBe(IMPOSTORS.length);
    expect(IMPOSTORS.filter(({ sentence }) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
  });

  it.each(IMPOSTORS)('$id starts, answers as it says, and closes', async ({ id, start }) => {
    const { target, close } = await start();
    try {
      const answers = fetch(`${target.export?.baseUrl}${v2}?offset=100`, {
        headers: { 'X-EA-Auth-Token': target.export?.destination?.token ?? '' },
        signal: AbortSignal.timeout(id === 'never-answers' ? 100 : 5000),
      });
      if (id === 'never-answers') await expect(answers).rejects.toThrow();
      else expect((await answers).status).toBeGreaterThanOrEqual(200);
    } finally {
      await close();
    }
  });
});
