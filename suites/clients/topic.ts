import type { Clause } from '../../src/harness/clause.js';
import type { Recorded, Recording } from './recording.js';
import type { Rule } from './rule.js';
import type { Scenario } from './scenario.js';

export { must, should } from '../../src/harness/clause.js';

/** A scenario as it is written below its clause and id. */
export type ScenarioRow = Omit<Scenario, 'id' | 'clauses'>;

/** One clause that a client must satisfy, and all that tests it. */
interface ClientTopic {
  /** What it demands, where the document says so, and how it is tested. */
  readonly clause: Clause;
  /** Tasks of a client, by the ids of their checks. */
  readonly scenarios: Readonly<Record<string, ScenarioRow>>;
  /** Checks of recorded traffic, by their ids. */
  readonly traffic?: Readonly<Record<string, TrafficRow>>;
}

/** Topics by the ids of their clauses, in the order of the document. */
export type ClientTopics = Readonly<Record<string, ClientTopic>>;

/** A rule for the requests of a client at its own work, when no server followed a script. */
export interface TrafficRow {
  readonly title: string;
  /** The requests that the rule tests; without any the check is skipped. */
  readonly tests: (recording: Recording) => readonly Recorded[];
  readonly rule: Rule;
}
