import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { virtualClock } from '../../selftest/virtual-clock.js';
import { Changes } from './changes.js';

it('waits until no change is reported, also if the same file is reported again', async () => {
  const clock = virtualClock(0);
  let sleeps = 0;
  const changes = new Changes({
    ...clock,
    async sleep() {
      sleeps += 1;
      if (sleeps < 4) changes.report('server.ts');
    },
  });
  const { signal } = new AbortController();
  const next = changes.next(signal);
  changes.report('server.ts');
  expect(await next).toBe('server.ts');
  expect(sleeps).toBe(4);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('ends when the signal aborts', async () => {
  const stop = new AbortController();
  const changes = new Changes(virtualClock(0));
  const next = changes.next(stop.signal);
  stop.abort();
  expect(await next).toBeUndefined();
});
