/** Makes visits. A visit is one run of a scenario by one virtual user. */

import type { Row } from '../profile/feeders.js';
import type { FlowData, RequestSpec } from './data.js';
import { wrongBody } from './expected.js';
import { requestOf } from './request.js';
import { rowsOf } from './rows.js';
import { ask, type LoadRequest, type Visit } from './step.js';
import { stepVisits } from './steps.js';
import type { Surroundings } from './surroundings.js';
import { SharedToken } from './token.js';
import { walkVisits } from './walk.js';

/** Returns a function that starts a visit. */
export function visitsOf(data: FlowData, { now, random, share }: Surroundings): () => Visit {
  if (data.kind === 'walk') return walkVisits(data);
  if (data.kind === 'steps') return stepVisits(data, { now, random, share });
  const all = data.requests.map((spec) => new Prepared(spec, now, data.feeder === undefined));
  const next = data.feeder ? rowsOf(data.feeder, share, random) : () => NO_ROW;
  let turn = 0;
  return () => {
    const prepared = all[turn % all.length];
    turn += 1;
    return visit(prepared, next());
  };
}

const NO_ROW: Row = {};

/** Builds the requests of visits. A request without rows is built only once for each token. */
class Prepared {
  readonly spec: RequestSpec;
  readonly bearer: SharedToken | undefined;
  readonly #isFixed: boolean;
  #made:
    | {
        readonly token: string | undefined;
        readonly first: LoadRequest;
        readonly last: LoadRequest;
      }
    | undefined;

  constructor(spec: RequestSpec, now: () => number, isFixed: boolean) {
    this.spec = spec;
    this.bearer = spec.token && new SharedToken(spec.token, now);
    this.#isFixed = isFixed;
    // The first test of a response compiles its schema. This takes long, so it is done before the
    // measurement starts.
    if (spec.expected) wrongBody(Buffer.from('[]'), spec.expected);
  }

  /**
   * `first` tolerates a 401 if another token can be obtained. `last` is the repetition, for which a
   * 401 is an error.
   */
  with(token: string | undefined, row: Row) {
    if (this.#isFixed && this.#made && this.#made.token === token) return this.#made;
    const last = requestOf(this.spec, row, token);
    const made = { token, last, first: this.bearer ? { ...last, tolerates: 401 } : last };
    this.#made = made;
    return made;
  }
}

/**
 * Sends one request. After a 401, one new token is obtained and the request is repeated once
 * (CLI-TOK-4, CLI-TOK-5).
 */
function* visit(prepared: Prepared | undefined, row: Row | undefined): Visit {
  if (!prepared || !row) return 'abandoned';
  const { bearer, spec } = prepared;
  const token = bearer && (yield* bearer.get());
  if (bearer && token === undefined) return 'abandoned';
  let answer = yield* ask(prepared.with(token, row).first);
  if (bearer && answer?.status === 401) {
    const fresh = yield* bearer.get(token);
    if (fresh === undefined) return 'abandoned';
    answer = yield* ask(prepared.with(fresh, row).last);
  }
  return answer?.status === (spec.expects ?? 200) ? 'completed' : 'abandoned';
}
