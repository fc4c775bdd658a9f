import { type Finding, Found } from '../../src/harness/index.js';
import { ending, unfinished } from './ending.js';
import type { Recording } from './recording.js';
import { NOT_IMPLEMENTED, type Scenario } from './scenario.js';

/** A scenario that a client has been through. */
export interface Played {
  readonly scenario: Scenario;
  readonly recording: Recording;
}

/** What a scenario comes to, and the recording that shows it. */
export interface Judged {
  readonly finding: Finding;
  readonly shown: Played;
}

/** What a client that went through a scenario, and through all the others, is to be told of it. */
export function judgeScenario(played: Played, all: readonly Played[] = [played]): Judged {
  const finding = findingOf(() => judgeOwn(played));
  if (finding.kind === 'deviates' && !isMild(finding)) return { finding, shown: played };
  const { everywhere } = played.scenario;
  if (everywhere === undefined) return { finding, shown: played };
  // What a redirect tempts to is judged by its own scenario.
  const broken = all
    .filter(({ scenario }) => scenario.script.redirects === undefined)
    .flatMap((shown): readonly Judged[] => {
      const found = findingOf(() => {
        everywhere(shown.recording);
        return '';
      });
      return found.kind === 'deviates' ? [{ finding: at(found, shown, played), shown }] : [];
    });
  const worst = broken.find((judged) => !isMild(judged.finding)) ?? broken[0];
  return worst ?? { finding: withBreadth(finding, all.length), shown: played };
}

const isMild = (finding: Finding): boolean => finding.kind === 'deviates' && finding.atMost !== undefined;

/** A finding of another scenario's recording says whose. */
const at = (finding: Extract<Finding, { kind: 'deviates' }>, { scenario }: Played, own: Played): Finding =>
  scenario.id === own.scenario.id ? finding : { ...finding, actual: `${finding.actual}, in ${scenario.id}` };

const withBreadth = (finding: Finding, count: number): Finding =>
  finding.kind === 'passed' && count > 1
    ? { ...finding, witness: `${finding.witness}; nothing else in ${count} scenarios` }
    : finding;

function judgeOwn({ scenario, recording }: Played): string | Finding {
  const { task, judge, hopeless = false } = scenario;
  const { requests, code, stopped } = recording;
  if (code === NOT_IMPLEMENTED && stopped === undefined)
    return {
      kind: 'skipped',
      cause: 'configuration',
      reason: `the client does not do ${task.split(' ')[0]} (exit code ${NOT_IMPLEMENTED})`,
    };
  if (requests.length === 0) return unfinished(`the task "${task}"`, 'no request', recording);
  const result = judge(recording);
  const passes = typeof result === 'string' || result.kind === 'passed';
  if (!passes) return result;
  if (stopped !== undefined) unfinished('an end by itself once the task is done', 'none', recording);
  if (code === 0 || hopeless) return withLeftover(result, recording);
  const actual = `all that is right, and then ${ending(recording)}`;
  return {
    kind: 'deviates',
    expected: 'exit code 0 of a client that did its task',
    actual,
    answers: [],
    atMost: 'warning',
  };
}

/** A process that outlived its client is named also where nothing is wrong. */
const withLeftover = (result: string | Finding, { leftover }: Recording): string | Finding =>
  typeof result === 'string' && leftover !== undefined ? `${result}; it left a process behind: ${leftover}` : result;

function findingOf(judge: () => string | Finding): Finding {
  try {
    const result = judge();
    return typeof result === 'string' ? { kind: 'passed', witness: result } : result;
  } catch (error) {
    if (error instanceof Found) return error.finding;
    throw error;
  }
}
