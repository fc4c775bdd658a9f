/** Notices when a local server stops or restarts. */

import { connect } from 'node:net';
import type { Clock } from '../../http/index.js';

interface Watching {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the address of a server that refuses connections. */
  readonly lost: (address: string) => void;
  /** Called with the address of a server that accepts connections again. */
  readonly back: (address: string) => void;
}

/**
 * Local servers whose restart is noticed. A server has restarted if it refuses connections and
 * later accepts them again.
 */
export class Servers {
  readonly #addresses: readonly string[];
  readonly #down = new Set<string>();

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** Whether a server was down at the last test. */
  get down(): boolean {
    return this.#down.size > 0;
  }

  /** Tests each server once. */
  async look({ lost, back }: Pick<Watching, 'lost' | 'back'>): Promise<void> {
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
      await this.look(watching);
      await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    }
  }
}

/** The milliseconds between two tests of a server. */
const LOOK_MS = 100;

/**
 * Whether a server accepts connections at an address. Nothing is sent, and the connection is closed
 * at once.
 */
const accepts = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port, protocol } = new URL(address);
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });
