/** The reports of a load run. */

export { COMPARED_METRICS, environmentOf, reportOf } from './build.js';
export { conclusionOf, isCertain, isUnjudgedLimit } from './conclusion.js';
export { loadCtrf } from './ctrf.js';
export { loadJunit } from './junit.js';
export { loadMarkdown } from './markdown.js';
export { progressLine, ratioLine, summary } from './terminal.js';
