/** The default data of the reference server. */

import { products } from './products.js';

export { products } from './products.js';
export { SPECIALS } from './specials.js';

let exported: ReturnType<typeof products> | undefined;
let second: ReturnType<typeof products> | undefined;

/** The default records. They are made once. */
export function defaultRecords(): ReturnType<typeof products> {
  exported ??= products();
  return exported;
}

/** The first id of the second destination. It is greater than every id of the first destination. */
const SECOND_IDS_FROM = 5001;

/** The data of the second destination. Its ids differ from the ids of the first destination. */
export function otherRecords(): ReturnType<typeof products> {
  second ??= products(40, 41).map((product) => ({
    ...product,
    id: product.id + SECOND_IDS_FROM - 1,
    name: `Other ${product.name}`,
  }));
  return second;
}
export { datedProducts, productsWithLongNumbers } from './typed.js';
