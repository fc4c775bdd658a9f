import type { Context } from '../../../src/harness/index.js';
import { type Answer, BudgetSpent, Lost } from '../../../src/http/index.js';
import { judgeAnswer, type Violation } from '../judge/any-answer.js';
import type { Known } from '../judge/known.js';
import { type Operator, only, withOneLess } from '../request/filter.js';
import {
  exportOf,
  isUnknown,
  JSON_API,
  nameRoute,
  type ProductsRequest,
  requestProducts,
} from '../request/products-request.js';

/** The fewest conditions that still contradict the document, with the answer that does. */
export interface Interaction {
  readonly request: ProductsRequest;
  readonly violation: Violation;
  readonly answer: Answer;
  /** False where the same question, asked again, was answered as it should be. */
  readonly repeats: boolean;
}

/** Requests that finding the conditions may cost. */
const MOST = 14;

/** Takes one condition after the other away from a failing request, and keeps it away while the failure stays. */
export async function fewestConditions(
  context: Context,
  request: ProductsRequest,
  answer: Answer,
  violation: Violation,
  known: Known | undefined,
): Promise<Interaction> {
  let smallest: Interaction = { request, violation, answer, repeats: true };
  let left = MOST;
  const judge = async (asked: ProductsRequest, fresh: boolean): Promise<Interaction | undefined> => {
    left -= 1;
    const again = await requestProducts(context, asked, { fresh });
    const found = judgeAnswer(again, asked, exportOf(context), known);
    return found && { request: asked, violation: found, answer: again, repeats: true };
  };
  try {
    if ((await judge(request, true)) === undefined)
      return { ...smallest, repeats: false, violation: { ...violation, clause: 'EXP-LIST-11' } };
    for (let changed = true; changed && left > 0; ) {
      changed = false;
      for (const simpler of simplerThan(smallest.request)) {
        if (left <= 0) break;
        const found = await judge(simpler, false);
        if (found === undefined) continue;
        smallest = found;
        changed = true;
        break;
      }
    }
  } catch (error) {
    // Without a request to spare, or an answer, what is known already stands.
    if (!(error instanceof BudgetSpent || error instanceof Lost)) throw error;
  }
  return smallest;
}

/** A request with one condition less, the larger ones first. */
function simplerThan(request: ProductsRequest): readonly ProductsRequest[] {
  const { route = 'v2', accept = JSON_API, limit, offset, orderBy, groupBy, filter } = request;
  return [
    ...(filter === undefined ? [] : [{ ...request, filter: undefined }]),
    ...(groupBy === undefined ? [] : [{ ...request, groupBy: undefined }]),
    ...(orderBy === undefined ? [] : [{ ...request, orderBy: undefined }]),
    ...(limit === undefined ? [] : [{ ...request, limit: undefined }]),
    ...(offset === undefined ? [] : [{ ...request, offset: undefined }]),
    ...(accept === JSON_API ? [] : [{ ...request, accept: JSON_API }]),
    ...(route === 'v2' || isUnknown(route) || request.destinationId !== undefined
      ? []
      : [{ ...request, route: 'v2' as const }]),
    ...(request.destination === undefined ? [] : [{ ...request, destination: undefined }]),
    ...mainAlone(request),
    ...(filter === undefined ? [] : withOneLess(filter).map((filter) => ({ ...request, filter }))),
  ];
}

/** What the criteria beside a row's own compare by. */
const SIMPLE: readonly Operator[] = ['=', '!=', '>', '<', '>=', '<='];

/** A filter of many criteria, reduced to the one most likely at fault: most faults are of one operator or value. */
function mainAlone(request: ProductsRequest): readonly ProductsRequest[] {
  const criteria = request.filter?.groups.flatMap((group) => group.criteria) ?? [];
  const main = criteria.find(({ operator }) => !SIMPLE.includes(operator)) ?? criteria[0];
  return main === undefined || criteria.length < 2 ? [] : [{ ...request, filter: only(main) }];
}

/** The conditions in words: `groupBy with mode, without Accept, on the legacy route`. */
export function nameConditions({
  route = 'v2',
  accept = JSON_API,
  token,
  destinationId,
  destination,
  limit,
  offset,
  orderBy,
  groupBy,
  filter,
}: ProductsRequest): string {
  const groups = filter?.groups ?? [];
  const most = Math.max(0, ...groups.map(({ criteria }) => criteria.length));
  const parts = [
    ...(token === undefined ? [] : [token === null ? 'no token' : 'another token']),
    ...(destinationId === undefined
      ? []
      : [destinationId === null ? 'no X-Destination-Id' : `X-Destination-Id ${destinationId}`]),
    ...(destination === undefined ? [] : [`destination ${destination.id}`]),
    ...(groupBy === undefined ? [] : ['groupBy']),
    ...(orderBy === undefined ? [] : ['orderBy']),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(offset === undefined ? [] : [`offset ${offset}`]),
    ...(filter?.mode === undefined ? [] : [`mode ${filter.mode}`]),
    ...(groups.length === 0
      ? []
      : [groups.length === 1 ? 'a group of' : `${groups.length} groups of up to`].map(
          (start) => `${start} ${most} ${most === 1 ? 'criterion' : 'criteria'}`,
        )),
  ];
  const format = accept === JSON_API ? '' : accept === null ? ', without Accept' : `, Accept ${accept}`;
  return `${parts.length === 0 ? 'the plain list' : parts.join(' with ')}${format}, on ${nameRoute(route)}`;
}
