/** Runs checks on a reference server for the self-test. */

import { suites as allSuites } from '../../suites/index.js';
import { defined } from '../defined.js';
import { type Check, type Diagnose, runSuites, type Suite } from '../harness/index.js';
import { decodeBody, Lost, type Transport } from '../http/index.js';
import type { LedgerEvent, VerdictEvent } from '../ledger/index.js';
import {
  type CallInProcess,
  openReference,
  pausesOf,
  type ReferenceOptions,
  startReference,
} from '../reference/index.js';
import { type Target, type TargetFile, targetFrom } from '../settings/index.js';
import { StillClock, virtualClock } from './virtual-clock.js';

export interface TrialOptions {
  /** Default: all checks. */
  readonly wanted?: (check: Check) => boolean;
  readonly seed?: number;
  /** Whether the records of the server become the fixture of the target. Default true. */
  readonly fixture?: boolean;
  readonly maxRequests?: number;
  /**
   * The number of requests that each check may send, by the id of the check. By default it is
   * derived from `maxRequests`.
   */
  readonly allowances?: ReadonlyMap<string, number>;
  /** Whether randomly generated requests are sent. Default true. */
  readonly generate?: boolean;
  /**
   * Calls the server in this process instead of over a socket, with a clock that advances only by
   * waiting. Default false.
   */
  readonly inProcess?: boolean;
  /** Settings of the target that are left out, such as `export.otherDestination`. Default: none. */
  readonly leftOut?: readonly string[];
  /** Called with every request to a server in this process, and its response. */
  readonly seen?: ExchangeListener;
  /** Called with every event of the run. Without it no readings are looked for. */
  readonly record?: (event: LedgerEvent) => void;
  /** Default: the suites of all interfaces. */
  readonly suites?: readonly Suite[];
  /** Finds features that the target does not implement. Default: no feature is looked for. */
  readonly diagnose?: Diagnose;
  /** Records exchanges, from which findings are made. Default false. */
  readonly recordExchanges?: boolean;
}

/** Runs the checks, and returns their last verdicts. The clock of the run does not really wait. */
export async function trial(
  { latencyMs, ...options }: ReferenceOptions,
  {
    wanted,
    seed = 1,
    fixture = true,
    maxRequests,
    allowances,
    generate = true,
    inProcess = false,
    leftOut = [],
    suites = allSuites,
    diagnose,
    recordExchanges = false,
    ...more
  }: TrialOptions = {},
): Promise<readonly VerdictEvent[]> {
  const still = new StillClock();
  const clock = inProcess ? still : virtualClock();
  const serverOptions = { clock: clock.now, ...options };
  const inProcessServer = inProcess ? openReference(serverOptions) : undefined;
  const server =
    inProcessServer ??
    (await startReference({ ...serverOptions, ...(latencyMs && { latencyMs }) }));
  try {
    const verdicts = new Map<string, VerdictEvent>();
    const record = (event: LedgerEvent): void => {
      more.record?.(event);
      if (event.type === 'verdict') verdicts.set(event.check, event);
    };
    await runSuites(
      suites,
      targetOf(without(server.target, leftOut), fixture ? server.records : undefined),
      {
        seed,
        generate,
        clock,
        record,
        toolVersion: 'selftest',
        recordExchanges,
        allowDestructive: true,
        // Readings appear only in recorded findings, and not in the returned verdicts.
        explains: more.record !== undefined,
        ...(inProcessServer && {
          transport: calling(inProcessServer.call, still, pausesOf(latencyMs ?? 2), more.seen),
        }),
        ...defined({ wanted, maxRequests, allowances, diagnose }),
      },
    );
    return [...verdicts.values()];
  } finally {
    await server.close();
  }
}

type Received = Awaited<ReturnType<CallInProcess>>;
type ExchangeListener = (sent: Parameters<CallInProcess>[0], received: Received) => Promise<void>;

/** Calls a server in this process. Each request takes `pause()` milliseconds on the clock. */
export const calling = (
  call: CallInProcess,
  clock: StillClock,
  pause: () => number,
  seen?: ExchangeListener,
): Transport => ({
  send: (request) =>
    clock.pass(pause(), async () => {
      // The memory of large responses is released only when the event loop continues. Without a
      // socket only `setImmediate` lets it continue.
      await new Promise(setImmediate);
      const received = await call(request);
      await seen?.(request, received);
      return asClientReads(received);
    }),
  close: async () => undefined,
});

/**
 * Returns a response without its content coding, as a client reads it. Throws `Lost` if the body is
 * shorter than its `Content-Length`, or if it cannot be decoded.
 */
function asClientReads({ status, headers, body }: Received): Received {
  // An empty body may be that of a response to HEAD.
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  if (length !== undefined && Number(length) > body.length && body.length > 0)
    throw new Lost('reset', `the connection ended after ${body.length} of ${length} bytes`);
  const decoded = decodeBody(body, headers);
  if (decoded === undefined) throw new Lost('malformed', 'the content coding cannot be read');
  return { status, headers, body: decoded };
}

/** `settings` are paths of the settings to leave out, such as `handover.from`. */
function without(file: TargetFile, settings: readonly string[]): TargetFile {
  const reduced = structuredClone(file) as unknown as Record<string, unknown>;
  for (const setting of settings) {
    const [first = '', second] = setting.split('.');
    if (second === undefined) delete reduced[first];
    else delete (reduced[first] as Record<string, unknown> | undefined)?.[second];
  }
  return reduced as unknown as TargetFile;
}

/** Makes the target of a test. The records, if given, become the fixture of its export API. */
export function targetOf(
  file: TargetFile,
  records: readonly Readonly<Record<string, unknown>>[] | undefined,
): Target {
  const target = targetFrom({ ...file, timeout: '5s' }, 'reference');
  return target.export === undefined || records === undefined
    ? target
    : { ...target, export: { ...target.export, fixture: records } };
}
