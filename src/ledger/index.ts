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
export { findingsOf } from './findings.js';
export { foldLedger, type Ledger, openLedger, parseLedger, readLedger } from './ledger.js';
export { isWithin, symptomOf, withoutName } from './symptom.js';
