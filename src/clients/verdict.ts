/** Makes the verdict event of a scenario. */

import { asCheck, type Judged, type Scenario } from '../../suites/clients/index.js';
import { verdictEvent } from '../harness/index.js';
import { type Redactor, redactedVerdict } from '../http/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import { transcriptOf } from './transcript.js';

/** The facts about the run that a verdict needs. */
export interface VerdictOptions {
  readonly redactor: Redactor;
  readonly seed: number;
  /** The command of the client, for the instructions that repeat the scenario. */
  readonly command: string;
  /** The duration of the scenario in milliseconds. */
  readonly tookMs: number;
}

/** The arguments that repeat scenarios. Without a command, `--serve` waits for the client. */
const replayOf = (ids: readonly string[], seed: number, command: string): string =>
  command === ''
    ? `client --seed ${seed} --serve ${ids.join(' ')}`
    : `client --scenario ${ids.join(',')} --seed ${seed} -- ${command}`;

/** Verdicts that are shown with a transcript. */
const WITH_TRANSCRIPT: ReadonlySet<string> = new Set(['failed', 'warning', 'inconclusive']);

/**
 * The verdict on one scenario. The output of a client may contain its secrets, which are removed.
 */
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
  const scenarioIds =
    scenario.id === evidence.scenario.id ? [scenario.id] : [scenario.id, evidence.scenario.id];
  const again = event.replay === undefined ? {} : { replay: replayOf(scenarioIds, seed, command) };
  return { ...redactedVerdict(redactor, completed), ...again };
}
