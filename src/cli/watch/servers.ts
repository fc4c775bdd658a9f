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

  /** Whether a server was down at the last test. */
  get down(): boolean {
    return this.#down.size > 0;
  }

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

  async watch(watching: Watching): Promise<void> {
    const { clock, signal } = watching;
    while (this.#addresses.length > 0 && !signal.aborted) {
      await this.look(watching);
      await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    }
  }
}

/** The time between two tests. */
const LOOK_MS = 100;

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
