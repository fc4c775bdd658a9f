import type { ClauseId } from '../../../suites/clients/topics.js';
import type { World } from '../in-process.js';
import type { PlainClient } from './plain-client.js';

/** A client with one deliberate fault. */
export interface BrokenClient {
  readonly id: string;
  readonly clause: ClauseId;
  /** What it does, as the predicate of a sentence. */
  readonly sentence: string;
  /** Scenarios that must notice, without their `clients.`. */
  readonly scenarios: readonly string[];
  /**
   * Other scenarios in which the fault shows, where those of the clause judge what happens in all.
   */
  readonly during?: readonly string[];
  /** Its verdict. Default: by the level of the clause. */
  readonly verdict?: 'warning';
  readonly Client: new (world: World) => PlainClient;
}
