export { dictionary, type KnownFault, SAID, storeDictionary } from './dictionary.js';
export { findingsOf } from './findings.js';
