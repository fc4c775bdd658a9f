import { message } from '../../src/load/engine/message.js';
import { profileFrom } from '../../src/load/profile/read.js';
import { Recorder } from '../../src/load/record/recorder.js';
import { environmentOf, reportOf } from '../../src/load/report/build.js';
import { judgeRun } from '../../src/load/threshold/judge.js';
import { measuredOf } from '../../src/load/threshold/measure.js';
import type { LoadReport } from '../../src/schema/types.js';

const calm = { loopDelayP99: 1, utilization: 0.2, cpu: 0.2, rssMb: 90 };

export interface SampleOptions {
  readonly scenario?: string;
  readonly problem?: string;
  /** Milliseconds of the slowest request of each second; the others are faster in proportion. */
  readonly slowest?: (second: number) => number;
  readonly seconds?: number;
}

/** A report of a run that never was, for tests: ten requests a second, of which one was missed. */
export function sampleReport(options: SampleOptions = {}): LoadReport {
  const { scenario = 'first-page', problem, slowest = () => 100, seconds = 10 } = options;
  const plan = profileFrom(
    {
      model: 'open',
      stages: [{ name: 'steady', duration: `${seconds}s`, rate: 10 }],
      scenarios: [{ flow: 'first-page', name: scenario }],
      thresholds: [
        { metric: 'response.p95', max: '50ms' },
        { metric: 'errors', max: 0.01 },
      ],
    },
    'sample',
  );
  const recorder = new Recorder(plan);
  const title = 'GET products';
  const request = {
    origin: '',
    title,
    message: message({ method: 'GET', url: new URL('http://x'), headers: {} }),
    expects: 200,
    repeatable: true,
    reads: false,
  };
  const answer = { status: 200, headers: [], body: Buffer.alloc(0), size: 100 };
  for (let second = 0; second < seconds; second += 1) {
    for (let turn = 0; turn < 10; turn += 1) {
      const intended = second * 1000 + turn * 100;
      const response = (slowest(second) * (turn + 1)) / 10;
      recorder.started(scenario, intended, 0);
      const account = recorder.offered(scenario, request, intended);
      const ticket = {
        request,
        intended,
        sent: intended + 1,
        firstByte: intended + 2,
        tries: 1,
        keep: true,
        settle: () => {},
      };
      recorder.settled(account, ticket, { kind: 'answered', answer }, intended + response);
      recorder.checked(account, title, turn === 0 ? problem : undefined);
      recorder.finished(scenario, intended, 'completed');
    }
    recorder.closePoint((second + 1) * 1000, calm);
  }
  const recording = recorder.measurements({ connected: 1, connectFailures: 0, resent: 0 });
  const measured = measuredOf(recording, seconds);
  const verdicts = judgeRun(plan.thresholds, measured, recording);
  const startedAt = new Date(0);
  return reportOf({
    plan,
    runs: [
      { startedAt, durationMs: seconds * 1000, measured, recording, verdicts, interrupted: false },
    ],
    target: { name: 'reference', origins: ['http://127.0.0.1:1'] },
    version: '0.0.0',
    environment: environmentOf(1),
  });
}
