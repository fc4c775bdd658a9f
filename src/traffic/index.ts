export { entriesOfLedger } from './from-ledger.js';
export { type OthersTraffic, trafficOfOthers } from './from-others.js';
export { othersIn } from './others-in-ledger.js';
export { type Journaled, journalOf } from './proxy/journal.js';
export { type Proxy, startProxy } from './proxy/proxy.js';
export { readTraffic, type TrafficFile } from './read.js';
export { type Recording, recordingOf } from './recording.js';
