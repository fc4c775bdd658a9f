import { connect } from 'node:net';
import type { Clock } from '../../http/index.js';

interface Watching {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when a server refuses connections. */
  readonly lost: (address: string) => void;
  /** Called when a server accepts connections again. */
  readonly back: (address: string) => void;
}

/**
 * Notices restarts of local servers: a restarted server refuses connections and later accepts them
 * again.
 */
export class Servers {
  readonly #addresses: readonly string[];
  readonly #down = new Set<string>();

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** Whether any server was down at the last test. */
  get down(): boolean {
    return this.#down.size > 0;
  }

  /** Tests each server once. */
  async testAll({ lost, back }: Pick<Watching, 'lost' | 'back'>): Promise<void> {
    for (const address of this.#addresses) {
      if (await accepts(address)) {
        if (this.#down.delete(address)) back(address);
      } else if (!this.#down.has(address)) {
        this.#down.add(address);
        lost(address);
      }
    }
  }

  /** Tests the servers until the signal aborts. */
  async watch(watching: Watching): Promise<void> {
    const { clock, signal } = watching;
    while (this.#addresses.length > 0 && !signal.aborted) {
      await this.testAll(watching);
      await clock.sleep(INTERVAL_MS, signal).catch(() => undefined);
    }
  }
}

/** The time between two tests. */
const INTERVAL_MS = 100;

const accepts = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port, protocol } = new URL(address);
    const defaultPort = protocol === 'https:' ? 443 : 80;
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port) || defaultPort });
    const end = (isAccepted: boolean) => () => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });
