import { listShape } from './list-shape.js';
import { listWindow } from './list-window.js';

/** Lists of products: their shape, and the window that limit and offset cut out. */
export const lists = [...listShape, ...listWindow];
