import { arrivalError, binVariation, misattributed, stalled } from './load-arrivals.js';
import { inTurn, ours, oursWithTokens, plain } from './load-cost.js';
import type { Row } from './row.js';

const atMost = (limit: number) => (figure: number) => figure <= limit;

/** The rows of the load tester, each against the limit of its design. */
export const rows: readonly Row[] = [
  {
    title: 'load: throughput, static mix, closed model, all recording on ÷ plain autocannon',
    unit: 'ratio',
    limit: '≥ 0.85',
    holds: (figure) => figure >= 0.85,
    measure: () => inTurn(ours, plain, ({ answered }) => answered),
  },
  {
    title: 'load: CPU per request, headers and tokens of its own ÷ plain autocannon',
    unit: 'ratio',
    limit: '≤ 2.0',
    holds: atMost(2),
    measure: () => inTurn(oursWithTokens, plain, ({ cpuUs, answered }) => cpuUs / answered),
  },
  ...(
    [
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
    ] as const
  ).map(
    ([name, stages]): Row => ({
      title: `load: arrival-rate error, ${name}`,
      unit: '%',
      limit: '≤ 0.2 %',
      holds: atMost(0.2),
      measure: () => arrivalError(stages),
    }),
  ),
  {
    title: 'load: coefficient of variation of 10 ms bins at 500/s',
    unit: 'ratio',
    limit: '≤ 0.15',
    holds: atMost(0.15),
    measure: binVariation,
  },
  {
    title: 'load: p90 after a stall ÷ analytic',
    unit: 'ratio',
    limit: '1 ± 0.10',
    holds: (figure) => Math.abs(figure - 1) <= 0.1,
    measure: stalled(90, 500),
  },
  {
    title: 'load: p99 after a stall ÷ analytic',
    unit: 'ratio',
    limit: '1 ± 0.03',
    holds: (figure) => Math.abs(figure - 1) <= 0.03,
    measure: stalled(99, 950),
  },
  {
    title: 'load: answers given to the wrong request, server closing connections',
    unit: '%',
    limit: '0 %',
    holds: (figure) => figure === 0,
    measure: misattributed,
  },
];
