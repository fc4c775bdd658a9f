import type { ObserveOptions, Second } from '../record/observer.js';

/** Receives measurements during a run. */
export interface Output {
  /** The data about single requests that the output needs. */
  readonly observes: ObserveOptions;
  /** The file or the address of the output, for messages to users. */
  readonly place: string;
  /**
   * Whether another program receives the measurements. If it fails, the run keeps its verdict.
   */
  readonly remote?: boolean;
  /** Receives the measurements of one second. */
  second(second: Second): void;
  /** Ends the output. Resolves when all data is delivered. */
  close(): Promise<void>;
}

/** For an output that needs no data about single requests. */
export const NOTHING: ObserveOptions = { samples: 0, durations: false };

/** The data about single requests that at least one of the outputs needs. */
export const observesAll = (outputs: readonly Output[]): ObserveOptions => ({
  samples: Math.max(0, ...outputs.map(({ observes }) => observes.samples)),
  durations: outputs.some(({ observes }) => observes.durations),
});
