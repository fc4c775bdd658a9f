export type {
  Cause,
  ClauseEntry,
  ExchangeEvent,
  FooterEvent,
  HeaderEvent,
  LedgerEvent,
  ObservedRow,
  SurveyEvent,
  Verdict,
  VerdictEvent,
} from '../schema/types.js';
export { foldLedger, type Ledger, type LedgerWriter, openLedger, readLedger } from './ledger.js';
