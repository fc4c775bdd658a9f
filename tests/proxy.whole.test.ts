import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runSuites } from '../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { startReference } from '../src/reference/index.js';
import { runReport } from '../src/report/index.js';
import type { RunReport } from '../src/schema/types.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';

/** What the proxy does instead of passing on an answer that it has in full. */
type Fault = (
  answer: {
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly body: Buffer;
  },
  to: ServerResponse,
) => void;

const FAULTS: Readonly<Record<string, Fault>> = {
  'a reset before the answer': (_, to) => to.socket?.resetAndDestroy(),
  'a reset within the answer': ({ status, headers, body }, to) => {
    to.writeHead(status, { ...headers, 'content-length': body.length + 10 });
    to.write(body, () => to.socket?.resetAndDestroy());
  },
  'half a body': ({ status, headers, body }, to) => {
    to.writeHead(status, { ...headers, 'content-length': body.length + 1 });
    to.write(body.subarray(0, body.length / 2), () => to.socket?.end());
  },
  'a body shorter than its Content-Length': ({ status, headers, body }, to) => {
    to.socket?.end(
      `HTTP/1.1 ${status} X\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${body.length + 7}\r\n\r\n${body}`,
    );
  },
  'a connection closed under the next request': ({ status, headers, body }, to) => {
    const { socket } = to;
    to.writeHead(status, { ...headers, connection: 'keep-alive' }).end(body, () =>
      setImmediate(() => socket?.destroy()),
    );
  },
  'an answer too late': ({ status, headers, body }, to) => {
    const late = setTimeout(() => to.writeHead(status, headers).end(body), 3000);
    to.on('close', () => clearTimeout(late));
  },
  'a body that stops': ({ status, headers, body }, to) =>
    void to.writeHead(status, headers).write(body.subarray(0, 1)),
};

/** Only these make a request wait until it is given up. */
const SILENT = new Set([FAULTS['an answer too late'], FAULTS['a body that stops']]);

/** Remembers a handover as who asks for what. */
function remember(from: IncomingMessage, moved: string[]): void {
  const chunks: Buffer[] = [];
  from.on('data', (chunk: Buffer) => chunks.push(chunk));
  from.on('end', () => moved.push(`${from.headers.authorization} ${Buffer.concat(chunks)}`));
}

/** A proxy in front of `origin` that does a fault to every `every`th answer. */
async function startProxy(origin: string, fault: Fault, every: number) {
  let count = 0;
  const moved: string[] = [];
  let here = '';
  const server = createServer((from, to) => {
    const number = ++count;
    if (from.method === 'POST' && from.url?.includes('handover')) remember(from, moved);
    const onward = request(
      new URL(`${origin}${from.url ?? '/'}`),
      { method: from.method, headers: { ...from.headers, host: new URL(origin).host } },
      async (answer) => {
        const body = Buffer.from(
          Buffer.concat(await answer.toArray())
            .toString()
            .replaceAll(origin, here),
        );
        const { 'transfer-encoding': _, 'content-length': __, ...headers } = answer.headers;
        if (number % every === 0) fault({ status: answer.statusCode ?? 0, headers, body }, to);
        else to.writeHead(answer.statusCode ?? 0, headers).end(body);
      },
    );
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  server.on('clientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: here,
    moved,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Judging {
  readonly defects?: readonly string[];
  readonly concurrency?: number;
  readonly maxRequests?: number;
}

async function judgeThrough(
  fault: Fault,
  every: number,
  { defects = [], concurrency = 16, maxRequests = 100 }: Judging = {},
): Promise<{ report: RunReport; moved: readonly string[] }> {
  const clock = virtualClock();
  const server = await startReference({ clock: clock.now, defects });
  const origin = new URL(server.target.export?.baseUrl ?? '').origin;
  const proxy = await startProxy(origin, fault, every);
  try {
    const file = JSON.parse(JSON.stringify(server.target).replaceAll(origin, proxy.origin));
    const target = targetFrom(
      { ...file, timeout: SILENT.has(fault) ? '500ms' : '20s', concurrency },
      'file',
    );
    const events: LedgerEvent[] = [];
    await runSuites(suites, target, {
      clock,
      maxRequests,
      allowDestructive: true,
      toolVersion: 'test',
      record: (event) => void events.push(event),
    });
    return { report: runReport(foldLedger(events)), moved: proxy.moved };
  } finally {
    await proxy.close();
    await server.close();
  }
}

const failures = ({ checks }: RunReport): readonly string[] =>
  checks.filter(({ verdict }) => verdict === 'failed').map(({ id, reason }) => `${id}: ${reason}`);

describe.each(Object.entries(FAULTS))('a proxy that now and then answers with %s', (_, fault) => {
  it('makes no conforming server fail, whichever answer it hits', async () => {
    for (const [every, requests] of [
      [2, 30],
      [7, 145],
    ] as const) {
      const { report } = await judgeThrough(fault, every, { maxRequests: requests });
      expect(failures(report)).toEqual([]);
      if (every > 2) expect(report.verdicts.passed).toBeGreaterThan(50);
    }
  }, 120_000);
});

describe('a proxy that loses the answer to a handover', () => {
  it('is not asked again', async () => {
    const { moved } = await judgeThrough(FAULTS['a reset before the answer'] as Fault, 1);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.filter((one, at) => moved.indexOf(one) !== at)).toEqual([]);
  }, 60_000);
});

it('finds a defect all the same behind a proxy that loses an answer now and then', async () => {
  // One request at a time, so that the same answers are lost whenever this runs.
  const { report } = await judgeThrough(FAULTS['half a body'] as Fault, 7, {
    defects: ['export.lists.limit-ignored'],
    concurrency: 1,
    maxRequests: 130,
  });
  expect(failures(report).join()).toMatch(/limit/i);
}, 60_000);
