/** Runs one visit: one run of a scenario by one virtual user. */

import type { Pool } from '../engine/pool.js';
import type { Outcome, Ticket } from '../engine/ticket.js';
import { pauseMs, type Think } from '../profile/think.js';
import type { Account, Recorder } from '../record/recorder.js';
import type { LoadRequest, Step, StepResult, Visit } from '../scenario/step.js';
import type { Judge } from './judge.js';
import { inUtf8, withoutCoding } from './plain-answer.js';
import type { Timers } from './timers.js';

/** All visits of a run share these data. Times are in milliseconds since the schedule started. */
export interface VisitContext {
  readonly recorder: Recorder;
  readonly pools: ReadonlyMap<string, Pool>;
  readonly timers: Timers;
  now(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /** The share of responses whose bodies are tested. */
  readonly sample: number;
  /** Rules for sampled responses, in addition to the expectations of their requests. */
  readonly judge: Judge | undefined;
  /** The number of visits in progress. */
  active: number;
}

const RESUMED: StepResult = { kind: 'resumed' };

/** A scenario, as a visitor needs it. */
export interface Entry {
  readonly scenario: string;
  /** The pause between two requests. Not used for a sequence, whose steps have their own pauses. */
  readonly think: Think;
  readonly newVisit: () => Visit;
}

/** Sends the requests of a visit, tests sampled responses, and records all outcomes. */
export class Visitor {
  readonly #context: VisitContext;
  readonly #entry: Entry;
  readonly #visit: Visit;
  readonly #startedAt: number;
  readonly #done: (() => void) | undefined;
  #account: Account = { scenario: '', request: undefined, stage: undefined };
  #request: LoadRequest | undefined;
  #sampled = false;
  #hasSent = false;
  /**
   * The reason that is recorded if the visit is abandoned now. Undefined after a response with the
   * expected status. Before the first step, a visit is abandoned only for lack of a data row.
   */
  #obstacle: string | undefined = 'no data row was left';

  /** `done` is called when the visit is over. */
  constructor(context: VisitContext, entry: Entry, startedAt: number, done?: () => void) {
    this.#context = context;
    this.#entry = entry;
    this.#visit = entry.newVisit();
    this.#startedAt = startedAt;
    this.#done = done;
  }

  /** Starts the visit. Its first request is scheduled for the time when the visit was due. */
  start(): void {
    this.#context.active += 1;
    this.#continue(RESUMED, this.#startedAt);
  }

  #continue(result: StepResult, at: number): void {
    const { done, value } = this.#visit.next(result);
    if (done) {
      this.#context.active -= 1;
      const reason =
        value === 'abandoned'
          ? (this.#obstacle ?? 'the next request could not be made')
          : undefined;
      this.#context.recorder.finished(this.#entry.scenario, this.#startedAt, value, reason);
      this.#done?.();
      return;
    }
    this.#take(value, at);
  }

  #take(step: Step, at: number): void {
    const { timers } = this.#context;
    if ('note' in step) {
      this.#note(step.note);
      this.#continue(RESUMED, at);
    } else if ('pauseMs' in step) {
      timers.after(step.pauseMs, () => this.#continue(RESUMED, at + step.pauseMs));
    } else if ('until' in step) {
      // Only a visit that needs a token waits for a callback.
      this.#obstacle = 'no token was obtained';
      step.until(() => this.#continue(RESUMED, this.#context.now()));
    } else if (this.#entry.think.meanMs > 0 && this.#hasSent) {
      const ms = pauseMs(this.#entry.think, this.#context.random);
      timers.after(ms, () => this.#send(step, at + ms));
    } else {
      this.#send(step, at);
    }
  }

  #note(note: Extract<Step, { note: unknown }>['note']): void {
    const { recorder } = this.#context;
    if ('metric' in note) {
      recorder.captured(this.#account, note.metric, note.value);
      return;
    }
    if ('remark' in note) {
      recorder.remarked(note.remark);
      return;
    }
    const title = this.#request?.title ?? '';
    this.#obstacle = `${title}: ${note.problem}`;
    // The problem of a sampled response was counted when `verify` tested it.
    if (!this.#sampled) recorder.checked(this.#account, title, note.problem);
  }

  #send(request: LoadRequest, intended: number): void {
    const { recorder, pools, sample, judge } = this.#context;
    this.#hasSent = true;
    this.#request = request;
    const isJudged = request.verify !== undefined || judge !== undefined;
    this.#sampled = isJudged && (sample >= 1 || this.#context.random() < sample);
    this.#account = recorder.offered(this.#entry.scenario, request, intended);
    const keep = request.reads || this.#sampled;
    pools
      .get(request.origin)
      ?.submit({ request, intended, sent: 0, firstByte: 0, tries: 0, keep, settle: this.#settled });
  }

  readonly #settled = (ticket: Ticket, outcome: Outcome, at: number): void => {
    const { recorder, judge } = this.#context;
    const request = this.#request;
    recorder.settled(this.#account, ticket, outcome, at);
    this.#obstacle = obstacleIn(ticket.request, outcome);
    if (outcome.kind !== 'answered' || !ticket.keep) {
      this.#continue(outcome, at);
      return;
    }
    const answer = withoutCoding(outcome.answer);
    const plain = answer && inUtf8(answer);
    if (
      this.#sampled &&
      request &&
      outcome.answer.status === request.expects &&
      !outcome.answer.cut
    ) {
      // The rules decode the text themselves, so they get the body in its original charset.
      const wrong =
        answer === undefined || plain === undefined
          ? 'a content coding that cannot be read'
          : (judge?.(request, answer) ?? request.verify?.(plain));
      recorder.checked(this.#account, request.title, wrong);
    }
    this.#continue({ kind: 'answered', answer: plain ?? outcome.answer }, at);
  };
}

/**
 * Says why a visit cannot go on after this outcome. Returns undefined for a response with the
 * expected status.
 */
function obstacleIn(request: Ticket['request'], outcome: Outcome): string | undefined {
  if (outcome.kind === 'answered') {
    const { status } = outcome.answer;
    return status === request.expects ? undefined : `${request.title}: status ${status}`;
  }
  const why = outcome.kind === 'timed-out' ? 'timed out' : outcome.reason;
  return `${request.title}: ${why}`;
}
