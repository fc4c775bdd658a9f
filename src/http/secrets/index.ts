export { findSecrets } from './find.js';
export { Needles, SHORTEST_SECRET } from './needles.js';
export { bytesOf } from './view.js';
