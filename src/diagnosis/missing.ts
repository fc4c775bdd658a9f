/** Finds features that the target does not implement. */

import type { Diagnosis, Inquiry } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import { isObject } from '../schema/json-value.js';

/** A feature that a target may lack. */
export interface Capability {
  /** For example `filters`. */
  readonly name: string;
  readonly isPlural: boolean;
  /** A missing route returns 404. Other missing features are refused or ignored. */
  readonly isRoute?: boolean;
  /** For example `operator`. Missing features of one kind are named together. */
  readonly kind?: string;
  readonly uses: (answer: Answer) => boolean;
  /** Whether a clause is about the feature. */
  readonly isOf: (clause: string) => boolean;
  /** How a target behaves if it ignores the feature. Default: the feature cannot be ignored. */
  readonly ignored?: {
    /** What the target returns instead, for example `the whole list`. */
    readonly returns: string;
    /** Whether a violation of the clause shows that the feature is ignored. Default: `isOf`. */
    readonly isShownBy?: (clause: string) => boolean;
    /**
     * Whether the response equals the response to the same request without the feature. The result
     * is undefined if the response without the feature is unknown.
     */
    readonly isIgnoredIn: (answer: Answer) => boolean | undefined;
  };
}

interface Missing {
  readonly capability: Capability;
  /** How the target responds to requests that use the feature. */
  readonly how: 'refused' | 'ignored';
  /** Responses to requests that use this feature, but no missing feature that was found before. */
  readonly answers: readonly Answer[];
  /** The responses that show that the feature is missing. */
  readonly shown: readonly Answer[];
}

/**
 * At least this number of responses must show that a feature is missing, because a single refusal
 * or violation may have another reason.
 */
const LEAST_RESPONSES = 2;

/**
 * A feature is missing if the target refuses or ignores it in every request. In `capabilities`,
 * general features stand before special features, for example filters before operators.
 */
export function missingIn(
  inquiry: Inquiry,
  capabilities: readonly Capability[],
): readonly Diagnosis[] {
  const missing: Missing[] = [];
  let others = inquiry.answers.filter((answer) => !isUnavailable(answer));
  for (const capability of capabilities) {
    const one = missingOf(capability, others, inquiry.violations, missing);
    if (one === undefined) continue;
    missing.push(one);
    others = others.filter((answer) => !capability.uses(answer));
  }
  const explained = new Set<string>();
  return groupedByKind(missing).flatMap((together) => {
    const checks = inquiry.complaints
      .filter((failure) => !explained.has(failure.check) && isDueTo(together, failure, inquiry))
      .map(({ check }) => check);
    for (const check of checks) explained.add(check);
    if (checks.length === 0) return [];
    const answers = together.flatMap((one) => one.answers);
    const exchanges = new Set(answers.map(({ exchange }) => exchange));
    const untested = inquiry.others.filter((event) => isUntested(event, together, exchanges));
    const description = {
      sentence: sentenceOf(together),
      exchanges,
      untested: untested.map(({ check }) => check),
    };
    return [{ checks, faults: [], missing: description }];
  });
}

/** `answers` are those to requests that use no missing feature that was found before. */
function missingOf(
  capability: Capability,
  answers: readonly Answer[],
  violations: Inquiry['violations'],
  before: readonly Missing[],
): Missing | undefined {
  const users = answers.filter(capability.uses);
  const isAcceptedWithout = answers.some((answer) => answer.ok && !capability.uses(answer));
  if (users.length < LEAST_RESPONSES || !isAcceptedWithout) return undefined;
  if (users.every(isRefusal)) return { capability, how: 'refused', answers: users, shown: users };
  const { isIgnoredIn, isShownBy = capability.isOf } = capability.ignored ?? {};
  if (isIgnoredIn === undefined) return undefined;
  const showing = violations.filter(({ clause }) => isShownBy(clause));
  const violating = new Set(showing.flatMap((violation) => violation.answers));
  // One request is enough if another feature of the same kind is ignored.
  const isOneOfKind = before.some(
    (one) => one.how === 'ignored' && isSameKind(one.capability, capability),
  );
  const isEnough = (wrong: readonly Answer[]): boolean =>
    wrong.length >= (isOneOfKind ? 1 : LEAST_RESPONSES);
  const accepted = users.filter(({ ok }) => ok);
  // The search for responses without the feature takes longer.
  if (!isEnough(accepted.filter((answer) => violating.has(answer)))) return undefined;
  const shown: Answer[] = [];
  for (const answer of accepted) {
    const isIgnored = isIgnoredIn(answer);
    if (isIgnored === false) return undefined;
    if (isIgnored) shown.push(answer);
  }
  return isEnough(shown.filter((answer) => violating.has(answer)))
    ? { capability, how: 'ignored', answers: users, shown }
    : undefined;
}

const isSameKind = (a: Capability, b: Capability): boolean =>
  a.kind !== undefined && a.kind === b.kind;

const isUnavailable = ({ status }: Answer): boolean => [429, 502, 503, 504].includes(status);

/** An error may have a success status. A body that is not JSON counts as a refusal, too. */
const isRefusal = (answer: Answer): boolean =>
  answer.status >= 400 || isError(answer) || isUnreadable(answer);

const isError = ({ json }: Answer): boolean =>
  isObject(json) && (json.error !== undefined || json.errors !== undefined);

const isUnreadable = ({ ok, size, json }: Answer): boolean => ok && size > 0 && json === undefined;

/** Refused features and ignored features are in separate groups. */
function groupedByKind(missing: readonly Missing[]): readonly (readonly Missing[])[] {
  const groups = new Map<unknown, Missing[]>();
  for (const one of missing) {
    const { kind } = one.capability;
    const key = kind === undefined ? one : `${kind} ${one.how}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/**
 * Whether every violating response of a failure belongs to a request with a missing feature.
 * Without a violating response, the last response of the failure counts.
 */
function isDueTo(
  missing: readonly Missing[],
  { exchanges }: Inquiry['complaints'][number],
  { answers, violations }: Inquiry,
): boolean {
  const shown = answers.filter(({ exchange }) => exchanges.includes(exchange));
  const violating = new Set(violations.flatMap((violation) => violation.answers));
  const wrong = shown.filter((answer) => violating.has(answer));
  const decisive = wrong.length > 0 ? wrong : shown.slice(-1);
  return (
    decisive.length > 0 &&
    decisive.every((answer) => missing.some(({ capability }) => capability.uses(answer)))
  );
}

/**
 * Whether a check passed although its feature is missing, or was skipped and has an exchange that
 * uses the feature.
 */
function isUntested(
  { verdict, cause, clauses: [clause = ''], exchanges }: Inquiry['others'][number],
  missing: readonly Missing[],
  using: ReadonlySet<number>,
): boolean {
  if (verdict === 'passed') return missing.some(({ capability }) => capability.isOf(clause));
  return cause === 'prerequisite' && exchanges.some((exchange) => using.has(exchange));
}

function sentenceOf(missing: readonly Missing[]): string {
  const [first] = missing;
  if (first === undefined) return '';
  const { capability, how } = first;
  const names = missing.map((one) => one.capability.name).join(', ');
  const isPlural = capability.isPlural || missing.length > 1;
  const kind = capability.kind === undefined ? '' : `${capability.kind}${isPlural ? 's' : ''} `;
  const subject = `${kind}${names} ${isPlural ? 'are' : 'is'}`;
  const shown = [...new Set(missing.flatMap((one) => one.shown))];
  if (how === 'ignored') {
    // Requests without a response to compare with are not counted, so the sentence does not say
    // `all`.
    const users = `${shown.length} requests that use ${isPlural ? 'them' : 'it'}`;
    return `${subject} ignored: ${users} return ${capability.ignored?.returns}`;
  }
  const count = `all ${shown.length} requests`;
  const statuses = [...new Set(shown.map(({ status }) => status))].sort().join(', ');
  if (capability.isRoute && statuses === '404')
    return `${subject} not implemented: 404 to ${count}`;
  if (shown.every(isUnreadable))
    return `${subject} not working: ${statuses} with a body that is not JSON to ${count}`;
  const message = messageIn(shown[0]?.json);
  const isBroken = shown.every(({ status }) => status >= 500);
  const problem = isBroken ? 'not working' : 'refused';
  const quotedMessage = message === '' ? '' : ` "${message}"`;
  return `${subject} ${problem}: ${statuses}${quotedMessage} to ${count}`;
}

/** The maximum number of characters of a quoted error message. */
const MAX_MESSAGE = 80;

/** Searches the members that usually contain the message of an error. */
function messageIn(json: unknown): string {
  if (!isObject(json)) return '';
  const [first] = Array.isArray(json.errors) ? json.errors : [];
  const messages = [json.detail, json.error, json.message, json.error_description, json.title];
  const candidates = isObject(first) ? [first.detail, first.title, ...messages] : messages;
  const text = candidates.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}
