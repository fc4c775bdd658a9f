export { dictionary, type KnownFault, readDictionary, SAID, storeDictionary } from './dictionary.js';
export { findingsOf } from './findings.js';
