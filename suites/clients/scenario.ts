import { type Check, checksFor, type Finding, Found } from '../../src/harness/index.js';
import { type ClauseId, clauses } from './clauses.js';
import { type Recording, TEMPLATES_PATH, templateCalls } from './recording.js';
import type { Script } from './script.js';

/** Exit code by which a client says that it does not do such a task (EX_USAGE of sysexits.h). */
export const NOT_IMPLEMENTED = 64;

/** One thing that a client is asked to do, before servers that follow a script, and what is demanded of it. */
export interface Scenario {
  /** `clients.topic.rule`, permanent. */
  readonly id: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly title: string;
  /** `ASSAY_TASK`, as `tasks.ts` explains it. */
  readonly task: string;
  readonly script: Script;
  /** Requests after which the client is stopped. Default 100. */
  readonly maxRequests?: number;
  /** Answers a witness; throws what it finds wrong. */
  readonly judge: (recording: Recording) => string;
}

/** What a recording comes to. A client that did nothing never passes. */
export function judgeScenario({ task, judge }: Scenario, recording: Recording): Finding {
  const { requests, code, stopped } = recording;
  if (requests.length === 0) {
    return code === NOT_IMPLEMENTED
      ? {
          kind: 'skipped',
          cause: 'configuration',
          reason: `the client does not do ${task.split(' ')[0]} (exit code 64)`,
        }
      : { kind: 'inconclusive', reason: `the client sent no request: ${ending(recording)}` };
  }
  try {
    const witness = judge(recording);
    return stopped === undefined
      ? { kind: 'passed', witness }
      : { kind: 'inconclusive', reason: `nothing was wrong, but the client had to be stopped: ${ending(recording)}` };
  } catch (error) {
    if (error instanceof Found) return withEnding(error.finding, recording);
    throw error;
  }
}

/** What could not be judged because the client was stopped says so. */
const withEnding = (finding: Finding, recording: Recording): Finding =>
  finding.kind === 'inconclusive' && recording.stopped !== undefined && !finding.reason.includes(ending(recording))
    ? { ...finding, reason: `${finding.reason}: ${ending(recording)}` }
    : finding;

/** How the client ended, for reasons. */
export function ending({ code, stopped, stderr }: Recording): string {
  const how =
    stopped === 'time'
      ? 'it ran too long'
      : stopped === 'requests'
        ? 'it asked without end'
        : code === null
          ? 'a signal ended it'
          : `exit code ${code}`;
  const said = stderr.trim().split('\n').at(-1)?.trim() ?? '';
  return said === '' ? how : `${how}, and it said: ${said.slice(0, 200)}`;
}

/** So many calls of the template list are needed to judge; with fewer the client did not do its task. */
export function needCalls(recording: Recording, count: number): void {
  const done = templateCalls(recording).filter(({ path }) => path === TEMPLATES_PATH).length;
  if (done >= count) return;
  const finding: Finding = {
    kind: 'inconclusive',
    reason: `the client called ${TEMPLATES_PATH} ${done} times where its task asks for ${count}: ${ending(recording)}`,
  };
  throw new Found(finding);
}

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
