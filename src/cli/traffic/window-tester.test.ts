import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { targetFrom } from '../../settings/index.js';
import { WindowTester } from './window-tester.js';

const target = targetFrom({ export: { baseUrl: 'https://export.test' } });
const NONE: ReadonlySet<string> = new Set();

/** A thread that runs this code for each message, instead of testing exchanges. */
const threadOf = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      let count = 0;
      parentPort.on('message', () => { count += 1; ${code} });
    `)}`,
  );
const COUNTING =
  "parentPort.postMessage({ review: { tested: new Map([['thread', count]]), violations: new Map() } });";

let tester: WindowTester | undefined;
afterEach(() => tester?.close());

const countsOf = async (some: WindowTester, windows: number) => {
  const reviews = Array.from({ length: windows }, () => some.test([], target, NONE));
  return (await Promise.all(reviews)).map(({ tested }) => tested.get('thread'));
};

describe.skipIf(availableParallelism() < 2)('with a second thread', () => {
  it('tests three windows in the second thread, in order, and the others in this thread', async () => {
    tester = new WindowTester(threadOf(COUNTING));
    expect(await countsOf(tester, 5)).toEqual([1, 2, 3, undefined, undefined]);
    expect(await countsOf(tester, 1)).toEqual([4]);
  });

  it('rejects with an error of the thread', async () => {
    tester = new WindowTester(threadOf("parentPort.postMessage({ error: new Error('broken') });"));
    await expect(tester.test([], target, NONE)).rejects.toThrow('broken');
  });

  it('rejects if the thread ends, and tests later windows in this thread', async () => {
    tester = new WindowTester(threadOf("throw new Error('ended');"));
    await expect(tester.test([], target, NONE)).rejects.toThrow('ended');
    expect(await countsOf(tester, 1)).toEqual([undefined]);
  });
});

it('tests every window in this thread without a module', async () => {
  tester = new WindowTester(undefined);
  expect(await countsOf(tester, 2)).toEqual([undefined, undefined]);
});
