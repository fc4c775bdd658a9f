import { randomFrom } from '../../random.js';
import { between } from '../random.js';

export interface Entity {
  readonly id: number;
  readonly name: string;
}

export type Collections = ReadonlyMap<string, readonly Entity[]>;

/** Entities in ascending order of ids that have gaps, so that an id is never a position. */
function entities(name: string, count: number, seed: number): Entity[] {
  const random = randomFrom(seed);
  let id = 0;
  return Array.from({ length: count }, () => {
    id += between(random, 1, 5);
    return { id, name: `${name} ${id}` };
  });
}

/** Several pages, exactly one default page, one entity, none. */
export const COLLECTIONS: Collections = new Map([
  ['projects', entities('Project', 137, 11)],
  ['sites', entities('Site', 50, 12)],
  ['tags', entities('Tag', 1, 13)],
  ['archive', []],
]);
