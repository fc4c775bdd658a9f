import type { ObserveOptions, Second } from '../record/index.js';

/** Somewhere that a run is told to while it goes on. */
export interface Output {
  /** What it needs to hear of single requests. */
  readonly observes: ObserveOptions;
  /** Where it goes, for people: a file or an address. */
  readonly place: string;
  second(second: Second): void;
  /** Everything that was told is where it belongs when this resolves. */
  close(): Promise<void>;
}

export const NOTHING: ObserveOptions = { samples: 0, durations: false };

/** What several outputs need together. */
export const observesAll = (outputs: readonly Output[]): ObserveOptions => ({
  samples: Math.max(0, ...outputs.map(({ observes }) => observes.samples)),
  durations: outputs.some(({ observes }) => observes.durations),
});
