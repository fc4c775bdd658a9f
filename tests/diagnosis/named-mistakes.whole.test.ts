import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { trial } from '../../src/selftest/trial.js';
import { HANDOVER, PLATFORM, TEMPLATES } from './named-mistakes.js';

/** The sentences of the mistakes that each finding of a run with the defect names. */
async function namedFor(defect: string, name: string): Promise<readonly (readonly string[])[]> {
  const events: LedgerEvent[] = [];
  await trial(
    { defects: [defect] },
    {
      inProcess: true,
      diagnose,
      recordExchanges: true,
      wanted: (check) => check.interface === name,
      record: (event) => void events.push(event),
    },
  );
  const { findings = [] } = foldLedger(events);
  return findings.map(({ faults }) => faults.map(({ sentence }) => sentence));
}

describe.each([
  ['platform', PLATFORM],
  ['templates', TEMPLATES],
  ['handover', HANDOVER],
])('a finding of the %s interface names the mistake, and no other, for', (name, expected) => {
  it.each(Object.entries(expected))(
    '%s',
    async (defect, sentences) => {
      expect(await namedFor(defect, name)).toEqual([sentences]);
    },
    30_000,
  );
});
