/**
 * Visits that send a sequence of requests. Later requests use values captured from earlier
 * responses.
 */

import { numberOfValue, textOfValue } from '../../schema/json-value.js';
import type { Row } from '../profile/feeders.js';
import { pauseMs } from '../profile/think.js';
import { capturedFrom } from './checks.js';
import type { FlowData, StepSpec } from './data.js';
import { wrongBody } from './expected.js';
import { requestOf } from './request.js';
import { rowsOf } from './rows.js';
import { ask, type LoadRequest, type Step, type StepResult, type Visit } from './step.js';
import type { Surroundings } from './surroundings.js';
import { SharedToken } from './token.js';

type StepsData = Extract<FlowData, { kind: 'steps' }>;

/**
 * The data of a step that all visits share. A visit is one run of the sequence by one virtual user.
 */
interface Prepared {
  readonly spec: StepSpec;
  readonly bearer: SharedToken | undefined;
  readonly nextRow: () => Row | undefined;
}

const NO_ROW: Row = {};

/** Returns a function that starts a visit. */
export function stepVisits(
  { requests, feeder }: StepsData,
  { now, random, share }: Surroundings,
): () => Visit {
  const steps = requests.map((spec): Prepared => {
    // The first test of a response compiles a schema. This takes long, so it is done before the
    // measurement starts.
    if (spec.expected) wrongBody(Buffer.from('[]'), spec.expected);
    return {
      spec,
      bearer: spec.token && new SharedToken(spec.token, now),
      nextRow: spec.feeder ? rowsOf(spec.feeder, share, random) : () => NO_ROW,
    };
  });
  const next = feeder ? rowsOf(feeder, share, random) : () => NO_ROW;
  return () => visit(steps, next(), random);
}

function* visit(steps: readonly Prepared[], row: Row | undefined, random: () => number): Visit {
  if (!row) return 'abandoned';
  const values: Record<string, string> = { ...row };
  let isFirst = true;
  for (const step of steps) {
    for (let turn = 0; turn < step.spec.repeat; turn += 1) {
      const ms = isFirst ? 0 : pauseMs(step.spec.think, random);
      if (ms > 0) yield { pauseMs: ms };
      isFirst = false;
      const isDone = yield* send(step, values);
      if (!isDone) return 'abandoned';
    }
  }
  return 'completed';
}

/**
 * Sends the request of a step, and adds its captures to `values`. Returns false if the sequence
 * must end.
 */
function* send(
  { spec, bearer, nextRow }: Prepared,
  values: Record<string, string>,
): Generator<Step, boolean, StepResult> {
  const row = nextRow();
  if (!row) return false;
  const filled = (token: string | undefined): LoadRequest => {
    const request = requestOf(spec, { ...values, ...row }, token);
    return spec.captures.length === 0
      ? request
      : { ...request, reads: true, verify: withCaptures(spec, request) };
  };
  const answer = yield* authorized(filled, bearer);
  if (answer?.status !== (spec.expects ?? 200)) return false;
  if (spec.captures.length === 0) return true;
  const captured = capturedFrom(answer, spec.captures);
  if ('problem' in captured) {
    yield { note: captured };
    return false;
  }
  for (const { name, isMetric } of spec.captures) {
    const value = captured.values[name];
    if (isMetric && Number.isFinite(numberOfValue(value)))
      yield { note: { metric: name, value: numberOfValue(value) } };
    values[name] = textOfValue(value);
  }
  return true;
}

/**
 * Sends a request with its token. After a 401 the function obtains one new token and repeats the
 * request once (CLI-TOK-4, CLI-TOK-5). Returns undefined if there was no token or no response.
 */
function* authorized(
  filled: (token: string | undefined) => LoadRequest,
  bearer: SharedToken | undefined,
): ReturnType<typeof ask> {
  if (!bearer) return yield* ask(filled(undefined));
  const token = yield* bearer.get();
  if (token === undefined) return undefined;
  const answer = yield* ask({ ...filled(token), tolerates: 401 });
  if (answer?.status !== 401) return answer;
  const fresh = yield* bearer.get(token);
  return fresh === undefined ? undefined : yield* ask(filled(fresh));
}

/**
 * Returns the test of a response: first the test of its request, and then whether the response
 * contains the values that the step captures.
 */
const withCaptures =
  ({ captures }: StepSpec, { verify }: LoadRequest): NonNullable<LoadRequest['verify']> =>
  (answer) => {
    const captured = capturedFrom(answer, captures);
    return verify?.(answer) ?? ('problem' in captured ? captured.problem : undefined);
  };
