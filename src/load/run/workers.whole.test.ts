import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoadPoint } from '../../schema/types.js';
import { packageRoot } from '../../schema/validate.js';
import { profileFrom } from '../profile/read.js';
import { histogramOf } from '../record/histogram.js';
import { mergeTallies } from '../record/tally.js';
import type { FlowData } from '../scenario/data.js';
import { runWorkers } from './workers.js';

// Worker threads need JavaScript files, so the code is compiled first. The output is below
// `node_modules`, so that imports of packages work.
const built = path.join(packageRoot, 'node_modules', '.cache', 'assay-workers-test');
const module = pathToFileURL(path.join(built, 'src/load/run/worker.js'));

beforeAll(async () => {
  const compiler = path.join(packageRoot, 'node_modules/.bin/tsc');
  const flags = [
    '--outDir',
    built,
    '--incremental',
    'false',
    '--tsBuildInfoFile',
    'null',
    '--declaration',
    'false',
  ];
  const build = promisify(execFile)(compiler, [
    '-p',
    path.join(packageRoot, 'tsconfig.build.json'),
    ...flags,
  ]);
  // The compiler writes its output even if there are type errors. Another check reports these
  // errors.
  await build.catch(() => undefined);
}, 60_000);
afterAll(() => rm(built, { recursive: true, force: true }));

async function serve() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('[{"id":1}]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const flow: FlowData = {
    kind: 'requests',
    requests: [
      {
        title: 'page',
        url: `http://127.0.0.1:${address.port}/products`,
        headers: {},
        expected: { kind: 'page', format: 'legacy' },
      },
    ],
  };
  return { seen, flow, close: () => server.close() };
}

const plan = (more: object = {}) =>
  profileFrom(
    {
      model: 'open',
      stages: [{ duration: '1500ms', rate: 200 }],
      scenarios: [{ flow: 'first-page' }],
      sample: 1,
      ...more,
    },
    'test',
  );

it('shares an open schedule between threads, and adds up their counts exactly', async () => {
  const { seen, flow, close } = await serve();
  const points: LoadPoint[] = [];
  const recording = await runWorkers(
    { plan: plan(), flows: [flow] },
    { count: 3, module, point: (point) => points.push(point) },
  );
  close();
  const tally = mergeTallies(recording.requests.map((line) => line.tally));
  expect(seen).toHaveLength(300);
  expect(tally).toMatchObject({ offered: 300, answered: 300, checked: 300, wrong: 0 });
  const [line] = recording.requests;
  expect(line && histogramOf(line.response).totalCount).toBe(300);
  expect(points.reduce((sum, { answered }) => sum + answered, 0)).toBe(300);
  expect(points[0]?.planned).toBe(200);
});

it('shares users of a closed model between threads, and stops all of them', async () => {
  const { flow, close } = await serve();
  const stop = new AbortController();
  const endless = plan({ model: 'closed', stages: [{ duration: '10min', users: 4 }] });
  const recording = await runWorkers(
    { plan: endless, flows: [flow] },
    { count: 2, module, signal: stop.signal, point: () => stop.abort() },
  );
  close();
  const tally = mergeTallies(recording.requests.map((line) => line.tally));
  expect(tally.answered).toBeGreaterThan(0);
  expect(tally.offered).toBe(tally.answered + tally.timedOut + tally.failed + tally.dropped);
});
