import type { ClauseId } from '../../../suites/clients/topics.js';
import type { World } from '../in-process.js';
import type { PlainClient } from './plain-client.js';

/** A client with one deliberate fault. Tests run it to show that the scenarios detect the fault. */
export interface BrokenClient {
  readonly id: string;
  readonly clause: ClauseId;
  /** The fault, as the predicate of a sentence. */
  readonly sentence: string;
  /** The scenarios that must detect the fault, without the prefix `clients.`. */
  readonly scenarios: readonly string[];
  /**
   * Further scenarios in which the fault occurs. They are run, too, because the scenarios of some
   * clauses test the recordings of all scenarios.
   */
  readonly during?: readonly string[];
  /** The expected verdict. Default: by the level of the clause. */
  readonly verdict?: 'warning';
  readonly Client: new (world: World) => PlainClient;
}
