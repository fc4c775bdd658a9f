import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { startGauge } from '../record/gauge.js';
import { doubtsAbout } from './trust.js';

const stages = [{ name: 's', startMs: 0, durationMs: 10_000, from: 10, to: 10, warmUp: false }];
const { points } = sampleReport().series;
const calm = points.map((point) => ({ ...point, lateMax: 1, loopDelayP99: 1, utilization: 0.3 }));

it('has no doubts about a generator that is never late', () => {
  expect(doubtsAbout({ model: 'open', stages }, calm)).toEqual([]);
});

it('accepts a single late second, but not a generator that is always late', () => {
  const [first, ...rest] = Array.from({ length: 3 }, () => calm).flat();
  const once = first ? [{ ...first, lateMax: 30 }, ...rest] : [];
  expect(doubtsAbout({ model: 'open', stages }, once)).toEqual([]);
  const always = calm.map((point) => ({ ...point, lateMax: 30 }));
  expect(doubtsAbout({ model: 'open', stages }, always)[0]).toMatch(
    /In 100 % .* more than 10 ms late, up to 30 ms/,
  );
});

it('reports that the generator limited a closed model', () => {
  const busy = calm.map((point) => ({ ...point, utilization: 0.99 }));
  expect(doubtsAbout({ model: 'closed', stages }, busy)[0]).toMatch(
    /it limited the throughput itself/,
  );
  expect(doubtsAbout({ model: 'open', stages }, busy)).toEqual([]);
});

describe('the cause of a late generator', () => {
  const doubtsOfLate = (more: object, rates = calm.map(() => 100)) =>
    doubtsAbout(
      { model: 'open', stages },
      calm.map((point, at) => ({
        ...point,
        offered: rates[at] ?? 0,
        durationMs: 1000,
        ...(rates[at] === 100 ? { lateMax: 80, ...more } : {}),
      })),
    );

  it('is other processes if the generator waited for a CPU', () => {
    const [, cause, remedy] = doubtsOfLate({ waitedMs: 400, othersCpu: 1.8 });
    expect(cause).toBe(
      'The cause is other processes, which used up to 1.8 cores while the generator waited for a CPU (up to 400 ms a second).',
    );
    expect(remedy).toMatch(/^A lower rate would not help/);
  });

  it('is not other processes if no other process used a CPU', () => {
    const [, cause] = doubtsOfLate({ waitedMs: 400, othersCpu: 0.05 });
    expect(cause).toMatch(/^The cause is other threads of this process.* or a CPU limit/);
  });

  it('suggests no rate if the event loop was mostly idle', () => {
    const [, , remedy] = doubtsOfLate({ waitedMs: 2, othersCpu: 0.1, utilization: 0.3 });
    expect(remedy).toMatch(/^A lower rate would not help/);
  });

  it('is its own event loop otherwise, with a rate that fits how busy it was', () => {
    const [, cause, remedy] = doubtsOfLate({ waitedMs: 2, othersCpu: 0.1, utilization: 1 });
    expect(cause).toBe('The cause is its own event loop, which was busy up to 100 % of the time.');
    expect(remedy).toContain('can generate reliably is about 70/s');
  });

  it('suggests the highest rate at which the generator was not late', () => {
    const [, , remedy] = doubtsOfLate(
      { waitedMs: 2, utilization: 1 },
      [20, 20, 20, 40, 40, 40, 100, 100, 100, 100],
    );
    expect(remedy).toContain('The generator kept up at 40/s.');
  });

  it('is unknown without /proc', () => {
    expect(doubtsOfLate({})[1]).toMatch(/is unknown/);
  });
});

it.skipIf(!existsSync('/proc/thread-self/schedstat'))(
  'reads the CPU time of other processes from the operating system',
  () => {
    const gauge = startGauge();
    const reading = gauge.read();
    gauge.stop();
    expect(reading.waitedMs).toBeGreaterThanOrEqual(0);
    expect(reading.othersCpu).toBeGreaterThanOrEqual(0);
  },
);
