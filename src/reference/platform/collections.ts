import { randomFrom } from '../../random.js';
import { between } from '../random.js';

export interface Entity {
  readonly id: number;
  readonly name: string;
}

/** Entities by the name of their collection, in ascending order of ids. */
export type Collections = ReadonlyMap<string, readonly Entity[]>;

/** The ids have gaps, so that ids confused with positions lead to other pages. */
function entities(name: string, count: number, seed: number): Entity[] {
  const random = randomFrom(seed);
  let id = 0;
  return Array.from({ length: count }, () => {
    id += between(random, 1, 5);
    return { id, name: `${name} ${id}` };
  });
}

/**
 * The collections of the platform API. One has several pages, one has exactly one page of the
 * default size, one has a single entity, and one is empty.
 */
export const COLLECTIONS: Collections = new Map([
  ['projects', entities('Project', 137, 11)],
  ['sites', entities('Site', 50, 12)],
  ['tags', entities('Tag', 1, 13)],
  ['archive', []],
]);
