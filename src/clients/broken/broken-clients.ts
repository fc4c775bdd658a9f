import type { BrokenClient } from './broken-client.js';
import { WITH_PAGES } from './with-pages.js';
import { WITH_PRODUCTS } from './with-products.js';
import { WITH_TOKENS } from './with-tokens.js';

export const BROKEN_CLIENTS: readonly BrokenClient[] = [
  ...WITH_TOKENS,
  ...WITH_PRODUCTS,
  ...WITH_PAGES,
];
