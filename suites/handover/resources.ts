/** Lists the resources of users and compares the lists from before and after a handover. */

import {
  type Answer,
  type Context,
  describeAnswer,
  deviates,
  optional,
  skip,
} from '../../src/harness/index.js';
import { membersOf } from '../../src/schema/json-value.js';
import { handoverOf } from './ask.js';

export interface Owned {
  readonly ids: readonly string[];
  readonly answer: Answer;
}

/**
 * The resources of both users. The user `from` gives resources away, and the user `to` receives
 * them.
 */
export interface OwnedByBoth {
  readonly from: Owned;
  readonly to: Owned;
}

const MAX_LISTED = 5;

/** Lists the resources of a user. Skips the check if the listing fails. */
export async function ownedBy(context: Context, user: string): Promise<Owned> {
  const { baseUrl, listing = '', token } = handoverOf(context.target);
  const path = listing.replace('{user}', encodeURIComponent(user));
  const url = `${baseUrl}${path.startsWith('/') ? '' : '/'}${path}`;
  const headers = [
    ['Accept', 'application/json'] as const,
    ['Authorization', `Bearer ${token}`] as const,
  ];
  const answer = await context.ask({ interface: 'handover', url, headers }, { fresh: true });
  const list = listIn(answer.json);
  if (!answer.ok || list === undefined) {
    return skip('prerequisite', `the listing of ${user} returns ${describeAnswer(answer)}`);
  }
  const ids = list.map((item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null && 'id' in item ? item.id : item),
  );
  return { ids, answer };
}

/** The list itself, or the only list among the members of an object. */
export function listIn(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  const { data, ...others } = membersOf(json);
  if (Array.isArray(data)) return data;
  const [list, second] = Object.values(others).filter((member) => Array.isArray(member));
  return second === undefined ? list : undefined;
}

/** Returns undefined if no listing is configured or if the listing fails. */
export async function ownedByGiver(context: Context): Promise<Owned | undefined> {
  const { from = '', listing } = handoverOf(context.target);
  return listing === undefined ? undefined : optional(ownedBy(context, from));
}

/**
 * Fails the check if a resource is missing. Otherwise returns a sentence that the resources are
 * unchanged. The result is undefined if a list is unavailable, or if the first list is empty.
 */
export function expectStillOwned(
  [before, after]: readonly (Owned | undefined)[],
  what: string,
  ...answers: Answer[]
): string | undefined {
  if (before === undefined || after === undefined || before.ids.length === 0) return undefined;
  const lost = before.ids.filter((id) => !after.ids.includes(id));
  if (lost.length > 0) {
    const { length } = before.ids;
    const deviation = {
      expected: `the ${length} resources of handover.from unchanged after ${what}`,
      actual: `${lost.length} missing`,
      sentence: `the ${length} resources of the giving user changed after ${what}: ${lost.length} missing; they must be unchanged`,
    };
    deviates(deviation, before.answer, ...answers, after.answer);
  }
  return `${before.ids.length} resources still with the user handover.from`;
}

/**
 * Requires that every resource was transferred once (HND-OK-2). The receiver must own the resources
 * of both users, and the giver must own none of its resources.
 */
export function expectMoved(before: OwnedByBoth, after: OwnedByBoth, handover: Answer): string {
  const given = before.from;
  const ownedBefore = before.to;
  const shown = [handover, after.from.answer, after.to.answer];
  const missing = [...given.ids, ...ownedBefore.ids].filter((id) => !after.to.ids.includes(id));
  if (missing.length > 0) {
    const happened = whatHappened(before, after);
    const all = `all ${given.ids.length} resources`;
    const deviation = {
      expected: `${all} with the user handover.to`,
      actual: `without ${listOf(missing)}`,
      sentence:
        happened === undefined
          ? `the receiving user did not get ${listOf(missing)}; it must get ${all} of the giving user`
          : `${happened}; the receiving user must get ${all} of the giving user`,
    };
    deviates(deviation, ...shown);
  }
  const isTwice = (id: string): boolean =>
    count(after.to, id) > count(given, id) + count(ownedBefore, id);
  const twice = after.to.ids.find(isTwice);
  if (twice !== undefined) {
    const deviation = {
      expected: 'each resource once with the user handover.to',
      actual: `${twice} more than once`,
      sentence: `the receiving user has ${twice} more than once; it must have each resource once`,
    };
    deviates(deviation, ...shown);
  }
  const kept = after.from.ids.filter((id) => given.ids.includes(id));
  if (kept.length > 0) {
    const deviation = {
      expected: 'no resource left with the user handover.from',
      actual: listOf(kept),
      sentence: `${kept.length === given.ids.length ? 'the resources were copied: the giving user still has all of them' : `the giving user still has ${listOf(kept)}`}; it must have no resource any more`,
    };
    deviates(deviation, ...shown);
  }
  return `${given.ids.length} resources transferred to a user who had ${ownedBefore.ids.length}`;
}

/** What a handover did instead of transferring everything. Undefined if it fits no known kind. */
function whatHappened(before: OwnedByBoth, after: OwnedByBoth): string | undefined {
  const { ids } = before.from;
  const isWithReceiver = (id: string): boolean => after.to.ids.includes(id);
  const isBack = before.to.ids.some((id) => after.from.ids.includes(id) && !isWithReceiver(id));
  if (isBack)
    return 'the handover went the wrong way: the giving user now has resources of the receiving user';
  const left = ids.filter((id) => !isWithReceiver(id));
  if (!left.every((id) => after.from.ids.includes(id)) || !before.to.ids.every(isWithReceiver))
    return undefined;
  if (left.length === ids.length) return 'nothing was transferred';
  const last = ids.slice(-left.length);
  if (ids.length < LEAST_IN_ORDER || last.some(isWithReceiver)) return undefined;
  return left.length === 1
    ? `the last resource of the list, ${listOf(left)}, stayed with the giving user`
    : `only the first ${ids.length - left.length} of the ${ids.length} resources were transferred`;
}

/** With fewer resources, it may be by chance that exactly the last ones were not transferred. */
const LEAST_IN_ORDER = 3;

const count = ({ ids }: Owned, id: string): number => ids.filter((other) => other === id).length;

const listOf = (ids: readonly string[]): string => ids.slice(0, MAX_LISTED).join(', ');
