import { expect, it } from 'vitest';
import { waitingTime } from './facts.js';

it('counts simultaneous waits once, so that the sum never exceeds the duration of the run', () => {
  expect(waitingTime([])).toBe(0);
  expect(
    waitingTime([
      { atMs: 1000, waitedMs: 1000 },
      { atMs: 2000, waitedMs: 2000 },
      { atMs: 1500, waitedMs: 500 },
      { atMs: 5000, waitedMs: 500 },
    ]),
  ).toBe(2500);
});
