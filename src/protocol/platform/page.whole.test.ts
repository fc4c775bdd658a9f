import { describe, expect, it } from 'vitest';
import type { VerdictEvent } from '../../ledger/index.js';
import { jsonOf } from '../../reference/defects/change.js';
import { isObject } from '../../reference/defects/export/body.js';
import type { ReferenceOptions } from '../../reference/index.js';
import { trial } from '../../selftest/trial.js';

/** Each list under the name of its collection, as the vendor's public pages show it. */
const named: ReferenceOptions = {
  behaviour: jsonOf('platform', (body, _, { path }) => {
    if (!isObject(body) || !('Entities' in body)) return undefined;
    const { Entities, ...rest } = body;
    const name = path.split('/').at(-1) ?? '';
    return { ...rest, [`${name.charAt(0).toUpperCase()}${name.slice(1)}`]: Entities };
  }),
};

const judged = async (options: ReferenceOptions): Promise<readonly VerdictEvent[]> =>
  trial(options, { wanted: ({ interface: name }) => name === 'platform' });

const failed = (verdicts: readonly VerdictEvent[]): readonly string[] =>
  verdicts.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check);

describe('a page whose types are not as PLT-PAGE-1 says', () => {
  it.each([
    ['lists named after their collection', named, /Projects/],
    ['text in meta.cursor', { defects: ['platform.ids-as-text'] }, /text "0"/],
    ['meta without cursor', { defects: ['platform.cursor-flattened'] }, /none/],
    ['success as text', { defects: ['platform.success-as-text'] }, /"true"/],
  ] as const)(
    'fails the checks of that clause alone for %s, and every other check is judged',
    async (_, options, words) => {
      const verdicts = await judged(options);
      expect([...failed(verdicts)].sort()).toEqual([
        'platform.page.real-clients',
        'platform.page.shape',
      ]);
      expect(verdicts.find(({ check }) => check === 'platform.page.shape')?.actual).toMatch(words);
      expect(
        verdicts.filter(({ verdict }) => verdict === 'skipped').map(({ check }) => check),
      ).toEqual([]);
    },
    60_000,
  );

  it('is tested with the array of entities that was learned', async () => {
    const verdicts = await judged({ ...named, defects: ['platform.one-entity-too-many'] });
    expect(failed(verdicts)).toContain('platform.page.limit');
  }, 60_000);
});
