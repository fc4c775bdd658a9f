import type { ObserveOptions, Second } from '../record/index.js';

/** Receives measurements during a run. */
export interface Output {
  /** The data about single requests that the output needs. */
  readonly observes: ObserveOptions;
  /** The file or the address of the output, for messages to users. */
  readonly place: string;
  second(second: Second): void;
  /** Ends the output. Resolves when all data was delivered. */
  close(): Promise<void>;
}

/** An output that shows no single requests needs no data about them. */
export const NOTHING: ObserveOptions = { samples: 0, durations: false };

export const observesAll = (outputs: readonly Output[]): ObserveOptions => ({
  samples: Math.max(0, ...outputs.map(({ observes }) => observes.samples)),
  durations: outputs.some(({ observes }) => observes.durations),
});
