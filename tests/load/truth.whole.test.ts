import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { engineNames } from '../../src/load/engine/index.js';
import { profileFrom } from '../../src/load/profile/index.js';
import { mergeTallies } from '../../src/load/record/index.js';
import { runShare } from '../../src/load/run/index.js';
import type { FlowData } from '../../src/load/scenario/index.js';
import { recordingProxy } from './recording-proxy.js';

it.each(engineNames)(
  'agrees to the request with a proxy that keeps its own record (%s)',
  async (engine) => {
    const upstream = createServer((_, response) => response.end('[{"id":1}]'));
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const address = upstream.address();
    const proxy = await recordingProxy(
      `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    );
    const plan = profileFrom(
      {
        model: 'open',
        stages: [{ duration: '500ms', rate: 250 }],
        scenarios: [{ flow: 'first-page' }],
        sample: 1,
        timeout: '2s',
        // Over as soon as nothing is under way: on a busy machine what was sent late is waited for
        // all the same.
        drain: '30s',
      },
      'truth',
    );
    const expected = { kind: 'page', format: 'legacy', limit: 2, offset: 0 } as const;
    const pages = [{ title: 'page', url: `${proxy.origin}/products`, headers: {}, expected }];
    const flows: FlowData[] = [{ kind: 'requests', requests: pages }];
    const { requests, connections, series } = await runShare({
      plan: { ...plan, engine },
      flows,
      index: 0,
      of: 1,
    });
    proxy.close();
    upstream.close();
    upstream.closeAllConnections();
    const tally = mergeTallies(requests.map((line) => line.tally));
    const { seen } = proxy;
    expect(seen.closed * seen.kept * seen.throttled * seen.stalled).toBeGreaterThan(0);
    // Everything that arrived was sent, once or again; nothing else was.
    expect(tally.offered - tally.dropped + connections.resent).toBe(seen.arrived);
    expect(tally.statuses).toEqual({ 200: seen.answered, 429: seen.throttled });
    expect(tally.timedOut).toBe(seen.kept);
    // A page may be asked for again when its connection was lost, twice at most.
    expect(connections.resent + tally.failed).toBe(seen.closed);
    expect(tally.offered).toBe(tally.answered + tally.timedOut + tally.failed + tally.dropped);
    expect(series.points.reduce((sum, { answered }) => sum + answered, 0)).toBe(tally.answered);
    expect(tally.wrong).toBe(0);
    expect(tally.checked).toBe(seen.answered);
  },
);
