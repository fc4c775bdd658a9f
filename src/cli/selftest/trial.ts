import { suites } from '../../../suites/index.js';
import { type Check, runSuites } from '../../harness/index.js';
import type { Transport } from '../../http/index.js';
import type { LedgerEvent, VerdictEvent } from '../../ledger/index.js';
import { type CallInProcess, openReference, type ReferenceOptions, startReference } from '../../reference/index.js';
import { type Target, type TargetFile, targetFrom } from '../../settings/index.js';
import { virtualClock } from './virtual-clock.js';

export interface TrialOptions {
  /** Which checks are put to the server. Default all. */
  readonly wanted?: (check: Check) => boolean;
  readonly seed?: number;
  /** Judge with the loaded records as fixture. Default true. */
  readonly fixture?: boolean;
  readonly maxRequests?: number;
  /** False asks no generated requests. Default true. */
  readonly generate?: boolean;
  /** Calls the server in this process instead of over a socket. Default false. */
  readonly inProcess?: boolean;
  /** Called with every request to a server in this process, and its response. */
  readonly seen?: Seen;
  /** Called with every event of the run. */
  readonly record?: (event: LedgerEvent) => void;
}

/** Starts a reference server, puts checks to it on a clock that need not wait, and answers their verdicts. */
export async function trial(
  options: ReferenceOptions,
  { wanted, seed = 1, fixture = true, maxRequests, generate = true, inProcess = false, ...more }: TrialOptions = {},
): Promise<readonly VerdictEvent[]> {
  const clock = virtualClock();
  const serve = inProcess ? openReference : startReference;
  const server = await serve({ clock: clock.now, ...options });
  try {
    const verdicts = new Map<string, VerdictEvent>();
    const record = (event: LedgerEvent): void => {
      more.record?.(event);
      if (event.type === 'verdict') verdicts.set(event.check, event);
    };
    await runSuites(suites, targetOf(server.target, fixture ? server.records : undefined), {
      seed,
      generate,
      clock,
      record,
      toolVersion: 'selftest',
      exchanges: false,
      allowDestructive: true,
      ...('call' in server ? { transport: calling(server.call, more.seen) } : {}),
      ...(wanted === undefined ? {} : { wanted }),
      ...(maxRequests === undefined ? {} : { maxRequests }),
    });
    return [...verdicts.values()];
  } finally {
    await server.close();
  }
}

type Seen = (sent: Parameters<CallInProcess>[0], received: Awaited<ReturnType<CallInProcess>>) => Promise<void>;

/** A transport without a socket. */
const calling = (call: CallInProcess, seen?: Seen): Transport => ({
  send: async (request) => {
    // Without a socket nothing else would ever let go of what large answers held.
    await new Promise(setImmediate);
    const received = await call(request);
    await seen?.(request, received);
    return received;
  },
  close: async () => undefined,
});

/** The reference server as a target; an unresponsive one is given up soon. */
function targetOf(file: TargetFile, records: readonly Readonly<Record<string, unknown>>[] | undefined): Target {
  const target = targetFrom({ ...file, timeout: '5s' }, 'reference');
  return target.export === undefined || records === undefined
    ? target
    : { ...target, export: { ...target.export, fixture: records } };
}
