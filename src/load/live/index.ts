export { type Live, openLive } from './live.js';
export { showProgress } from './progress.js';
