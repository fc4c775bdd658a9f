import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { UsageError } from '../../settings/index.js';
import { profileFrom } from '../profile/index.js';
import type { FlowData } from '../scenario/index.js';
import { type Calendar, calendar, commonStart } from './common-start.js';
import { execute } from './execute.js';

/** A clock that jumps to the end of each wait. */
function jumping(from: number): Calendar & { readonly waits: number[] } {
  const waits: number[] = [];
  let at = from;
  return {
    waits,
    now: () => at,
    wait: async (ms) => {
      waits.push(ms);
      at += ms;
    },
  };
}

it('opens connections three seconds before the start, and starts at it', async () => {
  const clock = jumping(1000);
  const start = commonStart(61_000, clock);
  await start.opening();
  expect(clock.now()).toBe(58_000);
  await start.start();
  expect(clock.now()).toBe(61_000);
});

it('opens at once where the start is near, and waits for what is left', async () => {
  const clock = jumping(60_000);
  const start = commonStart(61_000, clock);
  await start.opening();
  await start.start();
  expect(clock.waits).toEqual([1000]);
});

it('says by how much the start was missed', async () => {
  const start = commonStart(1000, jumping(3500));
  await start.opening();
  await expect(start.start()).rejects.toThrow(UsageError);
  await expect(start.start()).rejects.toThrow('passed 2500 ms before');
});

it('ends a wait at an interruption', async () => {
  const stop = new AbortController();
  const waiting = calendar.wait(3_600_000, stop.signal);
  stop.abort();
  await waiting;
  await calendar.wait(3_600_000, stop.signal);
});

it('sends nothing before the common start, and nothing at all where it was missed', async () => {
  const told: string[] = [];
  const server = createServer((_, response) => {
    told.push('request');
    response.end('[]');
  });
  server.on('connection', () => told.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/products`;
  const shape = { connections: 1, stages: [{ duration: '100ms', rate: 20 }] };
  const plan = profileFrom({ model: 'open', ...shape, scenarios: [{ flow: 'first-page' }] }, 'start');
  const expected = { format: 'legacy', limit: 2, offset: 0 } as const;
  const flows: FlowData[] = [{ kind: 'pages', pages: [{ title: 'page', url, headers: {}, expected }] }];
  const telling = (what: string) => async (): Promise<void> => void told.push(what);
  await execute(plan, flows, { start: { opening: telling('opening'), start: telling('start') } });
  expect(told).toEqual(['opening', 'connection', 'start', 'request', 'request']);
  const missed = commonStart(0);
  await expect(execute(plan, flows, { start: missed })).rejects.toThrow(/Give every generator a later --start-at/);
  expect(told.filter((what) => what === 'request')).toHaveLength(2);
  server.close();
  server.closeAllConnections();
});
