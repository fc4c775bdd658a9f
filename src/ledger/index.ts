/** Exports the ledger to other folders. */

export type {
  ClauseEntry,
  ExchangeEvent,
  FindingEvent,
  FooterEvent,
  HeaderEvent,
  IntentEvent,
  LedgerEvent,
  Verdict,
  VerdictEvent,
} from '../schema/types.js';
export { failsAtTimes, findingsOf } from './findings.js';
export {
  existingLedger,
  foldLedger,
  LEDGER_FILE,
  type Ledger,
  ledgerIn,
  lossOf,
  openLedger,
  readLedger,
  readOutline,
  textOfLedger,
} from './ledger.js';
export { oneContainsOther, symptomOf, withoutName } from './symptom.js';
