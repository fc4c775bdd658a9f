import { UsageError } from '../../settings/index.js';

/** A clock of the calendar, in milliseconds since 1970, and a way to wait that an interruption ends. */
export interface Calendar {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const calendar: Calendar = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(end, ms);
      function end(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      }
      signal?.addEventListener('abort', end);
    }),
};

/** Connections are opened so long before the start: long enough for every one, too short for a target to close them. */
const OPENING_MS = 3000;

/** The moment at which generators that share a schedule start, each on its own machine. */
export interface CommonStart {
  /** Resolves when it is time to open the connections. */
  opening(signal?: AbortSignal): Promise<void>;
  /** Resolves at the start itself, when the connections are open. Rejects with a UsageError where it has passed by then. */
  start(signal?: AbortSignal): Promise<void>;
}

/** `at` is milliseconds since 1970. How well generators agree is how well the clocks of their machines do. */
export const commonStart = (at: number, { now, wait }: Calendar = calendar): CommonStart => ({
  opening: async (signal) => {
    if (at - now() > OPENING_MS) await wait(at - now() - OPENING_MS, signal);
  },
  start: async (signal) => {
    const left = at - now();
    if (left < 0) {
      throw new UsageError(
        `The common start had passed ${Math.ceil(-left)} ms before the connections were open. ` +
          'Give every generator a later --start-at.',
      );
    }
    await wait(left, signal);
  },
});
