import { expect, it } from 'vitest';
import { UsageError } from '../../target/index.js';
import { type Calendar, calendar, commonStart } from './common-start.js';

/** A clock that jumps to the end of each wait. */
function jumping(from: number): Calendar & { readonly waits: number[] } {
  const waits: number[] = [];
  let at = from;
  return {
    waits,
    now: () => at,
    wait: async (ms) => {
      waits.push(ms);
      at += ms;
    },
  };
}

it('opens connections three seconds before the start, and starts at it', async () => {
  const clock = jumping(1000);
  const start = commonStart(61_000, clock);
  await start.opening();
  expect(clock.now()).toBe(58_000);
  await start.start();
  expect(clock.now()).toBe(61_000);
});

it('opens at once where the start is near, and waits for what is left', async () => {
  const clock = jumping(60_000);
  const start = commonStart(61_000, clock);
  await start.opening();
  await start.start();
  expect(clock.waits).toEqual([1000]);
});

it('says by how much the start was missed', async () => {
  const start = commonStart(1000, jumping(3500));
  await start.opening();
  await expect(start.start()).rejects.toThrow(UsageError);
  await expect(start.start()).rejects.toThrow('passed 2500 ms before');
});

it('ends a wait at an interruption', async () => {
  const stop = new AbortController();
  const waiting = calendar.wait(3_600_000, stop.signal);
  stop.abort();
  await waiting;
  await calendar.wait(3_600_000, stop.signal);
});
