import type { ProductRecord } from '../table/column.js';
import { products } from './products.js';

const COUNT = 240;
const SEED = 31;

const HOUR = 3_600_000;

const FIRST_TIME = Date.UTC(2024, 0, 1, 3);

/**
 * Products with the columns `created_at`, which has several times on each day, and `released_on`,
 * which has dates.
 */
export const datedProducts = (): readonly ProductRecord[] =>
  products(COUNT, SEED).map((record, row) => {
    const created = new Date(FIRST_TIME + ((row * 37) % 90) * 5 * HOUR).toISOString();
    return {
      ...record,
      created_at: row % 11 === 0 ? null : created.replace('.000Z', 'Z'),
      released_on: row % 7 === 0 ? null : created.slice(0, 10),
    };
  });

/**
 * Products with the column `serial`, which has whole numbers from 2^53 on. All of them are even, so
 * a double can represent each of them exactly.
 */
export const productsWithLongNumbers = (): readonly ProductRecord[] =>
  products(COUNT, SEED).map((record, row) => ({
    ...record,
    serial: 2 ** 53 + 2 * ((row * 48_271) % 1_000_003),
  }));
