/**
 * Example requests of a planned run. They are sent to the embedded reference server, not to the
 * target.
 */

import { type Plan, runSuites, type Sender, type Suite } from '../../harness/index.js';
import type { Answer } from '../../http/index.js';
import type { Target } from '../../settings/index.js';
import { referenceTarget } from './reference-target.js';

export interface ExampleRequest {
  readonly method: string;
  /** Percent-encoded, with the query. */
  readonly path: string;
  /** The request in words; undefined if the rules of its interface cannot read the request. */
  readonly asks: string | undefined;
}

/** The requests of a check, or those by which a fact about the server is learned. */
export interface SentRequests extends Sender {
  /** Without the requests that earlier checks or facts have sent. */
  readonly requests: readonly ExampleRequest[];
  /** How many of its requests earlier checks or facts have sent already. */
  readonly alreadySent: number;
}

export interface PlannedRun {
  readonly suites: readonly Suite[];
  readonly plan: Plan;
  readonly seed: number;
  readonly generate: boolean;
  readonly signal: AbortSignal;
  readonly toolVersion: string;
}

/**
 * Runs a plan against the embedded reference server, to get examples of its requests. A run against
 * another target may send other ids and values, and more or fewer requests, because its data
 * differs.
 */
export async function exampleRequests(run: PlannedRun): Promise<readonly SentRequests[]> {
  // Loaded on demand, because a dry run without examples does not need it.
  const { startReference } = await import('../../reference/index.js');
  const reference = await startReference();
  try {
    return await sentTo(referenceTarget(reference), run);
  } finally {
    await reference.close();
  }
}

async function sentTo(
  target: Target,
  { suites, plan, ...options }: PlannedRun,
): Promise<readonly SentRequests[]> {
  const planned = new Set(plan.planned.map(({ check }) => check.id));
  const firstSender = new Map<number, string>();
  const bySender = new Map<string, Sender & { readonly answers: Map<number, Answer> }>();
  await runSuites(suites, target, {
    ...options,
    maxRequests: plan.maxRequests,
    // Changes only the embedded server.
    allowDestructive: true,
    wanted: ({ id }) => planned.has(id),
    record: () => undefined,
    answered(answer, sender) {
      const { answers } = bySender.get(sender.name) ?? { answers: new Map<number, Answer>() };
      bySender.set(sender.name, { ...sender, answers: answers.set(answer.exchange, answer) });
      if (!firstSender.has(answer.exchange)) firstSender.set(answer.exchange, sender.name);
    },
  });
  return [...bySender.values()].map(({ answers, ...sender }) => {
    const own = [...answers.values()].filter(
      ({ exchange }) => firstSender.get(exchange) === sender.name,
    );
    const requests = own.map((answer) => exampleOf(answer, sender, suites, target));
    return { ...sender, requests, alreadySent: answers.size - own.length };
  });
}

function exampleOf(
  answer: Answer,
  sender: Sender,
  suites: readonly Suite[],
  target: Target,
): ExampleRequest {
  const { method = 'GET', url } = answer.request;
  const suite = suites.find((one) => one.interface === sender.interface);
  const { pathname, search } = new URL(url);
  return { method, path: `${pathname}${search}`, asks: suite?.judge?.nameOf(answer, target) };
}
