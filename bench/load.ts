import { engineNames } from '../src/load/engine/engines.js';
import {
  agreement,
  alone,
  arrivalError,
  binVariation,
  misattributed,
  stalled,
  tenThousand,
} from './load-arrivals.js';
import { inTurn, ours, oursWithOutputs, plainAutocannon, plainUndici } from './load-cost.js';
import { heapGrowth } from './load-heap.js';
import { oursWithTokens } from './load-tokens.js';
import type { Row } from './row.js';

const atMost = (limit: number) => (figure: number) => figure <= limit;
const atLeast = (limit: number) => (figure: number) => figure >= limit;

const SHAPES = [
  ['constant', [{ duration: '4s', rate: 1000 }]],
  ['ramp', [{ duration: '4s', rate: 100, rampTo: 2000 }]],
  [
    'spike',
    [
      { duration: '1.5s', rate: 300 },
      { duration: '1s', rate: 3000 },
      { duration: '1.5s', rate: 300 },
    ],
  ],
] as const;

/**
 * The clients without Assay that each engine is compared with, and the least ratio of throughput.
 * A request by undici takes 24 µs where one by autocannon takes 18, so that undici itself reaches
 * three quarters of autocannon's throughput.
 */
const PLAIN = {
  autocannon: [['autocannon', plainAutocannon, 0.95]],
  undici: [
    ['autocannon', plainAutocannon, 18 / 24],
    ['undici', plainUndici, 0.95],
  ],
} as const;

/** What each engine must reach: the cost of a request, and the truth of what is recorded of it. */
const rowsOf = (engine: (typeof engineNames)[number]): Row[] => [
  ...PLAIN[engine].flatMap(([name, plain, least]): Row[] => [
    {
      title: `load: throughput of ${engine}, closed model, all recording on ÷ plain ${name}`,
      unit: 'ratio',
      limit: `≥ ${least}`,
      holds: atLeast(least),
      measure: () => inTurn(ours(engine), plain, ({ answered }) => answered),
    },
    {
      title: `load: CPU per request of ${engine}, all recording on ÷ plain ${name}`,
      unit: 'ratio',
      limit: '≤ 1.2',
      holds: atMost(1.2),
      measure: () => inTurn(ours(engine), plain, ({ cpuUs, answered }) => cpuUs / answered),
    },
  ]),
  ...SHAPES.map(
    ([name, stages]): Row => ({
      title: `load: arrival-rate error of ${engine}, ${name}`,
      unit: '%',
      limit: '≤ 0.2 %',
      holds: atMost(0.2),
      measure: () => arrivalError(stages, alone(engine)),
    }),
  ),
  {
    title: `load: coefficient of variation of 10 ms bins at 500/s, ${engine}`,
    unit: 'ratio',
    limit: '≤ 0.15',
    holds: atMost(0.15),
    measure: () => binVariation(engine),
  },
  {
    title: `load: p90 after a stall ÷ analytic, ${engine}`,
    unit: 'ratio',
    limit: '1 ± 0.10',
    holds: (figure) => Math.abs(figure - 1) <= 0.1,
    measure: stalled(90, 500, engine),
  },
  {
    title: `load: p99 after a stall ÷ analytic, ${engine}`,
    unit: 'ratio',
    limit: '1 ± 0.03',
    holds: (figure) => Math.abs(figure - 1) <= 0.03,
    measure: stalled(99, 950, engine),
  },
  {
    title: `load: answers given to the wrong request, server closing connections, ${engine}`,
    unit: '%',
    limit: '0 %',
    holds: (figure) => figure === 0,
    measure: misattributed(engine),
  },
];

/** The rows of the load tester, each against the limit of its design. */
export const rows: readonly Row[] = [
  ...engineNames.flatMap(rowsOf),
  {
    title: 'load: CPU per request, headers and tokens of its own ÷ plain autocannon',
    unit: 'ratio',
    limit: '≤ 2.0',
    holds: atMost(2),
    measure: () =>
      inTurn(oursWithTokens, plainAutocannon, ({ cpuUs, answered }) => cpuUs / answered),
  },
  {
    title: 'load: throughput, every sample and all metrics written ÷ without outputs',
    unit: 'ratio',
    limit: '≥ 0.95',
    holds: atLeast(0.95),
    measure: () => inTurn(oursWithOutputs, ours('autocannon'), ({ answered }) => answered),
  },
  {
    title: 'load: arrival-rate error of two workers at 10,000/s',
    unit: '%',
    limit: '≤ 0.2 %',
    holds: atMost(0.2),
    measure: () => tenThousand('arrived'),
  },
  {
    title: 'load: error of what two workers release at 10,000/s',
    unit: '%',
    limit: '≤ 0.2 %',
    holds: atMost(0.2),
    measure: () => tenThousand('released'),
  },
  {
    title: 'load: median response of undici ÷ autocannon, target of 20 ms',
    unit: 'ratio',
    limit: '1 ± 0.10',
    holds: (figure) => Math.abs(figure - 1) <= 0.1,
    measure: agreement,
  },
  {
    title: 'load: memory after a million samples, each written, ÷ after a hundred thousand',
    unit: 'ratio',
    limit: '≤ 1.1',
    holds: atMost(1.1),
    measure: heapGrowth,
  },
];
