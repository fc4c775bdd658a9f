import { type Check, checksFor, type Finding, skipped } from '../../src/harness/suite.js';
import { type ClauseId, clauses } from './clauses.js';
import type { Recording } from './recording.js';
import { ending, type Rule, unfinished, warning } from './rule.js';
import type { Script } from './script.js';

/** Exit code by which a client says that it does not do such a task (EX_USAGE of sysexits.h). */
const NOT_IMPLEMENTED = 64;

/** One thing that a client is asked to do, before servers that follow a script, and what is demanded of it. */
export interface Scenario {
  /** `clients.topic.rule`, permanent. */
  readonly id: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly title: string;
  /** `ASSAY_TASK`, as `tasks` explains it. */
  readonly task: string;
  readonly script: Script;
  /** Requests after which the client is stopped. Default 100. */
  readonly maxRequests?: number;
  /** The task cannot succeed, so that any exit code is right. Default false. */
  readonly hopeless?: boolean;
  /** One after the other, up to the first that is not met. */
  readonly rules: readonly Rule[];
  /** What must hold whatever the task: it is put to the recordings of all scenarios. */
  readonly everywhere?: Rule;
}

/** A scenario as it is written under its clause and id. */
export type ScenarioRow = Omit<Scenario, 'id' | 'clauses'>;

export const scenariosIn = (
  table: Readonly<Record<`${ClauseId} ${string}`, ScenarioRow>>,
): readonly Scenario[] =>
  Object.entries<ScenarioRow>(table).map(([heading, scenario]) => {
    const [clause, id = ''] = heading.split(' ') as [ClauseId, string?];
    return { ...scenario, id, clauses: [clause] };
  });

const check = checksFor('clients', clauses, []);

/** A scenario as a check, for verdicts, lists and explanations; a target has no part in it. */
export const asCheck = ({ id, clauses: ids, title, maxRequests = 100 }: Scenario): Check =>
  check({
    id,
    clauses: ids,
    title,
    requests: { least: 1, most: maxRequests },
    run: () => Promise.reject(new Error(`${id} is run by "assay client"`)),
  });

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
  const own = { finding: judgeOwn(played), shown: played };
  const { everywhere } = played.scenario;
  if (everywhere === undefined || isFailure(own.finding)) return own;
  // What a redirect tempts to is judged by its own scenario.
  const broken = all
    .filter(({ scenario }) => scenario.script.redirects === undefined)
    .flatMap((shown): readonly Judged[] => {
      const found = everywhere(shown.recording);
      if (found?.kind !== 'deviates') return [];
      const where = shown.scenario.id === played.scenario.id ? '' : `, in ${shown.scenario.id}`;
      return [{ finding: { ...found, actual: `${found.actual}${where}` }, shown }];
    });
  const worst = broken.find(({ finding }) => isFailure(finding)) ?? broken[0];
  if (worst !== undefined || own.finding.kind !== 'passed' || all.length === 1) return worst ?? own;
  const witness = `${own.finding.witness}; no other failure in ${all.length} scenarios`;
  return { finding: { kind: 'passed', witness }, shown: played };
}

const isFailure = (finding: Finding): boolean =>
  finding.kind === 'deviates' && finding.atMost === undefined;

function judgeOwn({ scenario, recording }: Played): Finding {
  const { task, rules, hopeless = false } = scenario;
  const { requests, code, stopped, leftover } = recording;
  if (code === NOT_IMPLEMENTED && stopped === undefined)
    return skipped(
      'configuration',
      `the client does not do ${task.split(' ')[0]} (exit code ${NOT_IMPLEMENTED})`,
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
      `all of that, and then ${ending(recording)}`,
    );
  // A process that outlived its client is named also where nothing is wrong.
  const left = leftover === undefined ? '' : `; it left a process behind: ${leftover}`;
  return { kind: 'passed', witness: `${witnessOf(recording)}${left}` };
}

function witnessOf({ requests }: Recording): string {
  const hosts = [...new Set(requests.map(({ host }) => host))];
  return hosts
    .map((host) => {
      const count = requests.filter((request) => request.host === host).length;
      return `${count} ${count === 1 ? 'request' : 'requests'} to the ${host} host`;
    })
    .join(', ');
}
