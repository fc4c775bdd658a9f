import { asCheck, type Judged, type Scenario } from '../../suites/clients/index.js';
import { verdictEvent } from '../harness/index.js';
import { type Redactor, redactedVerdict } from '../http/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import { transcriptOf } from './transcript.js';

export interface VerdictOptions {
  readonly redactor: Redactor;
  readonly seed: number;
  /** How the command line names the client, for the words that play the scenario again. */
  readonly command: string;
  /** Milliseconds. */
  readonly tookMs: number;
}

/** The arguments that play scenarios again; a client without a command is served to. */
const replayOf = (ids: readonly string[], seed: number, command: string): string =>
  command === ''
    ? `client --seed ${seed} --serve ${ids.join(' ')}`
    : `client --scenario ${ids.join(',')} --seed ${seed} -- ${command}`;

/** Verdicts that need an explanation. */
const TOLD: ReadonlySet<string> = new Set(['failed', 'warning', 'inconclusive']);

/**
 * The verdict on one scenario. What a client printed may hold its secrets, and is quoted in
 * reasons.
 */
export function verdictOf(
  scenario: Scenario,
  { finding, shown }: Judged,
  { redactor, seed, command, tookMs }: VerdictOptions,
): VerdictEvent {
  const answers = shown.recording.requests.map(({ answer }) => answer);
  const event = verdictEvent(asCheck(scenario), finding, { answers, durationMs: tookMs, seed });
  const told: VerdictEvent = TOLD.has(event.verdict)
    ? { ...event, transcript: transcriptOf(shown.recording, finding) }
    : event;
  const both = scenario.id === shown.scenario.id ? [scenario.id] : [scenario.id, shown.scenario.id];
  const again = event.replay === undefined ? {} : { replay: replayOf(both, seed, command) };
  return { ...redactedVerdict(redactor, told), ...again };
}
