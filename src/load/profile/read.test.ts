import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../schema/validate.js';
import { UsageError } from '../../settings/index.js';
import { profileFrom, readProfile } from './read.js';

const folder = path.join(packageRoot, 'suites', 'load');

const good = {
  model: 'open',
  stages: [{ duration: '10s', rate: 10 }],
  scenarios: [{ flow: 'first-page' }],
  thresholds: [{ metric: 'response.p95', max: '250ms' }],
};

it.each(readdirSync(folder).filter((file) => file.endsWith('.json')))(
  'reads the bundled profile %s',
  (file) => {
    const plan = readProfile(path.join(folder, file));
    expect(plan.name).toBe(path.basename(file, '.json'));
  },
);

it('computes times, and fills in defaults', () => {
  const plan = profileFrom({ ...good, warmUp: { duration: '5s', rate: 1 } }, 'mine');
  expect(plan).toMatchObject({ name: 'mine', connections: 50, timeoutMs: 10_000, sample: 0.01 });
  expect(plan.stages).toEqual([
    { name: 'warm-up', startMs: 0, durationMs: 5000, from: 1, to: 1, warmUp: true },
    { name: 'stage 1', startMs: 5000, durationMs: 10_000, from: 10, to: 10, warmUp: false },
  ]);
  expect(plan.thresholds).toEqual([{ metric: 'response.p95', max: 250, abort: false }]);
});

it.each<[string, object, string]>([
  [
    'an unknown key',
    { ...good, scenarois: [] },
    'scenarois: unknown key "scenarois". Did you mean "scenarios"?',
  ],
  [
    'an unknown key of a stage',
    { ...good, stages: [{ duration: '10s', rate: 1, durations: 1 }] },
    'stages[0].durations: unknown key "durations". Did you mean "duration"?',
  ],
  [
    'a header field that the HTTP client sets',
    {
      ...good,
      scenarios: [
        {
          flow: 'request',
          request: { interface: 'export', path: '/', headers: { Host: 'x.test' } },
        },
      ],
    },
    'scenarios[0].request.headers.Host: is set by the HTTP client. Leave it out.',
  ],
  [
    'a negative rate',
    { ...good, stages: [{ duration: '10s', rate: -5 }] },
    'stages[0].rate: is -5. It must be >= 0.',
  ],
  [
    'rates of 0 only',
    { ...good, stages: [{ duration: '10s', rate: 0 }] },
    'stages: have a rate of 0 throughout. Give one of them a "rate" above 0.',
  ],
  [
    'weights of 0',
    { ...good, scenarios: [{ flow: 'token', weight: 0 }] },
    'scenarios: all have the weight 0, so none would start. Give one of them a "weight" of 1 or more.',
  ],
  [
    'a billion arrivals',
    { ...good, stages: [{ duration: '1000min', rate: 16667 }] },
    'stages: add up to 1,000,020,000 arrivals. Give at most 100,000,000: a lower rate or a shorter duration.',
  ],
  [
    'a threshold without metric',
    { ...good, thresholds: [{ max: '1s' }] },
    'thresholds[0].metric: is missing.',
  ],
  [
    'an unknown metric',
    { ...good, thresholds: [{ metric: 'p95', max: '1s' }] },
    'thresholds[0].metric: unknown metric "p95". Did you mean "response.p95"?',
  ],
  [
    'a limit in the wrong unit',
    { ...good, thresholds: [{ metric: 'response.p95', max: 250 }] },
    'thresholds[0].max: is 250, but response.p95 is a duration. Set "250ms".',
  ],
  [
    'no limit',
    { ...good, thresholds: [{ metric: 'errors' }] },
    'thresholds[0]: has no limit. Set "max" or "min"',
  ],
  [
    'a threshold on an unknown scenario',
    { ...good, thresholds: [{ metric: 'errors', max: 0, scenario: 'frist-page' }] },
    'thresholds[0].scenario: unknown scenario "frist-page". Did you mean "first-page"?',
  ],
  [
    'an unknown flow',
    { ...good, scenarios: [{ flow: 'first-pages' }] },
    'scenarios[0].flow: unknown flow "first-pages". Did you mean "first-page"?',
  ],
  [
    'an option of another flow',
    { ...good, scenarios: [{ flow: 'token', limit: 5 }] },
    'scenarios[0].limit: has no meaning for the flow token. It takes no options.',
  ],
  [
    'a handover without users',
    { ...good, scenarios: [{ flow: 'handover' }] },
    'scenarios[0].from: is missing for the flow handover. Name an expendable user.',
  ],
  [
    'users in the open model',
    { ...good, stages: [{ duration: '10s', users: 5 }] },
    'stages[0].users: has no meaning in the open model. Set "rate", or "model": "closed".',
  ],
  [
    'a duration of little more than a day',
    { ...good, stages: [{ duration: '1441min', rate: 1 }] },
    'stages: last 24.1 hours. Give at most 24 hours.',
  ],
  [
    'a duration without a unit',
    { ...good, stages: [{ duration: '10', rate: 5 }] },
    'stages[0].duration: is "10". It must be a duration such as "30s".',
  ],
])('rejects %s with its path and a remedy', (_, profile, message) => {
  expect(() => profileFrom(profile, 'mine', { file: 'mine.json' })).toThrow(UsageError);
  expect(() => profileFrom(profile, 'mine', { file: 'mine.json' })).toThrow(message);
});
