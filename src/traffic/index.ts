export { entriesOfLedger } from './from-ledger.js';
export { type OthersTraffic, trafficOfOthers } from './from-others.js';
export { readTraffic, type TrafficFile } from './read.js';
export { type Recording, recordingOf } from './recording.js';
