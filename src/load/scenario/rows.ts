import type { Feeder, Row } from '../profile/index.js';
import type { Surroundings } from './surroundings.js';

/** Returns the rows of a feeder in its order; undefined when a queue is used up. */
export function rowsOf(
  { rows, order }: Feeder,
  { index, of }: Surroundings['share'],
  random: () => number,
): () => Row | undefined {
  let turn = index - of;
  return () => {
    turn += of;
    if (order === 'random') return rows[Math.floor(random() * rows.length)];
    return order === 'queue' ? rows[turn] : rows[turn % rows.length];
  };
}
