import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import type { Clock } from '../../src/http/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { type ReferenceOptions, startReference } from '../../src/reference/index.js';
import { gateOf, runReport } from '../../src/report/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { type TargetFile, targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';

/** A request as it arrived at the proxy, with the time by the clock of the test. */
export interface Arrived {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** What becomes of an answer of the reference server; undefined passes it on as it is. */
export type Change = (asked: Arrived, answer: Passed) => Partial<Passed> | 'reset' | undefined;

const bodyOf = (from: IncomingMessage): Promise<string | undefined> =>
  from.toArray().then(
    (chunks) => Buffer.concat(chunks).toString(),
    () => undefined,
  );

/** The reference server behind a proxy that changes its answers and counts what arrives. */
export async function startChanged(
  change: Change,
  clock: Clock = virtualClock(),
  options: ReferenceOptions = {},
) {
  const server = await startReference({ clock: clock.now, ...options });
  const origin = new URL(server.baseUrls.export).origin;
  const arrived: Arrived[] = [];
  let here = '';
  const proxy = createServer(async (from, to) => {
    const at = clock.now();
    const body = await bodyOf(from);
    // A client that is interrupted may leave before its request is complete.
    if (body === undefined) return;
    const { method = 'GET', url = '/' } = from;
    const asked = { at, method, url, authorization: from.headers.authorization, body };
    arrived.push(asked);
    const onward = request(
      new URL(url, origin),
      { method, headers: { ...from.headers, host: new URL(origin).host } },
      async (answer) => {
        const { 'transfer-encoding': _, 'content-length': __, ...headers } = answer.headers;
        const text = Buffer.concat(await answer.toArray())
          .toString()
          .replaceAll(origin, here);
        const passed = { status: answer.statusCode ?? 0, headers, body: text };
        const changed = change(asked, passed);
        if (changed === 'reset') return void to.socket?.resetAndDestroy();
        const given = { ...passed, ...changed };
        to.writeHead(given.status, given.headers as Record<string, string>).end(given.body);
      },
    );
    onward.on('error', () => to.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  here = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const target: TargetFile = JSON.parse(JSON.stringify(server.target).replaceAll(origin, here));
  return {
    target,
    arrived,
    clock,
    environment: () =>
      Object.fromEntries(
        Object.entries(server.environment()).map(([name, value]) => [
          name,
          value.replaceAll(origin, here),
        ]),
      ),
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}

/** Judges the reference server behind a proxy: its report, its gate and what arrived. */
export async function judgeChanged(
  change: Change,
  {
    target: more,
    reference,
    ...options
  }: Partial<RunOptions> & { target?: TargetFile; reference?: ReferenceOptions } = {},
) {
  const started = await startChanged(change, options.clock, reference);
  const events: LedgerEvent[] = [];
  try {
    await runSuites(suites, targetFrom({ ...started.target, ...more }), {
      clock: started.clock,
      toolVersion: 'test',
      ...options,
      record: (event) => void events.push(event),
    });
  } finally {
    await started.close();
  }
  const report = runReport(foldLedger(events));
  const failed = report.checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  return { report, failed, events, gate: gateOf(report), arrived: started.arrived };
}

export const only =
  (...names: readonly string[]): NonNullable<RunOptions['wanted']> =>
  ({ interface: name }) =>
    names.includes(name);
