import {
  type Answer,
  type Context,
  describeAnswer,
  deviates,
  optional,
  skip,
} from '../../src/harness/suite.js';
import { handoverOf } from './ask.js';

/** What a listing shows of a user's resources. */
export interface Owned {
  readonly ids: readonly string[];
  readonly answer: Answer;
}

/** Ids of the resources of a user, by the listing that the target offers. */
export async function ownedBy(context: Context, user: string): Promise<Owned> {
  const { baseUrl, listing = '', token } = handoverOf(context.target);
  const path = listing.replace('{user}', encodeURIComponent(user));
  const url = `${baseUrl}${path.startsWith('/') ? '' : '/'}${path}`;
  const headers = [
    ['Accept', 'application/json'] as const,
    ['Authorization', `Bearer ${token}`] as const,
  ];
  const answer = await context.ask({ interface: 'handover', url, headers }, { fresh: true });
  const list: unknown = Array.isArray(answer.json) ? answer.json : Object(answer.json).data;
  if (!answer.ok || !Array.isArray(list))
    return skip('prerequisite', `the listing of ${user} returns ${describeAnswer(answer)}`);
  const ids = list.map((item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null && 'id' in item ? item.id : item),
  );
  return { ids, answer };
}

/** What the giver owns; undefined where the target offers no listing, or none that is answered. */
export async function ownedByGiver(context: Context): Promise<Owned | undefined> {
  const { from = '', listing } = handoverOf(context.target);
  return listing === undefined ? undefined : optional(ownedBy(context, from));
}

/** The giver owns what it owned; a witness, or undefined where nothing was seen of it. */
export function expectStillOwned(
  [before, after]: readonly (Owned | undefined)[],
  what: string,
  ...answers: Answer[]
) {
  if (before === undefined || after === undefined || before.ids.length === 0) return undefined;
  const lost = before.ids.filter((id) => !after.ids.includes(id));
  const expected = `the ${before.ids.length} resources of handover.from unchanged after ${what}`;
  if (lost.length > 0)
    deviates(expected, `${lost.length} missing`, before.answer, ...answers, after.answer);
  return `${before.ids.length} resources still with the user handover.from`;
}

/** All that the giver owned is the receiver's, and each once (HND-OK-2). */
export function expectMoved(
  before: readonly [Owned, Owned],
  after: readonly [Owned, Owned],
  handover: Answer,
): string {
  const [gave, had] = before;
  const [left, owned] = after;
  const shown = [handover, left.answer, owned.answer];
  const count = ({ ids }: Owned, id: string): number => ids.filter((other) => other === id).length;
  const missing = [...gave.ids, ...had.ids].filter((id) => !owned.ids.includes(id));
  const all = `all ${gave.ids.length} resources with the user handover.to`;
  if (missing.length > 0) deviates(all, `without ${missing.slice(0, 5).join(', ')}`, ...shown);
  const twice = owned.ids.find((id) => count(owned, id) > count(gave, id) + count(had, id));
  if (twice !== undefined)
    deviates('each resource once with the user handover.to', `${twice} more than once`, ...shown);
  const kept = left.ids.filter((id) => gave.ids.includes(id));
  if (kept.length > 0)
    deviates('no resource left with the user handover.from', kept.slice(0, 5).join(', '), ...shown);
  return `${gave.ids.length} resources transferred to a user with ${had.ids.length}`;
}
