import { products } from './products.js';

export { products } from './products.js';
export { SPECIALS } from './specials.js';

let exported: ReturnType<typeof products> | undefined;
let second: ReturnType<typeof products> | undefined;

/** The default records, made once in a process. */
export function defaultRecords(): ReturnType<typeof products> {
  exported ??= products();
  return exported;
}

const SECOND_IDS_FROM = 5001;

/** The data of the second destination: none of its ids is in the first. */
export function otherRecords(): ReturnType<typeof products> {
  second ??= products(40, 41).map((product) => ({
    ...product,
    id: product.id + SECOND_IDS_FROM - 1,
    name: `Other ${product.name}`,
  }));
  return second;
}
export { datedProducts, productsWithLongNumbers } from './typed.js';
