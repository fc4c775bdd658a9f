/** A worker thread runs this module. It executes one generator's share of a load plan. */

import { parentPort, workerData } from 'node:worker_threads';
import { runShare, type Share } from './share.js';
import type { FromWorker, ToWorker } from './workers.js';

const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread');
const share: Share = workerData;
const stop = new AbortController();
const send = (message: FromWorker): void => port.postMessage(message);
const go = new Promise<void>((resolve) => {
  port.on('message', (message: ToWorker) => {
    if (message === 'go') resolve();
    else stop.abort();
  });
});
const recording = await runShare(share, {
  ready: () => {
    send({ kind: 'ready' });
    return go;
  },
  point: (point, observed) =>
    send({ kind: 'point', point, ...(observed === undefined ? {} : { observed }) }),
  signal: stop.signal,
});
send({ kind: 'done', recording });
port.close();
