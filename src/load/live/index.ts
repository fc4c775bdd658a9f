export { type Live, openLive, showProgress } from './live.js';
