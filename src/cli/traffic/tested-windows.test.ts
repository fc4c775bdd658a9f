import { expect, it } from 'vitest';
import { targetFrom } from '../../settings/index.js';
import type { Entry } from '../../traffic/index.js';
import { TestedWindows } from './tested-windows.js';

const target = targetFrom({ export: { baseUrl: 'https://export.test' } });

const exchangeOf = (id: number, bytes: number) => {
  const answer = { status: 200, headers: [], body: Buffer.alloc(bytes) };
  const whole = { id, interface: 'export', at: id, durationMs: 1, method: 'GET', answer } as const;
  const entry: Entry = { ...whole, url: 'https://export.test/', headers: [] };
  return { whole: entry, tested: entry };
};

/** The ids of the exchanges of each window that is tested, and of the exchanges that are kept. */
async function windowsOf(bodySizes: readonly number[]) {
  const windows: (readonly number[])[] = [];
  const tester = {
    test: async (entries: readonly Entry[]) => {
      windows.push(entries.map(({ id }) => id));
      return { tested: new Map<string, number>(), violations: new Map<string, string>() };
    },
  };
  const tested = new TestedWindows(tester, target, { isWhole: false, print: () => undefined });
  for (const [id, bytes] of bodySizes.entries()) await tested.add(exchangeOf(id, bytes));
  await tested.end(new AbortController().signal);
  return { windows, kept: tested.kept.map(({ whole }) => whole.id) };
}

const sizesOf = async (bodySizes: readonly number[]): Promise<readonly number[]> => {
  const { windows } = await windowsOf(bodySizes);
  expect(windows.flat()).toEqual([...bodySizes.keys()]);
  return windows.map(({ length }) => length);
};

const MEGABYTE = 1024 * 1024;
const bodies = (count: number, bytes: number): readonly number[] =>
  Array.from({ length: count }, () => bytes);

it('keeps a small recording as a whole, and tests no window', async () => {
  const { windows, kept } = await windowsOf(bodies(1000, 10));
  expect(windows).toEqual([]);
  expect(kept).toHaveLength(1000);
});

it('divides a recording of many exchanges into windows of 250', async () => {
  expect(await sizesOf(bodies(2100, 10))).toEqual([250, 250, 250, 250, 250, 250, 250, 250, 100]);
});

it('divides a recording with large bodies by their size, also at its beginning', async () => {
  expect(await sizesOf(bodies(20, MEGABYTE))).toEqual(bodies(10, 2));
  expect(await sizesOf([...bodies(600, 1), ...bodies(3, 4 * MEGABYTE)])).toEqual([
    250, 250, 101, 1, 1,
  ]);
});
