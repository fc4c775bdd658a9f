import { message } from '../../src/load/engine/message.js';
import { profileFrom } from '../../src/load/profile/read.js';
import { Observer, type Second } from '../../src/load/record/observer.js';
import { Recorder } from '../../src/load/record/recorder.js';

const secondsPlan = profileFrom(
  {
    model: 'open',
    stages: [{ name: 'steady', duration: '3s', rate: 10 }],
    scenarios: [{ flow: 'first-page', tags: { team: 'blue' } }],
    thresholds: [
      { metric: 'response.p95', max: '50ms' },
      { metric: 'errors', max: 0.5 },
    ],
  },
  'seconds',
);

const request = {
  origin: 'http://127.0.0.1:8080',
  title: 'GET "products"',
  message: message({ method: 'GET', url: new URL('http://127.0.0.1:8080/products'), headers: {} }),
  expects: 200,
  repeatable: true,
  reads: false,
};

/**
 * Seconds of a run that never was: ten requests each, taking 10 to 100 ms; one of them is refused,
 * one times out.
 */
export function seconds(count: number, samples = Number.POSITIVE_INFINITY): Second[] {
  const observer = new Observer({ samples, durations: true }, () => 0.5);
  const recorder = new Recorder(secondsPlan, 1000, observer);
  const scenario = 'first-page';
  return Array.from({ length: count }, (_, second) => {
    for (let turn = 0; turn < 10; turn += 1) {
      const intended = second * 1000 + turn * 100;
      recorder.started(scenario, intended, 0);
      const account = recorder.offered(scenario, request, intended);
      const times = { intended, sent: intended + 1, firstByte: intended + 5 };
      const ticket = { request, ...times, tries: 1, keep: false, settle: () => {} };
      const answer = {
        status: turn === 8 ? 503 : 200,
        headers: [],
        body: Buffer.alloc(0),
        size: 100,
      };
      const outcome =
        turn === 9 ? ({ kind: 'timed-out' } as const) : ({ kind: 'answered', answer } as const);
      recorder.settled(account, ticket, outcome, intended + (turn + 1) * 10);
    }
    const calm = { loopDelayP99: 1, utilization: 0.2, cpu: 0.2, rssMb: 90 };
    const point = recorder.closePoint((second + 1) * 1000, calm);
    return {
      plan: secondsPlan,
      point,
      observed: observer.take(),
      began: new Date('2026-01-01T00:00:00Z'),
    };
  });
}
