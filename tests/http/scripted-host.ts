import { defined } from '../../src/defined.js';
import { HttpClient } from '../../src/http/client.js';
import type { Exchange } from '../../src/http/exchange.js';
import { Lost, type LostKind } from '../../src/http/lost.js';
import { Redactor } from '../../src/http/redact.js';
import type { Header, Once, Request } from '../../src/http/request.js';
import type { RawAnswer, Transport } from '../../src/http/transport.js';
import type { WireOptions } from '../../src/http/wire.js';

/** When the clock begins; what is told of it counts from there. */
const BEGUN = 1_000_000;

type Came = number | LostKind | readonly [status: number, retryAfter: string];

/**
 * A client of a host that answers each path with these, one after the other, and with the last from
 * then on; any other with 200.
 */
export function hostOf(
  script: Readonly<Record<string, readonly Came[]>>,
  options: Partial<WireOptions> = {},
) {
  let now = 0;
  const sent: string[] = [];
  const asked = new Map<string, number>();
  const transport: Transport = {
    send: async ({ url }) => {
      const path = new URL(url).pathname;
      const came = script[path] ?? [200];
      const nth = asked.get(path) ?? 0;
      asked.set(path, nth + 1);
      sent.push(path);
      const [what, after] = [came[Math.min(nth, came.length - 1)] ?? 200].flat();
      if (typeof what === 'string') throw new Lost(what as LostKind, 'on the way');
      const headers: Header[] = after === undefined ? [] : [['Retry-After', String(after)]];
      return { status: Number(what), headers, body: Buffer.from('[]') };
    },
    close: async () => undefined,
  };
  const sleep = async (ms: number): Promise<void> => {
    now += ms;
  };
  const clock = { now: () => BEGUN + now, sleep };
  const client = new HttpClient({ transport, redactor: new Redactor([]), clock, ...options });
  const ask = async (
    path: string,
    more: Partial<Request> & { readonly once?: Once } = {},
  ): Promise<number | string> => {
    const { once, ...rest } = more;
    const request = { interface: 'export', url: `http://h.test${path}`, ...rest };
    return client.send(request, { ...defined({ once }), fresh: true }).then(
      ({ status }) => status,
      (error: unknown) =>
        error instanceof Lost ? `${error.kind}: ${error.message}` : Promise.reject(error),
    );
  };
  const askAll = async (...paths: readonly string[]): Promise<void> => {
    for (const path of paths) await ask(path);
    sent.length = 0;
  };
  return { client, ask, askAll, sent, now: () => now };
}

type Next = number | readonly [status: number, retryAfter: string] | Lost | Promise<RawAnswer>;

export const answerOf = (status: number, after?: string): RawAnswer => ({
  status,
  headers: after === undefined ? [] : [['Retry-After', after]],
  body: Buffer.from('[]'),
});

/** A client of a host that answers with these, one after the other, and then with the last. */
export function answering(script: readonly Next[] = [200], options: Partial<WireOptions> = {}) {
  const time = { now: 0 };
  const sent: { url: string; at: number }[] = [];
  const recorded: Exchange[] = [];
  const client = new HttpClient({
    transport: {
      send: async ({ url }) => {
        const came = script[Math.min(sent.length, script.length - 1)] ?? 200;
        sent.push({ url, at: time.now });
        if (came instanceof Lost) throw came;
        if (came instanceof Promise) return came;
        return typeof came === 'number' ? answerOf(came) : answerOf(...(came as [number, string]));
      },
      close: async () => undefined,
    },
    redactor: new Redactor([]),
    clock: {
      now: () => BEGUN + time.now,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        time.now += ms;
      },
    },
    record: (exchange) => recorded.push(exchange),
    ...options,
  });
  return {
    client,
    time,
    sent,
    recorded,
    ask: (path = '/a', more = {}, how = {}) => client.send(get(path, more), how),
  };
}
export const get = (path: string, more: Partial<Request> = {}): Request => ({
  interface: 'export',
  url: `http://h.test${path}`,
  ...more,
});
