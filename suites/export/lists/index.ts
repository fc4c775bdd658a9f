import { openWindows } from './open-windows.js';
import { rateLimit } from './rate-limit.js';
import { repeatable } from './repeatable.js';
import { listShape } from './shape.js';
import { listWindow } from './windows.js';

/** Lists of products: their shape, and the window that limit and offset cut out, and what limits their rate. */
export const lists = [...listShape, ...listWindow, ...repeatable, ...openWindows, ...rateLimit];
