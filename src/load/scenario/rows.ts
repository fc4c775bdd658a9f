import type { Feeder, Row } from '../profile/feeders.js';
import type { Surroundings } from './surroundings.js';

/**
 * Returns a function for the next row of a data feeder. The function returns undefined when a queue
 * is used up. If several generators share the load, each takes only its own rows, except in random
 * order.
 */
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
