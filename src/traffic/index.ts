export type { Entry } from './entry.js';
export { entriesOfLedger } from './from-ledger.js';
export { type Recording, recordingOf } from './recording.js';
