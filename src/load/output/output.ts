import type { ObserveOptions, Second } from '../record/index.js';

/** An output of measurements during a run. */
export interface Output {
  /** What it needs to hear of single requests. */
  readonly observes: ObserveOptions;
  /** The destination, for people: a file or an address. */
  readonly place: string;
  second(second: Second): void;
  /** Resolves when everything was delivered. */
  close(): Promise<void>;
}

export const NOTHING: ObserveOptions = { samples: 0, durations: false };

/** What several outputs need together. */
export const observesAll = (outputs: readonly Output[]): ObserveOptions => ({
  samples: Math.max(0, ...outputs.map(({ observes }) => observes.samples)),
  durations: outputs.some(({ observes }) => observes.durations),
});
