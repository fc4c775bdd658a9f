import { randomFrom } from '../../src/random.js';
import type { Engine } from '../databases/engine.js';
import { sqlite } from '../databases/engines.js';
import type { Fault } from '../databases/faults.js';
import { products } from '../databases/products.js';
import { startExport } from '../databases/server.js';

/** How often the data of a shop changes. A number is the changes before each request. */
export interface Life {
  /** Records whose `stock` gets another value. */
  readonly sells: number;
  /** Records whose `price` gets another value. */
  readonly touches?: number;
  readonly inserts?: number;
  readonly deletes?: number;
}

/** Changes the data before each request, in the same way for the same seed. */
function changing(engine: Engine, count: number, life: Life): () => Promise<void> {
  const random = randomFrom(11);
  const owed = { sells: 0, touches: 0, inserts: 0, deletes: 0 };
  let next = count;
  const someId = (): number => Math.floor(random() * count) * 3 + 10;
  const change = {
    sells: () =>
      engine.query('UPDATE p1 SET stock = $1 WHERE id = $2', [
        Math.floor(random() * 500),
        someId(),
      ]),
    touches: () =>
      engine.query('UPDATE p1 SET price = $1 WHERE id = $2', [
        Math.floor(random() * 90_000) / 100,
        someId(),
      ]),
    inserts: async () => {
      next += 1;
      await engine.query(
        'INSERT INTO p1 (place, id, sku, name, price, color, stock) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [next, next * 3 + 10, `SKU-new-${next}`, `New Lamp ${next}`, next / 4, 'red', 7],
      );
    },
    deletes: () => engine.query('DELETE FROM p1 WHERE id = $1', [someId()]),
  };
  return async () => {
    for (const kind of ['sells', 'touches', 'inserts', 'deletes'] as const) {
      owed[kind] += life[kind] ?? 0;
      for (; owed[kind] >= 1; owed[kind] -= 1) await change[kind]();
    }
  };
}

/** An export API on a database whose data changes with each request. */
export async function startLiveShop(count: number, life: Life, fault: Fault = {}) {
  const engine = await sqlite('BINARY');
  await engine.query('BEGIN');
  let isOpen = false;
  const change = changing(engine, count, life);
  const shop = await startExport(engine, products(count), fault, async () => {
    if (isOpen) await change();
  });
  await engine.query('CREATE INDEX ids ON p1 (id)');
  isOpen = true;
  return shop;
}
