/** Unknown routes that get products. */

import { isUnknown, productsPath } from '../../../src/protocol/export/question.js';
import { PATHS as SHAPES } from '../../../src/protocol/shapes/shapes.js';
import type { Exchange } from '../model/exchange.js';
import { ROOT_AND_LINE_BREAK } from '../questions/paths.js';
import { type ExportReading, formatIn, slug } from './reading.js';

/** Kinds of unknown paths. `products` is the path of the products. */
const PATHS: readonly (readonly [
  words: string,
  is: (path: string, products: string) => boolean,
])[] = [
  ['an unknown route', () => true],
  [
    'a path below that of the products',
    (path, products) => path.startsWith(`${products}/`) && path !== `${products}/`,
  ],
  [
    'a path that begins with that of the products, such as `/products-old`,',
    (path, products) => path.startsWith(products) && /^\w|^-/.test(path.slice(products.length)),
  ],
  [
    'the path of the products with a line break behind it',
    (path, products) => path === `${products}%0A`,
  ],
  ['the path of the products with NUL behind it', (path, products) => path === `${products}%00`],
  ['the path of a destination, without `/products`,', (path, products) => isBefore(path, products)],
  [
    'a path that ends with that of the products',
    (path, products) => path.endsWith(products) && path !== products && !path.startsWith('//'),
  ],
  [
    'the path of the products with a file extension',
    (path, products) =>
      /^\.\w+$/.test(path.startsWith(products) ? path.slice(products.length) : ''),
  ],
  [
    'the path of the products in other letter case',
    (path, products) => path !== products && path.toLowerCase() === products.toLowerCase(),
  ],
  [
    'a path with `//assay` before that of the products, as if it were a host,',
    (path, products) => path === SHAPES['host before'](products),
  ],
  ['the filtered path without a value', (path) => /^\/\d+\/\d+\/[^/]+\/?$/.test(path)],
];

const isBefore = (path: string, products: string): boolean =>
  products.slice(0, products.lastIndexOf('/')) === path.replace(/\/$/, '');

function pathIn({ question: { route } }: Exchange): string | undefined {
  return typeof route === 'object' && isUnknown(route) ? route.path : undefined;
}

const gettingProducts: readonly ExportReading[] = PATHS.map(([words, is]) => ({
  id: `routes.${slug(words)}-gets-products`,
  clause: 'EXP-ROUTE-8',
  also: ['EXP-ERR-5', 'EXP-NEG-6'],
  sentence: `${words} gets products${words.startsWith('an unknown') ? ', or an empty list,' : ''} instead of status 404`,
  touches: ({ route }) => typeof route === 'object' && isUnknown(route),
  response: (exchange) => {
    const path = pathIn(exchange);
    // Other requests may be refused because of their token or method.
    const isPlain = exchange.question.token === undefined && exchange.question.method === undefined;
    return isPlain && path !== undefined && is(path, productsPath('v2', exchange.target))
      ? exchange.answer.status === 200 && formatIn(exchange.answer.json) !== undefined
      : undefined;
  },
}));

/** In many languages the end of a pattern also matches before a final line break. */
const welcome: ExportReading = {
  id: 'routes.welcome-with-a-line-break',
  clause: 'EXP-ROUTE-8',
  also: ['EXP-ERR-5'],
  sentence: 'the path of the welcome page with a line break behind it gets this page',
  requires: 'it must get status 404',
  touches: ({ route }) => typeof route === 'object' && isUnknown(route),
  response: (exchange) =>
    pathIn(exchange) === ROOT_AND_LINE_BREAK ? exchange.answer.status === 200 : undefined,
};

export const routeReadings: readonly ExportReading[] = [...gettingProducts, welcome];
