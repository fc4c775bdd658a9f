import { cursors } from './cursors.js';
import { interactions } from './interactions/interactions.js';
import { pagesAsked } from './pages-asked.js';
import { pagesOpen } from './pages-open.js';
import { walks } from './walks.js';

/** Cursor pagination, clause by clause. */
export const pages = [...pagesAsked, ...walks, ...cursors, ...pagesOpen, ...interactions];
