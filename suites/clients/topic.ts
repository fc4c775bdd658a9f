/** The types of the clauses (requirements) for API clients. */

import type { Clause } from '../../src/harness/clause.js';
import type { Recorded, Recording } from './recording.js';
import type { Rule } from './rule.js';
import type { Scenario } from './scenario.js';

export { must, should } from '../../src/harness/clause.js';

/** A scenario without `id` and `clauses`, because these are keys of the tables below. */
export type ScenarioRow = Omit<Scenario, 'id' | 'clauses'>;

interface ClientTopic {
  readonly clause: Clause;
  /** Scenarios by the ids of their checks. */
  readonly scenarios: Readonly<Record<string, ScenarioRow>>;
  /** Checks of recorded traffic by their ids. */
  readonly traffic?: Readonly<Record<string, TrafficRow>>;
}

/** Topics by the ids of their clauses, in the order of the document. */
export type ClientTopics = Readonly<Record<string, ClientTopic>>;

/** A rule for recorded requests of a client in normal use, without a scripted server. */
export interface TrafficRow {
  readonly title: string;
  /** The requests that the rule tests. The check is skipped if there are none. */
  readonly tests: (recording: Recording) => readonly Recorded[];
  readonly rule: Rule;
}
