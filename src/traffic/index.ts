/** Exports the tests of recorded traffic to other folders. */

export type { Entry } from './entry.js';
export { openRecording, type Source } from './files/source.js';
export { entriesOfLedger } from './from-ledger.js';
export { Chooser, trafficOfOthers } from './from-others.js';
export { Learned } from './learned.js';
export type { LeftOut } from './left-out.js';
export { journalOf } from './proxy/journal.js';
export { startProxy } from './proxy/proxy.js';
export { readTraffic } from './read.js';
export { type Recording, recordingOf } from './recording.js';
