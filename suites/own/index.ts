export { ownDeviation, withOwnSchemas } from './own-suites.js';
