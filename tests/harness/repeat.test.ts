import { expect, it } from 'vitest';
import { gateOf } from '../../src/report/gate.js';
import { type Change, judgeChanged, only } from '../gate/changed.js';

const PLATFORM = { wanted: only('platform'), recordExchanges: false };

/** Says `count: 1` too much on a page of a collection. */
const wrongCount = (isWrong: () => boolean): Change => {
  return ({ url }, { body }) =>
    url.includes('/platform/v2/') && isWrong()
      ? {
          body: body.replace(/"count":(\d+)/, (_, count: string) => `"count":${Number(count) + 1}`),
        }
      : undefined;
};

it('a fault of each response was seen 2 of 2 times', async () => {
  const { report } = await judgeChanged(
    wrongCount(() => true),
    PLATFORM,
  );
  const failed = report.checks.find(({ clauses }) => clauses[0] === 'PLT-PAGE-2');
  expect(failed).toMatchObject({ verdict: 'failed', seen: { times: 2, of: 2 } });
  expect(report.unstable).toBe(false);
});

it('a fault of a single response is a failure of an unstable target, seen 1 of 2 times', async () => {
  let left = 1;
  const once = (): boolean => {
    left -= 1;
    return left === 0;
  };
  const { report } = await judgeChanged(wrongCount(once), PLATFORM);
  const failed = report.checks.filter(({ verdict }) => verdict === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.every(({ seen }) => seen?.times === 1 && seen.of === 2)).toBe(true);
  expect(report.unstable).toBe(true);
  const { messages } = gateOf({ ...report, strict: true });
  expect(messages.at(-1)).toMatch(/unstable, \d+ checks? did not fail each time \(--strict\)/);
});
