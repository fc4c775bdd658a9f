import path from 'node:path';
import { Redactor } from '../../http/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { tokenUrlOf } from '../scenario/index.js';
import { readEntries } from './entry.js';
import { type RecordedRequest, requestOf } from './request.js';

export interface RecordedProfile {
  /** As `schemas/load-profile.schema.json` has it. */
  readonly profile: object;
  /** What was left out or changed, in words, each with how often. */
  readonly notes: readonly string[];
}

interface Scenario {
  readonly flow: 'token' | 'request';
  readonly request?: RecordedRequest;
}

const MOST_SCENARIOS = 50;

/**
 * A recording as a profile: each different request a scenario, as often as it was recorded, at the rate of the recording.
 * It contains no credential of the recording. Throws a UsageError if no request is for the target.
 */
export function profileOfHar(file: string, target: Target): RecordedProfile {
  const entries = readEntries(file);
  const redactor = new Redactor(target.secrets);
  const scenarios = new Map<string, Scenario & { name: string; weight: number }>();
  const notes = new Map<string, number>();
  const note = (text: string): void => void notes.set(text, (notes.get(text) ?? 0) + 1);
  let kept = 0;
  for (const entry of entries) {
    const made = entry.url === tokenUrlOf(target) ? ({ flow: 'token' } as const) : requestOf(entry, target);
    if ('left' in made) note(`Left out: ${made.left}`);
    else {
      for (const one of 'notes' in made ? made.notes : []) note(one);
      const scenario: Scenario = 'flow' in made ? made : { flow: 'request', request: made.request };
      const key = JSON.stringify(scenario);
      if (redactor.text(key) !== key) {
        note('Left out: it contains what looks like a credential');
        continue;
      }
      kept += 1;
      const known = scenarios.get(key);
      if (known) known.weight += 1;
      else scenarios.set(key, { ...scenario, name: nameFor(scenario, scenarios.size), weight: 1 });
    }
  }
  if (kept === 0) throw new UsageError(`No request of ${file} goes to the target. ${[...notes.keys()].join('; ')}`);
  const often = [...scenarios.values()].sort((a, b) => b.weight - a.weight);
  for (const { name } of often.slice(MOST_SCENARIOS))
    note(`Left out: ${name}, beyond ${MOST_SCENARIOS} different requests`);
  const times = entries.map(({ at }) => at).filter(Number.isFinite);
  const seconds = Math.max(1, (Math.max(...times) - Math.min(...times)) / 1000);
  const name = path.basename(file).replace(/\.har$/i, '');
  const profile = {
    name,
    description: `Recorded: ${kept} requests in ${seconds.toFixed(0)} s.`,
    model: 'open',
    stages: [{ duration: '30s', rate: Math.max(1, Math.round(kept / seconds)) }],
    scenarios: often.slice(0, MOST_SCENARIOS),
    thresholds: [{ metric: 'errors', max: 0.01 }],
  };
  return { profile, notes: [...notes].map(([text, count]) => `${text} (${count} ×)`) };
}

function nameFor({ flow, request }: Scenario, turn: number): string {
  if (!request) return flow;
  return `${turn + 1}: ${request.method ?? 'GET'} ${request.path}`;
}
