import { expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { doubtsAbout } from './trust.js';

const stages = [{ name: 's', startMs: 0, durationMs: 10_000, from: 10, to: 10, warmUp: false }];
const { points } = sampleReport().series;
const calm = points.map((point) => ({ ...point, lateMax: 1, loopDelayP99: 1, utilization: 0.3 }));

it('has no doubt about a calm generator', () => {
  expect(doubtsAbout({ model: 'open', stages }, calm)).toEqual([]);
});

it('lets a single pause pass, but not a generator that is always late', () => {
  const [first, ...rest] = Array.from({ length: 3 }, () => calm).flat();
  const once = first ? [{ ...first, lateMax: 30 }, ...rest] : [];
  expect(doubtsAbout({ model: 'open', stages }, once)).toEqual([]);
  const always = calm.map((point) => ({ ...point, lateMax: 30 }));
  expect(doubtsAbout({ model: 'open', stages }, always)[0]).toMatch(/In 100 % .* more than 10 ms late, up to 30 ms/);
});

it('says when the generator was the limit of a closed model', () => {
  const busy = calm.map((point) => ({ ...point, utilization: 0.99 }));
  expect(doubtsAbout({ model: 'closed', stages }, busy)[0]).toMatch(/itself the limit of the throughput/);
  expect(doubtsAbout({ model: 'open', stages }, busy)).toEqual([]);
});
