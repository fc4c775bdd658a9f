import type { ObserveOptions, Second } from '../record/index.js';

/** Receives measurements during a run. */
export interface Output {
  /** The needed data about single requests. */
  readonly observes: ObserveOptions;
  /** A file or an address, in words for users. */
  readonly place: string;
  second(second: Second): void;
  /** Resolves when all data was delivered. */
  close(): Promise<void>;
}

/** For an output that shows no single requests. */
export const NOTHING: ObserveOptions = { samples: 0, durations: false };

export const observesAll = (outputs: readonly Output[]): ObserveOptions => ({
  samples: Math.max(0, ...outputs.map(({ observes }) => observes.samples)),
  durations: outputs.some(({ observes }) => observes.durations),
});
