import { expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger, type LedgerEvent } from '../../ledger/index.js';
import { changedFindings } from './changed-findings.js';

const events = sampleEvents();
const stateOf = (later: readonly LedgerEvent[]) =>
  changedFindings(foldLedger(events), foldLedger(later)).find(({ checks }) =>
    checks.includes('export.root.greeting'),
  )?.state;

it('says that a finding is gone if its check passes now', () => {
  const passed = sampleEvents({
    change: (one) =>
      one.check === 'export.root.greeting' ? { ...one, verdict: 'passed', witness: 'a page' } : one,
  }).filter(({ type }) => type !== 'finding');
  expect(stateOf(passed)).toBe('gone');
});

it('says that a finding is still there if its check still fails, although it is accepted', () => {
  const accepted = [{ check: 'export.root.greeting', reason: 'known' }];
  const later = events
    .filter(({ type }) => type !== 'finding')
    .map((event) => (event.type === 'header' ? { ...event, accepted } : event));
  expect(stateOf(later)).toBe('still there');
});
