/** Makes the verdict event of a scenario. */

import { asCheck, type Judged, type Scenario } from '../../suites/clients/index.js';
import { verdictEvent } from '../harness/index.js';
import { type Redactor, redactedVerdict } from '../http/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import { transcriptOf } from './transcript.js';

export interface VerdictOptions {
  readonly redactor: Redactor;
  readonly seed: number;
  /** For the instructions that repeat the scenario. Empty for a client without a command. */
  readonly command: string;
  readonly tookMs: number;
}

/**
 * The arguments of `assay` that repeat scenarios. Without a command, `--serve` waits for the
 * client.
 */
const replayOf = (ids: readonly string[], seed: number, command: string): string =>
  command === ''
    ? `client --seed ${seed} --serve ${ids.join(' ')}`
    : `client --scenario ${ids.join(',')} --seed ${seed} -- ${command}`;

const WITH_TRANSCRIPT: ReadonlySet<string> = new Set(['failed', 'warning', 'inconclusive']);

export function verdictOf(
  scenario: Scenario,
  { finding, evidence }: Judged,
  { redactor, seed, command, tookMs }: VerdictOptions,
): VerdictEvent {
  const answers = evidence.recording.requests.map(({ answer }) => answer);
  const event = verdictEvent(asCheck(scenario), finding, { answers, durationMs: tookMs, seed });
  const completed: VerdictEvent = WITH_TRANSCRIPT.has(event.verdict)
    ? { ...event, transcript: transcriptOf(evidence.recording, finding) }
    : event;
  // An `everywhere` rule may be violated in another scenario, which is then repeated, too.
  const scenarioIds =
    scenario.id === evidence.scenario.id ? [scenario.id] : [scenario.id, evidence.scenario.id];
  const replay = event.replay === undefined ? {} : { replay: replayOf(scenarioIds, seed, command) };
  return { ...redactedVerdict(redactor, completed), ...replay };
}
