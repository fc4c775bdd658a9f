/** Shows a load run while it is in progress. */

export { type Live, openLive, showProgress } from './live.js';
