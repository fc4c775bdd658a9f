/**
 * The type of a scenario, and the function that determines its result. A scenario tests an API
 * client against scripted servers.
 */

import { type Finding, skipped } from '../../src/harness/index.js';
import type { Recording } from './recording.js';
import { describeEnding, type Rule, unfinished, warning } from './rule.js';
import type { Script } from './script.js';

/** The exit code of a client that does not implement a task (EX_USAGE of sysexits.h). */
const NOT_IMPLEMENTED = 64;

export interface Scenario {
  /** A permanent id of the form `clients.topic.rule`. */
  readonly id: string;
  readonly clauses: readonly [string, ...string[]];
  readonly title: string;
  /** The value of the environment variable `ASSAY_TASK`. It tells the client what to do. */
  readonly task: string;
  readonly script: Script;
  /** The number of requests after which the client is stopped. The default is 100. */
  readonly maxRequests?: number;
  /**
   * The member is set if the task cannot succeed, so that any exit code is allowed. The default is
   * false.
   */
  readonly hopeless?: boolean;
  /** The first violated rule gives the result. */
  readonly rules: readonly Rule[];
  /** A rule that must hold in the recordings of all scenarios without redirects. */
  readonly everywhere?: Rule;
}

export interface Played {
  readonly scenario: Scenario;
  readonly recording: Recording;
}

export interface Judged {
  readonly finding: Finding;
  readonly evidence: Played;
}

/**
 * The result is, in this order: a failure of the scenario's own rules, a failure of its `everywhere`
 * rule in any scenario, a warning of that rule, and the result of its own rules.
 */
export function judgeScenario(played: Played, all: readonly Played[] = [played]): Judged {
  const own = { finding: ownResult(played), evidence: played };
  const { everywhere } = played.scenario;
  if (everywhere === undefined || isFailure(own.finding)) return own;
  // Scenarios with redirects are left out here, because their own rules test redirected requests.
  const tested = all.filter(({ scenario }) => scenario.script.redirects === undefined);
  const broken = tested.flatMap((evidence): readonly Judged[] => {
    const found = everywhere(evidence.recording);
    if (found?.kind !== 'deviates') return [];
    const where = evidence.scenario.id === played.scenario.id ? '' : `, in ${evidence.scenario.id}`;
    return [{ finding: { ...found, actual: `${found.actual}${where}` }, evidence }];
  });
  const worst = broken.find(({ finding }) => isFailure(finding)) ?? broken[0];
  if (worst !== undefined) return worst;
  if (own.finding.kind !== 'passed' || all.length === 1) return own;
  const noFailure = `no failure of the shared rule in ${tested.length} scenarios`;
  const witness = `${own.finding.witness}; ${noFailure}`;
  return { finding: { kind: 'passed', witness }, evidence: played };
}

const isFailure = (finding: Finding): boolean =>
  finding.kind === 'deviates' && finding.atMost === undefined;

function ownResult({ scenario, recording }: Played): Finding {
  const { task, rules, hopeless = false } = scenario;
  const { requests, code, stopped, leftover } = recording;
  if (code === NOT_IMPLEMENTED && stopped === undefined)
    return skipped(
      'configuration',
      `the client does not implement ${task.split(' ')[0]} (exit code ${NOT_IMPLEMENTED})`,
    );
  if (requests.length === 0) return unfinished(`the task "${task}"`, 'no request', recording);
  for (const rule of rules) {
    const found = rule(recording);
    if (found !== undefined) return found;
  }
  if (stopped !== undefined)
    return unfinished('the process ends when the task is done', 'none', recording);
  if (code !== 0 && !hopeless)
    return warning(
      'exit code 0 when the task is done',
      `the task is done, but ${describeEnding(recording)}`,
    );
  const left = leftover === undefined ? '' : `; the client left a process behind: ${leftover}`;
  return { kind: 'passed', witness: `${describeRequests(recording)}${left}` };
}

function describeRequests({ requests }: Recording): string {
  const hosts = [...new Set(requests.map(({ host }) => host))];
  return hosts
    .map((host) => {
      const count = requests.filter((request) => request.host === host).length;
      return `${count} ${count === 1 ? 'request' : 'requests'} to the ${host} host`;
    })
    .join(', ');
}
