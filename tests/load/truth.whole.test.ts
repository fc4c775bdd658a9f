import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { engineNames } from '../../src/load/engine/engines.js';
import { PERCENTILES } from '../../src/load/percentiles.js';
import { profileFrom } from '../../src/load/profile/read.js';
import { mergeTallies } from '../../src/load/record/tally.js';
import { runShare } from '../../src/load/run/share.js';
import type { FlowData } from '../../src/load/scenario/data.js';
import { loadInFolder } from './load-command.js';
import { recordingProxy } from './recording-proxy.js';
import { shopSteps, startShop } from './shop-server.js';

const { load, report, write, inFolder } = loadInFolder();

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

/** The value that so many per cent do not exceed, of all values. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

it.each(engineNames)(
  'sends sequences in order, to the request, with the percentiles of their samples (%s)',
  async (engine) => {
    const shop = await startShop({ mark: 'truth' });
    const proxy = await recordingProxy(shop.url);
    await write('target.json', {
      allow: { unsafeMethods: true },
      platform: { baseUrl: proxy.origin },
    });
    const profile = {
      model: 'open',
      stages: [{ duration: '1s', rate: 120 }],
      scenarios: [{ flow: 'steps', name: 'buy', steps: shopSteps, think: '20ms' }],
      // Only responses that the proxy keeps to itself take so long, on a busy machine too.
      timeout: '6s',
      sample: 1,
      drain: '60s',
    };
    const output = ['ndjson=samples.ndjson'];
    await load(profile, { options: { target: 'target.json', engine, output, quiet: true } });
    proxy.close();
    await shop.close();
    const { totals, requests, scenarios, connections, response, service } = await report();
    const { seen } = proxy;
    expect(seen.closed * seen.kept * seen.throttled * seen.stalled).toBeGreaterThan(0);
    expect(totals.dropped).toBe(0);
    expect(totals.offered + connections.resent).toBe(seen.arrived);
    expect(totals.statuses).toEqual({ 200: seen.answered, 429: seen.throttled });
    expect(totals.timedOut).toBe(seen.kept);
    expect(connections.resent + totals.failed).toBe(seen.closed);
    expect(totals.wrong).toBe(0);
    // A user that loses a response ends: what one sent is always the beginning of the sequence.
    const whole = ['GET /carts', 'POST /carts/ID/lines', 'POST /carts/ID/lines'];
    for (const order of shop.orders.values()) expect(order).toEqual(whole.slice(0, order.length));
    expect(scenarios[0].started).toBe(120);
    expect(scenarios[0].completed + scenarios[0].abandoned).toBe(120);
    const lines = requests.map(({ tally }: { tally: { statuses: Record<string, number> } }) =>
      Number(tally.statuses[200]),
    );
    expect(lines[0] + lines[1] + lines[2]).toBe(seen.answered);
    const samples = (await readFile(inFolder('samples.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ status, error }) => status !== undefined || error === 'timeout');
    expect(samples).toHaveLength(response.count);
    for (const [spread, name] of [
      [response, 'responseMs'],
      [service, 'serviceMs'],
    ] as const)
      for (const { key, percent } of [...PERCENTILES, { key: 'max', percent: 100 } as const]) {
        const exact = percentile(
          samples.map((sample) => sample[name]),
          percent,
        );
        // Three significant digits.
        expect(Math.abs(spread[key] - exact)).toBeLessThanOrEqual(exact * 0.001 + 0.002);
      }
  },
);
