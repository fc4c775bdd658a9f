import { type Check, checksFor, type Finding } from '../../src/harness/index.js';
import { type ClauseId, clauses } from './clauses.js';
import { unfinished } from './ending.js';
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
  /** The task cannot succeed, so that any exit code is right. Default false. */
  readonly hopeless?: boolean;
  /** Answers a witness, or what was found; throws what it finds wrong. */
  readonly judge: (recording: Recording) => string | Finding;
  /** What must hold whatever the task: it is put to the recordings of all scenarios. Throws what it finds wrong. */
  readonly everywhere?: (recording: Recording) => void;
}

/** So many calls of the template list are needed to judge; with fewer the client did not do its task. */
export function needCalls(recording: Recording, count: number): void {
  const calls = templateCalls(recording).filter(({ path }) => path === TEMPLATES_PATH);
  if (calls.length < count)
    unfinished(`${count} calls of ${TEMPLATES_PATH}`, String(calls.length), recording, calls.slice(-3));
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
