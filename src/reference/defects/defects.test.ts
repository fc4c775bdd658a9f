import { describe, expect, it } from 'vitest';
import { type Asking, asking, type Reply } from '../asking.js';
import { startReference } from '../reference.js';
import { DEFECTS } from './index.js';

const withToken = (token: string) => (ask: Asking) => ask.products('?limit=1', { 'X-EA-Auth-Token': token });

/** For each defect a request that a healthy server answers differently. */
const PROBES: Readonly<Record<string, (ask: Asking) => Promise<Reply>>> = {
  'export.auth.missing-token-is-403': (ask) => ask.export('/sites/123/channels/456/destinations/789/products', {}),
  'export.auth.dot-allowed-in-token': withToken('a.b'),
  'export.auth.prefix-token-accepted': (ask) => withToken(`${ask.token['X-EA-Auth-Token']}x`)(ask),
  'export.auth.token-of-any-destination': withToken('Rf7_othr-8b1AF-m2Xw'),
};

describe('defects', () => {
  it('have ids of their own and say what they do', () => {
    expect(new Set(DEFECTS.map(({ id }) => id)).size).toBe(DEFECTS.length);
    expect(DEFECTS.filter(({ sentence }) => !/^[A-Z“‘].+\.$/.test(sentence))).toEqual([]);
    expect(Object.keys(PROBES).sort()).toEqual(DEFECTS.map(({ id }) => id).sort());
  });

  it.each(DEFECTS.map(({ id }) => id))('%s can be seen from outside', async (id) => {
    const answers: string[] = [];
    for (const defects of [[], [id]]) {
      const reference = await startReference({ defects, clock: () => 0 });
      const reply = await PROBES[id]?.(asking(reference));
      answers.push(JSON.stringify([reply?.status, reply?.text]));
      await reference.close();
    }
    expect(answers[0]).not.toBe(answers[1]);
  });
});
