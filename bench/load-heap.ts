import { message } from '../src/load/engine/message.js';
import { samplesFile } from '../src/load/output/samples-file.js';
import { Observer } from '../src/load/record/observer.js';
import { Recorder } from '../src/load/record/recorder.js';
import { closed } from './load-cost.js';
import { type Rig, shareOf } from './load-rig.js';

/**
 * The memory after a million samples ÷ that after a hundred thousand, of all that a generator keeps
 * and writes of them.
 */
export async function heapGrowth(): Promise<number | { readonly unavailable: string }> {
  const { gc } = globalThis;
  if (!gc) return { unavailable: 'node --expose-gc dist/bench/main.js' };
  const { plan } = shareOf({ origin: 'http://127.0.0.1' } as Rig, closed);
  const observer = new Observer(
    { samples: Number.POSITIVE_INFINITY, durations: true },
    Math.random,
  );
  const file = samplesFile('ndjson', '/dev/null', Number.POSITIVE_INFINITY);
  const began = new Date(0);
  const recorder = new Recorder(plan, 1000, observer);
  const url = new URL('http://127.0.0.1/');
  const sent = message({ method: 'GET', url, headers: {} });
  const request = {
    origin: url.origin,
    title: 'page',
    message: sent,
    expects: 200,
    repeatable: true,
    reads: false,
  };
  const answer = { status: 200, headers: [], body: Buffer.alloc(0), size: 1 };
  const calm = { loopDelayP99: 0, utilization: 0, cpu: 0, rssMb: 0 };
  let early = 0;
  for (let turn = 1; turn <= 1_000_000; turn += 1) {
    const intended = turn / 10;
    const account = recorder.offered('first-page', request, intended);
    const times = { intended, sent: intended + 1, firstByte: intended + 2 };
    const ticket = { request, ...times, tries: 1, keep: false, settle: () => {} };
    recorder.settled(account, ticket, { kind: 'answered', answer }, intended + 3 + (turn % 100));
    if (turn % 10_000 === 0) {
      const point = recorder.closePoint(intended, calm);
      file.second({ plan, point, observed: observer.take(), began });
      // What was written is let go of as soon as it is.
      await new Promise(setImmediate);
    }
    if (turn === 100_000) early = kept(gc);
  }
  const late = kept(gc);
  await file.close();
  return late / early;
}

/** Bytes in use, those outside the heap as well. */
function kept(gc: () => void): number {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
