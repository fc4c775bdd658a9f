/** The interface of an output of measurements. */

import type { ObserveOptions, Second } from '../record/index.js';

/** Receives measurements during a run. */
export interface Output {
  /** The data about single requests that the output needs. */
  readonly observes: ObserveOptions;
  /** The destination in words for users: a file or an address. */
  readonly place: string;
  second(second: Second): void;
  /** Resolves when all data was delivered. */
  close(): Promise<void>;
}

/** The needs of an output that shows no single requests. */
export const NOTHING: ObserveOptions = { samples: 0, durations: false };

/** The data that several outputs need together. */
export const observesAll = (outputs: readonly Output[]): ObserveOptions => ({
  samples: Math.max(0, ...outputs.map(({ observes }) => observes.samples)),
  durations: outputs.some(({ observes }) => observes.durations),
});
