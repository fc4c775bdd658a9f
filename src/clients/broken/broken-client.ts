import type { ClauseId } from '../../../suites/clients/topics.js';
import type { World } from '../in-process.js';
import type { PlainClient } from './plain-client.js';

/** A client with one deliberate fault, which the scenarios must detect. */
export interface BrokenClient {
  readonly id: string;
  readonly clause: ClauseId;
  /** The predicate of a sentence whose subject is the client. */
  readonly sentence: string;
  /** The scenarios that must detect the fault, without the prefix `clients.`. */
  readonly scenarios: readonly string[];
  /**
   * Scenarios that are run in addition to `scenarios`. They are needed if only their recordings
   * show the fault, which the `everywhere` rule of a scenario then finds.
   */
  readonly during?: readonly string[];
  /**
   * The verdict that the scenarios must give. Default: `failed` for a must clause, else `warning`.
   */
  readonly verdict?: 'warning';
  readonly Client: new (world: World) => PlainClient;
}
