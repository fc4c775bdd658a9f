import type { Context } from '../../../src/harness/index.js';
import { type Answer, BudgetSpent, Lost } from '../../../src/http/index.js';
import { judgeAnswer, type Violation } from '../judge/any-answer.js';
import type { Known } from '../judge/any-page.js';
import { withOneLess } from '../request/filter.js';
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
  readonly question: ProductsRequest;
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
  question: ProductsRequest,
  answer: Answer,
  violation: Violation,
  known: Known | undefined,
): Promise<Interaction> {
  let smallest: Interaction = { question, violation, answer, repeats: true };
  let left = MOST;
  const judge = async (asked: ProductsRequest, fresh: boolean): Promise<Interaction | undefined> => {
    left -= 1;
    const again = await requestProducts(context, asked, { fresh });
    const found = judgeAnswer(again, asked, exportOf(context), known);
    return found && { question: asked, violation: found, answer: again, repeats: true };
  };
  try {
    if ((await judge(question, true)) === undefined)
      return { ...smallest, repeats: false, violation: { ...violation, clause: 'EXP-LIST-11' } };
    for (let changed = true; changed && left > 0; ) {
      changed = false;
      for (const simpler of simplerThan(smallest.question)) {
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
function simplerThan(question: ProductsRequest): readonly ProductsRequest[] {
  const { route = 'v2', accept = JSON_API, limit, offset, orderBy, groupBy, filter } = question;
  return [
    ...(filter === undefined ? [] : [{ ...question, filter: undefined }]),
    ...(groupBy === undefined ? [] : [{ ...question, groupBy: undefined }]),
    ...(orderBy === undefined ? [] : [{ ...question, orderBy: undefined }]),
    ...(limit === undefined ? [] : [{ ...question, limit: undefined }]),
    ...(offset === undefined ? [] : [{ ...question, offset: undefined }]),
    ...(accept === JSON_API ? [] : [{ ...question, accept: JSON_API }]),
    ...(route === 'v2' || isUnknown(route) || question.destinationId !== undefined
      ? []
      : [{ ...question, route: 'v2' as const }]),
    ...(question.destination === undefined ? [] : [{ ...question, destination: undefined }]),
    ...(filter === undefined ? [] : withOneLess(filter).map((one) => ({ ...question, filter: one }))),
  ];
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
