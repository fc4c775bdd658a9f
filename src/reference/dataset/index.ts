/** The default data of the reference server. */

import { products } from './products.js';

export { products } from './products.js';
export { SPECIALS } from './specials.js';

let exported: ReturnType<typeof products> | undefined;
let second: ReturnType<typeof products> | undefined;

export function defaultRecords(): ReturnType<typeof products> {
  exported ??= products();
  return exported;
}

/**
 * The ids of the second destination begin with this number. It is greater than every id of the
 * first destination.
 */
const SECOND_IDS_FROM = 5001;

/** The products of the second destination. No id occurs in both destinations. */
export function otherRecords(): ReturnType<typeof products> {
  second ??= products(40, 41).map((product) => ({
    ...product,
    id: product.id + SECOND_IDS_FROM - 1,
    name: `Other ${product.name}`,
  }));
  return second;
}
export { datedProducts, productsWithLongNumbers } from './typed.js';
