/** The collections of the platform API. */

import { randomFrom } from '../../random.js';
import { between } from '../random.js';

/** One entity of a collection. */
export interface Entity {
  readonly id: number;
  readonly name: string;
}

/** Entities in ascending order of ids, by the name of their collection. */
export type Collections = ReadonlyMap<string, readonly Entity[]>;

/**
 * Entities in ascending order of ids. The ids have gaps, so that an id is never equal to a
 * position.
 */
function entities(name: string, count: number, seed: number): Entity[] {
  const random = randomFrom(seed);
  let id = 0;
  return Array.from({ length: count }, () => {
    id += between(random, 1, 5);
    return { id, name: `${name} ${id}` };
  });
}

/**
 * A collection with several pages, a collection that fills exactly one page of the default size, a
 * collection with a single entity, and an empty collection.
 */
export const COLLECTIONS: Collections = new Map([
  ['projects', entities('Project', 137, 11)],
  ['sites', entities('Site', 50, 12)],
  ['tags', entities('Tag', 1, 13)],
  ['archive', []],
]);
