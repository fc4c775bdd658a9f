import { connect } from 'node:net';
import type { Clock } from '../../http/index.js';

interface Hearing {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the address of a server that refuses connections. */
  readonly lost: (address: string) => void;
  /** Called when it accepts them again. */
  readonly back: (address: string) => void;
}

/** Servers whose restarts are noticed: one that refuses connections, and accepts them again. */
export class Servers {
  readonly #addresses: readonly string[];
  readonly #down = new Set<string>();

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** Whether one was down when it was looked at last. */
  get down(): boolean {
    return this.#down.size > 0;
  }

  /** Looks at each of them once. */
  async look({ lost, back }: Pick<Hearing, 'lost' | 'back'>): Promise<void> {
    for (const address of this.#addresses) {
      if (await accepts(address)) {
        if (this.#down.delete(address)) back(address);
      } else if (!this.#down.has(address)) {
        this.#down.add(address);
        lost(address);
      }
    }
  }

  /** Looks at them until the signal fires. */
  async watch(hearing: Hearing): Promise<void> {
    const { clock, signal } = hearing;
    while (this.#addresses.length > 0 && !signal.aborted) {
      await this.look(hearing);
      await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    }
  }
}

/** Milliseconds between two looks at a server. */
const LOOK_MS = 100;

/**
 * Whether something accepts connections there. Nothing is sent, and the connection ends at once.
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
