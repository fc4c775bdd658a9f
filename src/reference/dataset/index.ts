/** The default data of the reference server. */

import { products } from './products.js';

export { products } from './products.js';
export { SPECIALS } from './specials.js';

let ofFirstDestination: ReturnType<typeof products> | undefined;
let ofSecondDestination: ReturnType<typeof products> | undefined;

/** The products of the first destination. They are generated on first use. */
export function defaultRecords(): ReturnType<typeof products> {
  ofFirstDestination ??= products();
  return ofFirstDestination;
}

/**
 * The ids of the second destination begin with this number. It is greater than every id of the
 * first destination.
 */
const SECOND_IDS_FROM = 5001;

/** The products of the second destination. No id occurs in both destinations. */
export function otherRecords(): ReturnType<typeof products> {
  ofSecondDestination ??= products(40, 41).map((product) => ({
    ...product,
    id: product.id + SECOND_IDS_FROM - 1,
    name: `Other ${product.name}`,
  }));
  return ofSecondDestination;
}

export { datedProducts, productsWithLongNumbers } from './typed.js';
