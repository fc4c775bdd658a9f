import { ask, type LoadRequest, type Visit } from './step.js';

/** Visits that send one request each, the requests in turn. */
export function visitsInTurn(requests: readonly LoadRequest[]): () => Visit {
  let turn = 0;
  return () => {
    const request = requests[turn % requests.length];
    turn += 1;
    return visit(request);
  };
}

function* visit(request: LoadRequest | undefined): Visit {
  if (!request) return 'abandoned';
  const answer = yield* ask(request);
  return answer?.status === 200 ? 'completed' : 'abandoned';
}
