/** Product records for variants: their texts are hard to compare or contain commas. */

import { products } from '../dataset/products.js';
import type { ProductRecord } from '../table/column.js';

const CATEGORIES = [
  'Garden',
  'Garden ',
  'garden',
  'K\u00fcche',
  'K\u00fcche ',
  'Kuche',
  'K\u00fcchen',
  'Bath & Bed',
  'Bath_Bed',
  'Toys',
  'Toys  ',
  '100%',
  '\u00c9lite',
  'elite',
  '',
  null,
];
const NOTES = [
  null,
  '',
  ' ',
  '   ',
  'sale',
  'sale ',
  'Sale',
  ' sale',
  'sale\tnow',
  'sale now',
  '0',
  'null',
  'a,b',
  'a/b',
  '\u00a0',
  'hand made',
  'hand  made',
  '\u00fcnder',
  '\u00dcnder',
  'u\u0308nder',
  '1e3',
  'x'.repeat(255),
];

/**
 * Records with texts that a collation may treat as equal, because they differ only in letter case,
 * accents or spaces. Other texts are blank, empty or null.
 */
export const HARD_TO_COMPARE: readonly ProductRecord[] = products(320, 11).map((record, row) => ({
  ...record,
  name:
    typeof record.name === 'string' && row % 7 === 0 ? `${record.name} ` : (record.name ?? null),
  category: CATEGORIES[(row * 7) % CATEGORIES.length] ?? null,
  note: NOTES[(row * 5) % NOTES.length] ?? null,
}));

/** Every name and every note contains a comma. */
export const COMMAS: readonly ProductRecord[] = products(160, 12).map((record, row) => ({
  ...record,
  name: `${record.name}, ${row % 50}`,
  note: row % 3 === 0 ? 'small, red' : `${row % 9},${row % 7}`,
}));
