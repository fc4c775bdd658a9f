/** The possible results of a check, and the functions with which a check ends. */

import type { Answer } from '../http/answer.js';
import { ifWhole } from '../http/gaps.js';
import { cut } from '../schema/cut.js';
import type { Cause, ObservedRow } from '../schema/types.js';

export interface Deviation {
  readonly expected: string;
  readonly actual: string;
  /**
   * The violation in one sentence, for the title of a finding: what is wrong, and after a semicolon
   * what must be, such as `meta.total is 3; it must be 5`. It does not name the request, and says
   * `must` for a recommendation, too. By default, a report makes it from `expected` and `actual`.
   */
  readonly sentence?: string | undefined;
  /** If set, the violation is only a warning, regardless of the level of the clause. */
  readonly atMost?: 'warning' | undefined;
  /** How often the violation was seen. Undefined if its requests were not repeated. */
  readonly seen?: Seen | undefined;
  /** The names of other requests of the check that fail. Undefined if there are none. */
  readonly failsToo?: readonly string[] | undefined;
}

/** The requests of a violation were sent `of` times, and `times` of them showed the violation. */
export interface Seen {
  readonly times: number;
  readonly of: number;
}

export const seenEachTime = ({ times, of }: Seen): boolean => times === of;

/** For a deviation, the level of the clause decides whether the check fails. */
export type Finding =
  /** `witness` describes the evidence of the pass. */
  | { readonly kind: 'passed'; readonly witness: string }
  | (Deviation & {
      readonly kind: 'deviates';
      /** The most informative response is the last one. */
      readonly answers: readonly Answer[];
      /** A value of `--replay`, which runs only the violating example again. */
      readonly replay?: string;
    })
  | {
      readonly kind: 'observed';
      readonly reason: string;
      readonly table?: readonly ObservedRow[];
      readonly warning?: string;
      /** The responses that the warning is about. Default: none is known. */
      readonly answers?: readonly Answer[];
    }
  | { readonly kind: 'skipped'; readonly cause: Cause; readonly reason: string }
  | {
      readonly kind: 'inconclusive';
      readonly reason: string;
      /** The number of the exchange whose response was lost. */
      readonly exchange?: number | undefined;
    };

export type Skipped = Extract<Finding, { readonly kind: 'skipped' }>;
export const skipped = (cause: Cause, reason: string): Skipped => ({
  kind: 'skipped',
  cause,
  reason,
});

/** Thrown to end a check with a finding. */
export class CheckEnded extends Error {
  override readonly name = 'CheckEnded';
  constructor(readonly finding: Finding) {
    super(
      finding.kind === 'deviates'
        ? `expected ${finding.expected}, got ${finding.actual}`
        : finding.kind,
    );
  }
}

/** Ends a check with a violation. The level of the clause decides its verdict. */
export function deviates(deviation: Deviation, ...answers: readonly Answer[]): never {
  throw new CheckEnded({ ...deviation, kind: 'deviates', answers });
}

/** Ends a check with a violation that is only a warning, regardless of the level of the clause. */
export function warns(deviation: Deviation, ...answers: readonly Answer[]): never {
  throw new CheckEnded({ ...deviation, kind: 'deviates', answers, atMost: 'warning' });
}

/** Ends a check that cannot be run on this target. The reason says what is missing. */
export function skip(cause: Cause, reason: string): never {
  throw new CheckEnded(skipped(cause, reason));
}

/**
 * Ends a check that has nothing to test: the target behaves in a way that the document (the
 * specification) allows, and that the check is not about.
 */
export function observes(reason: string): never {
  throw new CheckEnded({ kind: 'observed', reason });
}

/** Ends a check that could not be completed. */
export function inconclusive(reason: string): never {
  throw new CheckEnded({ kind: 'inconclusive', reason });
}

/**
 * The result for a clause about behaviour that the document leaves open. The table has one row for
 * each request. `warning` describes an unusual response.
 */
export const observed = (
  reason: string,
  table: readonly ObservedRow[] = [],
  warning?: string,
  answers: readonly Answer[] = [],
): Finding => ({
  kind: 'observed',
  reason,
  table,
  ...(warning === undefined ? {} : { warning, answers }),
});

/** The maximum number of characters of a body that `describeAnswer` reads. */
const MAX_READ = 4000;

/** Describes a response in one line, such as `200 text/html <html>…`. */
export function describeAnswer(answer: Answer): string {
  const whole = ifWhole(() => answer.text) ?? '(body not recorded)';
  const text = `${cut(whole, MAX_READ).trim()}${whole.length > MAX_READ ? '…' : ''}`;
  const start = text.length > 160 ? `${text.slice(0, 157)}…` : text;
  return [
    String(answer.status),
    ifWhole(() => answer.mediaType) ?? '',
    start === '' ? '(empty body)' : start,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Why no verdict can be reached. `what` names the changed data. */
export const changedDuringRun = (what: string): string =>
  `${what} changed during the run; run again while the data does not change`;
