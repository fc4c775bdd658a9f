import { afterEach, expect, it } from 'vitest';
import { type ReferenceOptions, startReference } from '../../reference/index.js';
import { targetFrom, UsageError } from '../../settings/index.js';
import { prepare } from '../load.js';
import { profileFrom } from '../profile/read.js';
import { mergeTallies } from '../record/tally.js';
import { runShare } from '../run/share.js';
import { visitsOf } from './visits.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function target(options: ReferenceOptions = {}) {
  const reference = await startReference(options);
  closing.push(reference.close);
  return { reference, target: targetFrom(reference.target, 'reference') };
}

const plan = (...scenarios: object[]) =>
  profileFrom(
    { model: 'open', stages: [{ duration: '400ms', rate: 50 }], scenarios, sample: 1 },
    'test',
  );

const all = [
  { flow: 'first-page', limit: 20 },
  { flow: 'first-page', name: 'legacy format', format: 'legacy', limit: 20 },
  { flow: 'filtered-page' },
  { flow: 'deep-page', limit: 20 },
  { flow: 'legacy-route', limit: 20 },
  { flow: 'token' },
  { flow: 'template-list' },
  { flow: 'cursor-walk', limit: 5, pages: 3 },
];

it.each(all.map((scenario) => [scenario.name ?? scenario.flow, scenario] as const))(
  'surveys and runs %s, and finds every response correct',
  async (_, scenario) => {
    const { reference, target: at } = await target();
    const { plan: ready, flows } = await prepare(plan(scenario), at);
    const recording = await runShare({ plan: ready, flows, target: at, index: 0, of: 1 });
    const tally = mergeTallies(recording.requests.map((line) => line.tally));
    expect(recording.problems).toEqual([]);
    expect(tally).toMatchObject({ errors: 0, failed: 0, timedOut: 0, dropped: 0, wrong: 0 });
    expect(tally.checked).toBe(tally.answered);
    expect(recording.scenarios[0]).toMatchObject({ started: 20, completed: 20 });
    expect(reference.faults).toEqual([]);
  },
);

it('requests the pages of a cursor walk one after the other', async () => {
  const { target: at } = await target();
  const { plan: ready, flows } = await prepare(
    plan({ flow: 'cursor-walk', limit: 5, pages: 3 }),
    at,
  );
  const recording = await runShare({ plan: ready, flows, index: 0, of: 1 });
  expect(recording.requests[0]?.tally.answered).toBe(60);
});

it('requests one token for all visits of a client', async () => {
  const { target: at } = await target({ tokenLifetime: 300 });
  const { plan: ready, flows } = await prepare(plan({ flow: 'template-list' }), at);
  const recording = await runShare({ plan: ready, flows, index: 0, of: 1 });
  const tokenRequests = recording.requests.find(({ title }) => title === 'POST token');
  // There are two organizations, and each needs its own token.
  expect(tokenRequests?.tally.answered).toBe(2);
});

it('requests another token if the target refuses the first token', async () => {
  const { reference, target: at } = await target();
  const { flows } = await prepare(plan({ flow: 'template-list' }), at);
  const seen = new Set<string>();
  const [flow] = flows;
  if (!flow) throw new Error('not surveyed');
  const visit = visitsOf(flow, { now: () => 0, random: () => 0, share: { index: 0, of: 1 } })();
  const answers = [
    { status: 200, token: 'a' },
    { status: 401 },
    { status: 200, token: 'b' },
    { status: 200 },
  ];
  let step = visit.next({ kind: 'resumed' });
  for (const { status, token } of answers) {
    if (!step.done && 'message' in step.value) seen.add(step.value.message.path);
    const body = Buffer.from(JSON.stringify(token ? { access_token: token, expires_in: 300 } : []));
    step = visit.next({
      kind: 'answered',
      answer: { status, headers: [], body, size: body.length },
    });
  }
  expect(step).toEqual({ done: true, value: 'completed' });
  expect(seen.size).toBe(2);
  expect(reference.faults).toEqual([]);
});

it('rejects flows without their settings, and names the missing settings', async () => {
  const { target: at } = await target();
  const { templates: _, ...without } = at;
  await expect(prepare(plan({ flow: 'token' }), without)).rejects.toThrow(
    /needs templates.authUrl \(AUTH_URL\)/,
  );
  await expect(prepare(plan({ flow: 'handover', from: 'a', to: 'b' }), at)).rejects.toThrow(
    UsageError,
  );
});
