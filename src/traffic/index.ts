export { entriesOfLedger } from './from-ledger.js';
export { trafficOfOthers } from './from-others.js';
export { othersIn } from './others-in-ledger.js';
export { journalOf } from './proxy/journal.js';
export { startProxy } from './proxy/proxy.js';
export { readTraffic } from './read.js';
export { type Recording, recordingOf } from './recording.js';
